// Whether any account receives mail: then operators need what takes it in (ops/checks/).
import type { Queryable } from '../../../platform/db/connect.ts';

/** Whether there is a domain that shall receive mail. */
export async function isAnyDomainReceiving(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ isAny: boolean }>(
    'SELECT EXISTS (SELECT FROM domains WHERE receiving_enabled) AS "isAny"',
  );
  return rows[0]?.isAny ?? false;
}
