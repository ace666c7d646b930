// Finds the accounts of the recipients that reports are about. The token of the return path was checked without the
// database, so whether the recipient is still stored is known only now.
import type { Database } from '../../../../platform/db/connect.ts';
import type { Arrival } from './arrival.ts';

/** @returns recipient → account; recipients that do not exist are absent */
export async function findReportedAccounts(
  database: Database,
  arrivals: readonly Arrival[],
): Promise<Map<string, string>> {
  const recipientIds = arrivals.flatMap(({ report }) =>
    report?.purpose === 'report' ? report.recipientId : [],
  );
  if (recipientIds.length === 0) return new Map();
  const { rows } = await database.query<{ id: string; accountId: string }>({
    name: 'find-accounts-of-reports',
    text: `SELECT id, account_id AS "accountId" FROM email_recipients WHERE id = ANY($1::uuid[])`,
    values: [recipientIds],
  });
  return new Map(rows.map(({ id, accountId }) => [id, accountId]));
}
