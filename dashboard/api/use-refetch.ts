// Reads once more after a time, for what the stream of changes does not name, such as a job that ends.
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';

/**
 * A hidden tab reads nothing: it reads again when it is seen, like all live data.
 * @param waitAfter how long after an answer, in milliseconds; undefined: its changes are reported
 */
export function useRefetch<Data, Failure>(
  { data, dataUpdatedAt, refetch }: UseQueryResult<Data, Failure>,
  waitAfter: (data: Data, answeredAt: Date) => number | undefined,
): void {
  const wait = data && waitAfter(data, new Date(dataUpdatedAt));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wait begins again with each answer.
  useEffect(() => {
    if (wait === undefined) return undefined;
    const timer = setTimeout(() => {
      if (!document.hidden) void refetch({ cancelRefetch: false });
    }, wait);
    return () => clearTimeout(timer);
  }, [wait, dataUpdatedAt, refetch]);
}
