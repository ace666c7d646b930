// Reads and changes of the API in components: `useCall('getEmail', { id })` asks, keeps the answer and shows it again at
// once when one comes back; `useChange('cancelEmail')` changes and then has everything that depends on it read again.
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, callUntil } from './call.ts';
import { areChangesSeen, listenForChanges } from './changes/changes.ts';
import { isConcerned } from './changes/depends-on.ts';
import { nextAsk, spentUntil } from './changes/next-ask.ts';
import { ApiFailure } from './failure.ts';
import type { AnswerOf, InputArgument, InputOf, OperationId } from './request.ts';

/** How a read behaves. */
interface ReadOptions {
  /** Read again when what it shows has changed, while the tab is visible. */
  isLive?: boolean;
  isEnabled?: boolean;
  /** While another page of a list is read, the one before stays. */
  keepsPrevious?: boolean;
  /** For reads with a long text: an answer that is no longer shown is not cached. */
  isForgotten?: boolean;
}

/** A read, under the name by which it is found again; unless it was aborted, it throws an ApiFailure. */
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
  { isLive = false, isEnabled = true, keepsPrevious = false, isForgotten = false }: ReadOptions = {},
): UseQueryResult<AnswerOf<Id>, ApiFailure> {
  const result = useQuery<AnswerOf<Id>, ApiFailure>({
    ...readOf(id, input),
    enabled: isEnabled,
    ...(isForgotten && { gcTime: 0 }),
    ...(keepsPrevious && { placeholderData: (previous: AnswerOf<Id> | undefined) => previous as never }),
  });
  useLive(id, result, isLive && isEnabled);
  return result;
}

type AnyResult = UseQueryResult<unknown, unknown>;

/** Between two looks whether a change of the page has been answered. */
const CHANGE_LOOK_MS = 250;

/**
 * Asks again when a stream says that what is shown has changed; without a stream, and after a failure, 2 s after the last answer
 * (changes/next-ask.ts). A hidden tab asks nothing, and asks once when it is seen again. Without the session of the page nothing
 * is asked either: once it is there again, everything is read again.
 */
export function useLive(id: OperationId, result: AnyResult, isLive: boolean): void {
  const { fetchStatus, dataUpdatedAt, errorUpdatedAt, refetch, error, isError } = result;
  const client = useQueryClient();
  const known = useRef({ hasChanged: false, spentUntil: 0 });
  const answeredAt = Math.max(dataUpdatedAt, errorUpdatedAt);
  // From the first read on: changes before its answer arrives may not be in it.
  const isHeard = isLive && !isOver(error);
  const isWatched = isHeard && answeredAt > 0;
  const isAsking = fetchStatus === 'fetching';
  const schedule = useRef(() => {});
  useEffect(() => {
    if (!isHeard) return;
    const change = () => {
      known.current.hasChanged = true;
      schedule.current();
    };
    const stop = listenForChanges({
      onChanged: (names) => (!names || isConcerned(id, names)) && change(),
      onSeen: () => schedule.current(),
    });
    document.addEventListener('visibilitychange', change);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', change);
    };
  }, [id, isHeard]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      // At the end of a change of the page itself everything is read again, but for what it has deleted.
      if (client.isMutating() > 0) {
        timer = setTimeout(ask, CHANGE_LOOK_MS);
        return;
      }
      known.current = { hasChanged: false, spentUntil: spentUntil(known.current.spentUntil, Date.now()) };
      // A read that began before this was drawn may have been answered before the change.
      void refetch();
    };
    schedule.current = () => {
      clearTimeout(timer);
      if (!isWatched || isAsking || document.hidden) return;
      const at = nextAsk({
        ...known.current,
        isSeen: areChangesSeen(),
        hasFailed: isError,
        answeredAt,
      });
      timer = setTimeout(ask, Math.max(0, at - Date.now()));
    };
    schedule.current();
    return () => clearTimeout(timer);
  }, [client, isWatched, isAsking, answeredAt, isError, refetch]);
}

/** Deleted records do not return, and without a session there is no answer. */
const isOver = (error: unknown) =>
  error instanceof ApiFailure && (error.isAboutSession || error.status === NOT_FOUND);
const NOT_FOUND = 404;

/** The data of a read that a press has started. */
interface Asked<Answer> {
  data: Answer | undefined;
  /** The error of the last press, once it has failed. */
  error: ApiFailure | null;
  isAsking: boolean;
  /** When the data arrived. */
  askedAt: string;
  /** A second press while the first one is answered is none. @returns the answer; undefined: it has failed */
  ask(): Promise<Answer | undefined>;
}

/** Reads with an operation at a press and at no other time: for what asks DNS, which belongs to others. */
export function useAsk<Id extends OperationId>(id: Id, input: InputOf<Id>): Asked<AnswerOf<Id>> {
  const { data, error, isFetching, dataUpdatedAt, refetch } = useCall(id, input, { isEnabled: false });
  const ask = async () => {
    const answer = await refetch({ cancelRefetch: false });
    return answer.isSuccess ? answer.data : undefined;
  };
  const askedAt = new Date(dataUpdatedAt).toISOString();
  return { data, error: isFetching ? null : error, isAsking: isFetching, askedAt, ask };
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
      // This waits until the page has changed: it no longer shows the deleted record, which is not read again.
      setTimeout(() => void client.invalidateQueries());
    },
  });
}
