// Which audience the list shows, and what the switch between audiences offers. Pure. Without a choice the API answers the
// audience of the segment that is asked for, else the default one: never all of them, and the switch says which it is.
import type { AudienceItem, SegmentItem } from '../../../api/generated/types.ts';

type Audience = Pick<AudienceItem, 'id' | 'name' | 'default'>;

interface ShownAudience {
  audiences: readonly Audience[];
  /** `audience_id` of the URL. */
  chosen: string | undefined;
  /** That of `segment_id`, if it is known. */
  segment: Pick<SegmentItem, 'audience_id'> | undefined;
}

/** A filter of the list. */
interface AudienceChoice {
  kind: 'choice';
  name: 'audience_id';
  label: string;
  options: readonly { id: string; label: string }[];
  none: string;
  ends: readonly string[];
}

/** The id of the audience whose contacts the list has; undefined: not known yet. */
export function shownAudienceId({ audiences, chosen, segment }: ShownAudience): string | undefined {
  return chosen ?? segment?.audience_id ?? audiences.find((each) => each.default)?.id;
}

/** The switch; none where there is one audience. A segment is of one audience, so it ends with the choice of another. */
export function audienceChoice(shown: ShownAudience): AudienceChoice[] {
  const { audiences, chosen } = shown;
  if (audiences.length < 2) return [];
  // What is shown without a choice; after one, what comes when it is taken away, and the segment with it.
  const withoutChoice =
    chosen === undefined ? shownAudienceId(shown) : audiences.find((each) => each.default)?.id;
  const none = audiences.find(({ id }) => id === withoutChoice)?.name ?? 'Default audience';
  return [
    {
      kind: 'choice',
      name: 'audience_id',
      label: 'Audience',
      // A link may name the one that comes without a choice, too.
      options: audiences
        .filter(({ id }) => id !== withoutChoice || id === chosen)
        .map(({ id, name }) => ({ id, label: name })),
      none,
      ends: ['segment_id'],
    },
  ];
}
