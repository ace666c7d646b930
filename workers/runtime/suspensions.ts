// The suspended accounts, as this process knows them: it reads them each second. Rows of work that are not claimed yet need no
// look (shared/platform/work/suspensions/suspended.ts); with it the process stops what it has claimed before.
import type { Database } from '../../shared/platform/db/connect.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import { findSuspendedAccounts } from '../../shared/platform/work/suspensions/suspended.ts';
import { repeat } from './repeat.ts';

const CHECK_EVERY_MS = 1_000;

/** The suspended accounts. */
export interface Suspensions {
  has(accountId: string): boolean;
  stop(): Promise<void>;
}

/** Watches the suspensions. */
export function watchSuspensions({ database, log }: { database: Database; log: Logger }): Suspensions {
  let suspended: ReadonlySet<string> = new Set();
  const looking = repeat({
    name: 'suspensions',
    everyMs: CHECK_EVERY_MS,
    log,
    async run() {
      suspended = await findSuspendedAccounts(database);
    },
  });
  return { has: (accountId) => suspended.has(accountId), stop: () => looking.stop() };
}
