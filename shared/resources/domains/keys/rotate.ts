// Rotates the DKIM key of a domain: a new key is made and its record wanted. It signs from the first check that sees the
// record on; until then, and for mail on its way for a week after, the old key counts (dkim-key.ts).
import { generateDkimKey } from '../../../mail/dkim/dkim-keys.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { replaceStates, requireCheck } from '../checks/check-row.ts';
import type { Domain } from '../domain.ts';
import { lockDomain, requireDomain } from '../find.ts';
import { afterVerify } from '../records/record-state.ts';
import { refreshRecords, type SettleDeps } from '../settle.ts';
import { type CreateKeyDeps, insertDkimKey, selectorAfter } from './create-dkim-key.ts';
import { findDkimKeys } from './dkim-key.ts';

/** Dependencies of rotating. */
export type RotateDeps = SettleDeps & CreateKeyDeps & { database: Database };

/**
 * Begins a rotation. While one is under way, its key is waited for anew.
 * @throws DomainError `not_found`
 */
export async function rotateDkimKey(
  deps: RotateDeps,
  { accountId, id }: { accountId: string; id: string },
  now: Date,
): Promise<Domain> {
  await requireDomain(deps.database, accountId, id);
  // A tenth of a second: not under the locks.
  const pair = await generateDkimKey();
  return await transaction(deps.database, async (client) => {
    const domain = await lockDomain(client, accountId, id);
    const keys = await findDkimKeys(client, [id]);
    const pending = keys.find(({ state }) => state === 'pending');
    if (pending) {
      const { states } = await requireCheck(client, id);
      const isOfPending = ({ key }: { key: string }) => key === `DKIM ${pending.selector}`;
      const waiting = states.map((state) => (isOfPending(state) ? afterVerify(state, now) : state));
      const isStarted = states.some(({ status }) => status !== 'not_started');
      if (isStarted) await replaceStates(client, id, waiting);
    } else {
      const selector = selectorAfter(keys.map((key) => key.selector));
      await insertDkimKey(client, { domainId: id, selector, state: 'pending' }, pair, deps);
    }
    return (await refreshRecords(client, deps, domain, now)).domain;
  });
}
