// The topics of the account, newest first: at most 100 of them exist, so one call reads all.
import { useQuery } from '@tanstack/react-query';
import type { ApiFailure } from '../api/failure.ts';
import type { TopicItem } from '../api/generated/types.ts';
import type { AnswerOf } from '../api/request.ts';
import { readOf } from '../api/use-call.ts';

const READ_OF_TOPICS = readOf('listTopics', { query: { limit: 100 } });
const topicsIn = ({ data }: AnswerOf<'listTopics'>): readonly TopicItem[] => data;

/** `data`: undefined while they are not read, or cannot be, which `error` says. */
export function useTopics() {
  return useQuery<AnswerOf<'listTopics'>, ApiFailure, readonly TopicItem[]>({
    ...READ_OF_TOPICS,
    select: topicsIn,
  });
}
