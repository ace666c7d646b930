// The topics of the account, newest first: at most 100 of them exist, so one call reads all.
import { useCall } from '../api/use-call.ts';

const READ = { query: { limit: 100 } };

/**
 * `data`: undefined while they are not read, or cannot be, which `error` says.
 * @param options `isLive`: read again when one has changed
 */
export function useTopics({ isLive = false }: { isLive?: boolean } = {}) {
  const { data, error, isError, refetch } = useCall('listTopics', READ, { isLive });
  return { data: data?.data, error, isError, refetch };
}
