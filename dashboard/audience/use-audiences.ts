// The audiences of the account, newest first: most accounts have one. Of more than a hundred the newest are read.
import { useCall } from '../api/use-call.ts';

const READ = { query: { limit: 100 } };

/** The answer of GET /audiences; `has_more`: there are older ones. */
export function useAudiences() {
  return useCall('listAudiences', READ);
}
