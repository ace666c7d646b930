// Reads a run and goes on reading it while it runs: the stream of changes names runs that have started and mail that was
// sent, but not where a run stands between two steps.
import { useEffect } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { nextLookAt } from './run-words.ts';

/** The run. A hidden tab looks at nothing. */
export function useRun(automationId: string, runId: string) {
  const read = useCall('getAutomationRun', { id: automationId, runId }, { isLive: true });
  const { data, dataUpdatedAt, refetch } = read;
  useEffect(() => {
    const wait = data && nextLookAt(data, new Date(dataUpdatedAt));
    if (wait === undefined) return undefined;
    const timer = setTimeout(() => {
      if (!document.hidden) void refetch({ cancelRefetch: false });
    }, wait);
    return () => clearTimeout(timer);
  }, [data, dataUpdatedAt, refetch]);
  return read;
}
