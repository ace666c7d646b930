// The setting of an account that makes contact properties for values without one (docs/reference/account.md).
import type { Queryable } from '../../../platform/db/connect.ts';

/** Whether requests that do not say it make the properties that are missing. */
export async function findCreatesProperties(database: Queryable, accountId: string): Promise<boolean> {
  const { rows } = await database.query<{ createsProperties: boolean }>({
    name: 'find-creates-properties',
    text: 'SELECT create_properties AS "createsProperties" FROM accounts WHERE id = $1',
    values: [accountId],
  });
  return rows[0]?.createsProperties ?? false;
}
