// Whether programs submit mail here: then operators need a server that they can reach (ops/checks/submission.ts).
import type { Queryable } from '../../../platform/db/connect.ts';

/** Whether any stored email arrived by SMTP: one index look-up for each account. */
export async function isAnyMailSubmitted(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ isAny: boolean }>(
    `SELECT EXISTS (
       SELECT FROM accounts CROSS JOIN LATERAL
         (SELECT FROM emails WHERE account_id = accounts.id AND source = 'smtp' LIMIT 1) AS submitted
     ) AS "isAny"`,
  );
  return rows[0]?.isAny ?? false;
}
