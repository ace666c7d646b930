// Which audience the list shows, and what the switch between audiences offers. Pure. Without a choice the API answers the
// audience of the segment that is asked for, else the default one: never all of them, and the switch says which it is.
import type { AudienceItem, SegmentItem } from '../../../api/generated/types.ts';

type Audience = Pick<AudienceItem, 'id' | 'name' | 'default'>;

interface ShownAudience {
  audiences: readonly Audience[];
  /** `audience_id` of the URL. */
  chosen: string | undefined;
  /** The segment of `segment_id`, if it is known. */
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

/**
 * The switch; there is none with a single audience. A segment belongs to one audience, so choosing another audience
 * clears it.
 */
export function audienceChoice(shown: ShownAudience): AudienceChoice[] {
  const { audiences, chosen } = shown;
  if (audiences.length < 2) return [];
  // The audience without a choice; after a choice, the audience when it and the segment are cleared.
  const withoutChoice =
    chosen === undefined ? shownAudienceId(shown) : audiences.find((each) => each.default)?.id;
  const none = audiences.find(({ id }) => id === withoutChoice)?.name ?? 'Default audience';
  return [
    {
      kind: 'choice',
      name: 'audience_id',
      label: 'Audience',
      // A link may name the default audience, too.
      options: audiences
        .filter(({ id }) => id !== withoutChoice || id === chosen)
        .map(({ id, name }) => ({ id, label: name })),
      none,
      ends: ['segment_id'],
    },
  ];
}
