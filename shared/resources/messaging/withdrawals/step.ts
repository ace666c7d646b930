// One step of withdrawing the scheduled mail of a domain: so many of the account's pending emails, in the order of their ids.
// A request that was in flight while the domain was lost may store an email with an id that was passed already: so the
// emails are walked through a second time, a minute later.
import type { Queryable } from '../../../platform/db/connect.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import { MINUTE_MS } from '../../../platform/time/durations.ts';
import { type Ids, NIL_UUID } from '../../../platform/time/ids.ts';
import { defineWalk, type WalkDeps } from '../../../platform/work/walk.ts';
import { withdrawScheduled } from '../emails/withdraw-scheduled.ts';

/** Pending emails per step, of all domains of the account. Each may have 150 recipients. */
const STEP_EMAILS = 100;
/** Longer than a request that stores emails (BATCH_TIMEOUT_MS, 25 s by default). */
const SECOND_WALK_AFTER_MS = MINUTE_MS;

interface WithdrawalRow {
  id: string;
  accountId: string;
  outcome: 'canceled' | 'failed';
  position: string;
  createdAt: Date;
}

export const withdrawalWalk = defineWalk<WithdrawalRow, WalkDeps & { ids: Ids; queues: QueueProducer }>({
  table: 'domain_withdrawals',
  columns: 'outcome, position, created_at AS "createdAt"',
  async step({ id: domainId, accountId, outcome, position: after, createdAt }, { client, deps, now }) {
    const domain = await findDomain(client, domainId);
    // The account has its name again, and may send mail that is still scheduled.
    if (domain && !domain.isLost) return { isDone: true };
    const emails = {
      accountId,
      domainId,
      domainName: domain?.name ?? null,
      outcome,
      after,
      limit: STEP_EMAILS,
    };
    const position = await withdrawScheduled(client, emails, { ...deps, now });
    if (position !== undefined) return { position };
    const secondAt = new Date(createdAt.getTime() + SECOND_WALK_AFTER_MS);
    return now >= secondAt ? { isDone: true } : { position: NIL_UUID, waitUntil: secondAt };
  },
});

/** @returns undefined: it was deleted */
async function findDomain(
  client: Queryable,
  id: string,
): Promise<{ name: string; isLost: boolean } | undefined> {
  const { rows } = await client.query<{ name: string; isLost: boolean }>({
    name: 'find-domain-to-withdraw',
    text: `SELECT name, status_reason IS NOT DISTINCT FROM 'claimed' AS "isLost" FROM domains WHERE id = $1`,
    values: [id],
  });
  return rows[0];
}
