// The quota headers of sends (interface.md, Limits; decisions.md §2, Quota): on every answer, refusals and replays too.
import type { Response } from 'express';
import { queryAlone } from '../../../shared/platform/db/combined-query.ts';
import type { Database } from '../../../shared/platform/db/connect.ts';
import { standings, type Usage } from '../../../shared/resources/accounts/quota.ts';

/** Tells what an account has used. */
export function tellUsage(response: Response, { day, month, hasDailyLimit }: Usage): void {
  if (response.headersSent) return;
  response.setHeader('x-service-monthly-quota', month);
  if (hasDailyLimit) response.setHeader('x-service-daily-quota', day);
}

/** Reads and tells it, where nothing was charged. A database that is away keeps nobody from the answer. */
export async function tellPresentUsage(
  response: Response,
  database: Database,
  accountId: string,
  now: Date,
): Promise<void> {
  const asked = queryAlone(database, 'find-account-standing', standings([accountId], now));
  const usage = (await asked.catch(() => undefined))?.get(accountId)?.usage;
  if (usage) tellUsage(response, usage);
}
