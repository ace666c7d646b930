// Reads a run and goes on reading it while it runs: the stream of changes names runs that have started and mail that was
// sent, but not where a run stands between two steps.
import { useCall } from '../../../api/use-call.ts';
import { useRefetch } from '../../../api/use-refetch.ts';
import { refetchDelay } from './run-words.ts';

/** The run. */
export function useRun(automationId: string, runId: string) {
  const read = useCall('getAutomationRun', { id: automationId, runId }, { isLive: true });
  useRefetch(read, refetchDelay);
  return read;
}
