// The names of segments that something stores by their ids, as a rule of a filter does.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ApiFailure } from '../api/failure.ts';
import type { AnswerOf } from '../api/request.ts';
import { readOf } from '../api/use-call.ts';

type Segments = AnswerOf<'listSegments'>;

const namesIn = ({ data }: Segments): ReadonlyMap<string, string> =>
  new Map(data.map(({ id, name }) => [id, name]));

/**
 * Reads names.
 * @param ids up to 50; none asks nothing
 * @returns `data`: id → name; a segment that is not there has none
 */
export function useSegmentNames(ids: readonly string[]) {
  const asked = [...new Set(ids.map((id) => id.toLowerCase()))].sort();
  return useQuery<Segments, ApiFailure, ReadonlyMap<string, string>>({
    ...readOf('listSegments', { query: { limit: 100, ids: asked.join(',') } }),
    select: namesIn,
    enabled: asked.length > 0,
    // While one more is read, the names of the others stay. One function always: another one is another map of them.
    placeholderData: keepPreviousData,
  });
}
