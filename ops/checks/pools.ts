// Does each account mean the same contacts without an audience and without a domain? Accounts from before the two were set
// together may not.
import { listSplitPools } from '../../shared/resources/messaging/domains/pools/default-pools.ts';
import { type Check, findingsOf } from './finding.ts';

const { met, advice } = findingsOf('pools');
/** Accounts that are named. */
const SHOWN = 20;

export const checkPools: Check = async ({ database }) => {
  const split = await listSplitPools(database, SHOWN);
  if (split.length === 0) return [met('The default domain of each account uses its default audience.')];
  return split.map(({ accountId, domain }) =>
    advice(
      `The default domain ${domain} of the account ${accountId} does not use its default audience: its people bring them together with PATCH /domains/:id {"default": true}.`,
    ),
  );
};
