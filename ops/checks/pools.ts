// Does each account mean the same contacts without an audience and without a domain? Accounts from before the two were set
// together may not.
import { listSplitPools } from '../../shared/resources/messaging/domains/pools/default-pools.ts';
import { type Check, findingsOf } from './finding.ts';

const { met, advice } = findingsOf('pools');
/** Accounts that are named. */
const SHOWN = 20;

export const checkPools: Check = async ({ database }) => {
  const split = await listSplitPools(database, SHOWN);
  if (split.length === 0) return [met('Every default domain uses the default audience of its account.')];
  return split.map(({ accountId, domain }) =>
    advice(
      `The default domain ${domain} of the account ${accountId} does not use its default audience. Its members can fix this with PATCH /domains/:id {"default": true}.`,
    ),
  );
};
