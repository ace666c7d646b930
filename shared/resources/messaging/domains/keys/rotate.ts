// Rotates the DKIM key of a domain: a new key is made and its record wanted. It signs from the first check that sees the
// record on; until then, and for mail on its way for a week after, the old key counts (dkim-key.ts).
import { DomainError } from '../../../../contract/domain-error.ts';
import { generateDkimKey } from '../../../../mail/dkim/dkim-keys.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import { replaceStates, requireCheck } from '../checks/check-row.ts';
import type { Domain } from '../domain.ts';
import { lockDomain, requireDomain } from '../find.ts';
import { afterVerify } from '../records/record-state.ts';
import { refreshRecords, type SettleDeps } from '../settle.ts';
import { type CreateKeyDeps, insertDkimKey, selectorAfter } from './create-dkim-key.ts';
import { type DkimKey, findDkimKeys, RETIRING_MAX } from './dkim-key.ts';

/** Dependencies of rotating. */
export type RotateDeps = SettleDeps & CreateKeyDeps & { database: Database };

/**
 * Begins a rotation. If one is in progress, the wait for its key begins again.
 * @throws DomainError `not_found`; `validation_error` while RETIRING_MAX replaced keys are wanted
 */
export async function rotateDkimKey(
  deps: RotateDeps,
  { accountId, id }: { accountId: string; id: string },
  now: Date,
): Promise<Domain> {
  await requireDomain(deps.database, accountId, id);
  // A tenth of a second of computing: not under the locks, and not where a key is waiting already.
  const known = await findDkimKeys(deps.database, [id]);
  refuseManyRetiring(known);
  const pair = known.some(isPending) ? undefined : await generateDkimKey();
  return await transaction(deps.database, async (client) => {
    const domain = await lockDomain(client, accountId, id);
    const keys = await findDkimKeys(client, [id]);
    const pending = keys.find(isPending);
    if (pending) await waitAgain(client, pending, now);
    else {
      refuseManyRetiring(keys);
      const selector = selectorAfter(keys.map((key) => key.selector));
      const key = { domainId: id, selector, state: 'pending' } as const;
      await insertDkimKey(client, key, pair ?? (await generateDkimKey()), deps);
    }
    return (await refreshRecords(client, deps, domain, now)).domain;
  });
}

function isPending({ state }: DkimKey): boolean {
  return state === 'pending';
}

function refuseManyRetiring(keys: readonly DkimKey[]): void {
  const ends = keys.map(({ retiresAt }) => retiresAt).filter((end) => end !== null);
  if (ends.length < RETIRING_MAX || keys.some(isPending)) return;
  const firstEnd = new Date(Math.min(...ends.map((end) => end.getTime())));
  throw new DomainError(
    'validation_error',
    `The records of ${ends.length} replaced keys are still needed. Rotate again after ${firstEnd.toISOString()}.`,
  );
}

/** Waits for no record of a domain whose verification no client has asked for. */
async function waitAgain(client: Transaction, { domainId, selector }: DkimKey, now: Date): Promise<void> {
  const row = await requireCheck(client, domainId);
  const waiting = row.states.map((state) =>
    state.key === `DKIM ${selector}` && state.status !== 'not_started' ? afterVerify(state, now) : state,
  );
  await replaceStates(client, row, waiting);
}
