// What the people of a campaign and the topic of its mail are called.
import type { Campaign } from '../../../../api/generated/types.ts';
import { useAudiences } from '../../../../audience/use-audiences.ts';
import { useSegmentNames } from '../../../../audience/use-segment-names.ts';
import { useTopics } from '../../../../audience/use-topics.ts';

/** Names; undefined: it has no segment, or no topic. */
export interface TargetNames {
  audience: string;
  segment: string | undefined;
  topic: string | undefined;
}

/** An unread or deleted thing is shown by its id. */
export function useTargetNames({
  audience_id: audienceId,
  segment_id: segmentId,
  topic_id: topicId,
}: Pick<Campaign, 'audience_id' | 'segment_id' | 'topic_id'>): TargetNames {
  const { data: audiences } = useAudiences();
  const { data: segments } = useSegmentNames(segmentId === null ? [] : [segmentId]);
  const { data: topics } = useTopics();
  return {
    audience: audiences?.data.find(({ id }) => id === audienceId)?.name ?? audienceId,
    segment: segmentId === null ? undefined : (segments?.get(segmentId) ?? segmentId),
    topic: topicId === null ? undefined : (topics?.find(({ id }) => id === topicId)?.name ?? topicId),
  };
}
