// The rows of work of each queue, for people who run the service; everybody else gets none. It is not an operation of the
// API: `/app/work` is made for this page (docs/reference/pages.md#the-rows-of-work).
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { readPath } from './call.ts';
import { POLL_MS } from './changes/next-ask.ts';
import type { ApiFailure } from './failure.ts';
import type { Provider, RestingDestination, WorkKind } from './work-kind.ts';

/** All are null for people who do not run the service. */
interface WorkAnswer {
  data: WorkKind[] | null;
  resting: RestingDestination[] | null;
  providers: Provider[] | null;
}

const READ_OF_WORK = {
  queryKey: ['work'],
  queryFn: ({ signal }: { signal: AbortSignal }) => readPath<WorkAnswer>('/app/work', signal),
};

const NOW_AND_THEN_MS = 30_000;

/** The rows of work where they are secondary: read twice a minute. */
export function useWorkNowAndThen(): readonly WorkKind[] | null | undefined {
  return useWorkEvery(NOW_AND_THEN_MS).data?.data;
}

/** Reads the rows of work, again 2 s after each answer while the tab is visible. */
export function useWork(): UseQueryResult<WorkAnswer, ApiFailure> {
  return useWorkEvery(POLL_MS);
}

/** A person who is not an operator now will not be one in two seconds, and a server without the page does not get one. */
function useWorkEvery(ms: number): UseQueryResult<WorkAnswer, ApiFailure> {
  return useQuery({
    ...READ_OF_WORK,
    refetchInterval: ({ state: { data, error } }) =>
      data?.data !== null && error?.status !== 404 && !error?.isAboutSession && ms,
  });
}
