// Quota headers of the send endpoints: on every response, also on refusals and replays
// (docs/reference/limits.md#quotas).
import type { Response } from 'express';
import { querySingle } from '../../../shared/platform/db/combined-query.ts';
import type { Database } from '../../../shared/platform/db/connect.ts';
import { accountLimits, type Usage } from '../../../shared/resources/foundation/accounts/quota/quota.ts';

/** Sets the headers with the used quota of an account. */
export function setQuotaHeaders(response: Response, { day, month, hasDailyLimit }: Usage): void {
  if (response.headersSent) return;
  response.setHeader('x-service-monthly-quota', month);
  if (hasDailyLimit) response.setHeader('x-service-daily-quota', day);
}

/** Reads the used quota and sets the headers, where nothing was charged. Without a database they are left out. */
export async function setCurrentQuotaHeaders(
  response: Response,
  database: Database,
  accountId: string,
  now: Date,
): Promise<void> {
  const asked = querySingle(database, 'find-account-limits', accountLimits([accountId], now));
  const usage = (await asked.catch(() => undefined))?.get(accountId)?.usage;
  if (usage) setQuotaHeaders(response, usage);
}
