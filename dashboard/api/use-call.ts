// Reads and changes of the API in components: `useCall('getEmail', { id })` asks, keeps the answer and shows it again at
// once when one comes back; `useChange('cancelEmail')` changes and then has everything that depends on it read again.
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, callUntil } from './call.ts';
import { ApiFailure } from './failure.ts';
import type { AnswerOf, InputArgument, InputOf, OperationId } from './request.ts';

/** An open record and the first page of a list are read again so long after the last answer. */
const POLL_MS = 2_000;

/** How a read behaves. */
interface ReadOptions {
  /** Read again 2 s after each answer while the tab is visible. */
  isLive?: boolean;
  isEnabled?: boolean;
  /** While another page of a list is read, the one before stays. */
  keepsPrevious?: boolean;
}

/** A read, under the name by which it is found again; what it throws but at an end that was asked for is an ApiFailure. */
export function readOf<Id extends OperationId>(id: Id, input: InputOf<Id>) {
  return {
    queryKey: [id, input],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      callUntil(signal, id, ...([input] as unknown as InputArgument<Id>)),
  };
}

/** Reads with an operation. */
export function useCall<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  { isLive = false, isEnabled = true, keepsPrevious = false }: ReadOptions = {},
): UseQueryResult<AnswerOf<Id>, ApiFailure> {
  const result = useQuery<AnswerOf<Id>, ApiFailure>({
    ...readOf(id, input),
    enabled: isEnabled,
    ...(keepsPrevious && { placeholderData: (previous: AnswerOf<Id> | undefined) => previous as never }),
  });
  usePolling(result, isLive && isEnabled);
  return result;
}

/**
 * Asks again 2 s after the last answer, good or bad; a hidden tab asks nothing, and asks at once when it is seen again.
 * Without the session of the page nothing is asked either: once it is there again, everything is read again.
 */
export function usePolling(result: UseQueryResult<unknown, unknown>, isLive: boolean): void {
  const { fetchStatus, dataUpdatedAt, errorUpdatedAt, refetch, error } = result;
  const isOver = error instanceof ApiFailure && error.isAboutSession;
  useEffect(() => {
    if (!isLive || isOver || fetchStatus === 'fetching') return;
    const answeredAt = Math.max(dataUpdatedAt, errorUpdatedAt);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const schedule = () => {
      clearTimeout(timer);
      if (document.hidden) return;
      timer = setTimeout(() => void refetch(), Math.max(0, answeredAt + POLL_MS - Date.now()));
    };
    schedule();
    document.addEventListener('visibilitychange', schedule);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', schedule);
    };
  }, [isLive, isOver, fetchStatus, dataUpdatedAt, errorUpdatedAt, refetch]);
}

/** Changes with an operation: `change.mutate(input)`. Every read is done again afterwards. */
export function useChange<Id extends OperationId>(
  id: Id,
  { onSuccess }: { onSuccess?: (answer: AnswerOf<Id>, input: InputOf<Id>) => void } = {},
): UseMutationResult<AnswerOf<Id>, ApiFailure, InputOf<Id>> {
  const client = useQueryClient();
  return useMutation<AnswerOf<Id>, ApiFailure, InputOf<Id>>({
    mutationFn: (input) => call(id, ...([input] as unknown as InputArgument<Id>)),
    onSuccess: (answer, input) => {
      onSuccess?.(answer, input);
      // After the page has changed: the record of what was deleted is gone from it, and is not asked for once more.
      setTimeout(() => void client.invalidateQueries());
    },
  });
}
