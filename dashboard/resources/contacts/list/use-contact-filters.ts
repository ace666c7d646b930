// The filters of the list of contacts: segments, topics and audiences are chosen by their names.
import { useCall } from '../../../api/use-call.ts';
import type { FilterControl } from '../../../lists/parts/filters.tsx';

/** One page of each: an account has up to 100 topics, and rarely more segments. Another one may come with a link. */
const ALL = { query: { limit: 100 } };

const STATES = [
  { id: 'false', label: 'Subscribed' },
  { id: 'true', label: 'Unsubscribed' },
];

/** The filters; the audience is asked only where there are several. */
export function useContactFilters(): readonly FilterControl[] {
  const { data: audiences } = useCall('listAudiences', ALL);
  const { data: segments } = useCall('listSegments', ALL);
  const { data: topics } = useCall('listTopics', ALL);
  const choice = (name: string, label: string, found: readonly Named[] = []): FilterControl => ({
    kind: 'choice',
    name,
    label,
    options: found.map((each) => ({ id: each.id, label: each.name })),
  });
  const several = (audiences?.data.length ?? 0) > 1;
  return [
    { kind: 'text', name: 'q', label: 'Find a person', placeholder: 'Name or part of an address' },
    ...(several ? [choice('audience_id', 'Audience', audiences?.data)] : []),
    choice('segment_id', 'Segment', segments?.data),
    choice('topic_id', 'Gets topic', topics?.data),
    { kind: 'choice', name: 'unsubscribed', label: 'State', options: STATES },
    { kind: 'link', name: 'email', label: 'Address' },
  ];
}

interface Named {
  id: string;
  name: string;
}
