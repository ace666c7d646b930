// AI credits: how many suggestions of the model an account may get in 30 days. One is reserved before the model is
// asked, and returned if there is no result. A process that is killed in between, or a database that fails then (which
// is logged), leaves it spent.
import { DomainError } from '../../../contract/domain-error.ts';
import { querySingle } from '../../../platform/db/combined-query.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { endOfCounting, RollingUsage } from '../../../platform/rate-limit/rolling-usage.ts';

/** The credits that accounts have used. */
export const AI_CREDITS = new RollingUsage({
  hourly: 'ai_usage',
  totals: 'ai_usage_totals',
  unit: 'credits',
});

const FIND_LIMIT = `
  SELECT ai_credit_limit AS "limit" FROM accounts JOIN plans ON plans.id = plan_id WHERE accounts.id = $1`;

/** @throws DomainError `ai_credits_exceeded` */
export async function reserveCredit(database: Database, accountId: string, now: Date): Promise<void> {
  await transaction(database, async (client) => {
    const { rows } = await client.query<{ limit: number | null }>({
      name: 'find-ai-credit-limit',
      text: FIND_LIMIT,
      values: [accountId],
    });
    const limit = rows[0]?.limit ?? null;
    const used = (await AI_CREDITS.lock(client, [accountId], now)).get(accountId) ?? 0;
    if (limit !== null && used >= limit) {
      const asked = AI_CREDITS.used(accountId, now);
      const { oldestHour } = await querySingle(client, 'find-used-ai-credits', asked);
      throw creditsExceeded(limit, oldestHour);
    }
    await AI_CREDITS.charge(client, new Map([[accountId, 1]]), now);
  });
}

function creditsExceeded(limit: number, oldestHour: Date | null): DomainError {
  const more = oldestHour && ` More become available at ${endOfCounting(oldestHour).toISOString()}.`;
  return new DomainError(
    'ai_credits_exceeded',
    limit === 0
      ? 'The plan of the account does not include AI credits.'
      : `All ${limit} AI credits of the last 30 days are used.${more ?? ''}`,
  );
}
