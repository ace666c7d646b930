// The filters of the list of contacts: segments, topics and audiences are chosen by their names.
import { useSearch } from 'wouter';
import type { SegmentItem } from '../../../api/generated/types.ts';
import { useCall } from '../../../api/use-call.ts';
import { SegmentFieldLater } from '../../../audience/segment-field-later.ts';
import { useAudiences } from '../../../audience/use-audiences.ts';
import { useTopics } from '../../../audience/use-topics.ts';
import type { FilterControl } from '../../../lists/parts/filters.tsx';
import { audienceChoice, shownAudienceId } from './audience-choice.ts';

const PAGE = { query: { limit: 100 } };

const STATES = [
  { id: 'false', label: 'Subscribed' },
  { id: 'true', label: 'Unsubscribed' },
];

/** The filters; the audience is a filter only if there are several. */
export function useContactFilters(): readonly FilterControl[] {
  const parameters = new URLSearchParams(useSearch());
  const segmentId = parameters.get('segment_id') ?? undefined;
  const { data: { data: audiences } = { data: [] } } = useAudiences();
  const { data: topics = [] } = useTopics();
  const { segments, areMore, segment } = useSegments(segmentId);
  const shown = { audiences, chosen: parameters.get('audience_id') ?? undefined, segment };
  const audienceId = audiences.length > 1 ? shownAudienceId(shown) : undefined;
  return [
    { kind: 'text', name: 'q', label: 'Find a contact', placeholder: 'Name or part of an address' },
    ...audienceChoice(shown),
    areMore ? soughtSegment(segment?.name, audienceId) : segmentChoice(segments, audienceId),
    { kind: 'choice', name: 'topic_id', label: 'Gets topic', options: topics.map(optionOf) },
    { kind: 'choice', name: 'unsubscribed', label: 'State', options: STATES },
    { kind: 'link', name: 'email', label: 'Address' },
  ];
}

const optionOf = ({ id, name }: { id: string; name: string }) => ({ id, label: name });

/** @param id of the requested one: it may not be on the first page */
function useSegments(id: string | undefined) {
  const { data: { data: segments, has_more: areMore } = { data: [], has_more: false } } = useCall(
    'listSegments',
    PAGE,
  );
  const found = segments.find((each) => each.id === id);
  const { data: named } = useCall(
    'listSegments',
    { query: { limit: 1, ids: id ?? '' } },
    { isEnabled: areMore && id !== undefined && !found },
  );
  return { segments, areMore, segment: found ?? named?.data.find((each) => each.id === id) };
}

/** @param audienceId of the list; undefined: there is only one audience */
function segmentChoice(segments: readonly SegmentItem[], audienceId: string | undefined): FilterControl {
  const options = segments.filter(({ audience_id: of }) => audienceId === undefined || of === audienceId);
  return { kind: 'choice', name: 'segment_id', label: 'Segment', options: options.map(optionOf) };
}

/** There are more than a page of the API has: one types a part of the name. */
function soughtSegment(words: string | undefined, audienceId: string | undefined): FilterControl {
  return {
    kind: 'sought',
    name: 'segment_id',
    label: 'Segment',
    words,
    render: (value, onChange) => (
      <SegmentFieldLater.Component
        label="Segment"
        isLabelHidden
        placeholder="Segment: all"
        value={value}
        onChange={onChange}
        audienceId={audienceId}
      />
    ),
  };
}
