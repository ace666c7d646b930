// One step of withdrawing the scheduled mail of a domain: so many of the account's pending emails, in the order of their
// ids, in one transaction under the fencing token. The row records the last one (keyset), so that the next worker
// continues there. A request that was in flight while the domain was lost may store an email with an id that was passed
// already: so the emails are walked through a second time, a minute later.
import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import { MINUTE_MS } from '../../../platform/time/durations.ts';
import { type Ids, NIL_UUID } from '../../../platform/time/ids.ts';
import type { Claim } from '../../../platform/work/work-table.ts';
import { withdrawScheduled } from '../../emails/withdraw-scheduled.ts';

/** Pending emails per step, of all domains of the account. Each may have 150 recipients. */
const STEP_EMAILS = 100;
/** Longer than a request that stores emails (BATCH_TIMEOUT_MS, 25 s by default). */
const SECOND_WALK_AFTER_MS = MINUTE_MS;

/** Dependencies of a step. */
export interface WithdrawalDeps {
  database: Database;
  ids: Ids;
  queues: QueueProducer;
}

/** Whether emails are left: `more`, or the time of the second walk. `done` also when another worker has taken over. */
export type WithdrawalStep = 'more' | 'done' | Date;

interface WithdrawalRow {
  id: string;
  accountId: string;
  outcome: 'canceled' | 'failed';
  position: string;
  createdAt: Date;
  /** Null: the domain was deleted. */
  name: string | null;
  isLost: boolean | null;
}

/** The row stays locked, so that a withdrawal which starts again meanwhile is not overwritten. */
const LOCK = `
  SELECT withdrawal.id, withdrawal.account_id AS "accountId", outcome, position, withdrawal.created_at AS "createdAt",
         name, status_reason = 'claimed' AS "isLost"
  FROM domain_withdrawals AS withdrawal LEFT JOIN domains ON domains.id = withdrawal.id
  WHERE withdrawal.id = $1 AND claim_token = $2 FOR NO KEY UPDATE OF withdrawal`;

/** Runs one step. The row is deleted when no mail is left. */
export function stepWithdrawal(
  deps: WithdrawalDeps,
  { id, token }: Claim,
  now: Date,
): Promise<WithdrawalStep> {
  return transaction(deps.database, async (client) => {
    const { rows } = await client.query<WithdrawalRow>({
      name: 'lock-domain-withdrawal',
      text: LOCK,
      values: [id, token],
    });
    const [row] = rows;
    if (!row) return 'done';
    // The account has its name back, and may send what is still scheduled.
    if (row.name !== null && !row.isLost) return await end(client, id);
    const last = await withdrawNext(client, row, { ...deps, now });
    if (last !== undefined) return await moveTo(client, id, last);
    return await endWalk(client, row, now);
  });
}

function withdrawNext(
  client: Transaction,
  { id: domainId, accountId, name: domainName, outcome, position: after }: WithdrawalRow,
  deps: WithdrawalDeps & { now: Date },
): Promise<string | undefined> {
  const emails = { accountId, domainId, domainName, outcome, after, limit: STEP_EMAILS };
  return withdrawScheduled(client, emails, deps);
}

async function endWalk(
  client: Transaction,
  { id, createdAt }: WithdrawalRow,
  now: Date,
): Promise<WithdrawalStep> {
  const secondAt = new Date(createdAt.getTime() + SECOND_WALK_AFTER_MS);
  if (now >= secondAt) return await end(client, id);
  await moveTo(client, id, NIL_UUID);
  return secondAt;
}

async function moveTo(client: Transaction, id: string, position: string): Promise<'more'> {
  await client.query({
    name: 'move-domain-withdrawal',
    text: 'UPDATE domain_withdrawals SET position = $2 WHERE id = $1',
    values: [id, position],
  });
  return 'more';
}

async function end(client: Transaction, id: string): Promise<'done'> {
  await client.query({
    name: 'end-domain-withdrawal',
    text: 'DELETE FROM domain_withdrawals WHERE id = $1',
    values: [id],
  });
  return 'done';
}
