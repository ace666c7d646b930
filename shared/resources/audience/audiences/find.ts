// Reads the default audience of an account.
import type { Queryable } from '../../../platform/db/connect.ts';
import { AUDIENCE_COLUMNS, type Audience } from './audience.ts';
import { insertMissingDefaultAudience } from './insert.ts';

/**
 * Reads the default audience of an account. Only an account that an older version of the service has created, while the
 * service was updated, has none; it gets it here.
 */
export async function requireDefaultAudience(database: Queryable, accountId: string): Promise<Audience> {
  const found = await findDefaultAudience(database, accountId);
  if (found) return found;
  await insertMissingDefaultAudience(database, accountId);
  const inserted = await findDefaultAudience(database, accountId);
  if (!inserted) throw new Error('The default audience was not stored.');
  return inserted;
}

async function findDefaultAudience(database: Queryable, accountId: string): Promise<Audience | undefined> {
  const { rows } = await database.query<Audience>({
    name: 'find-default-audience',
    text: `SELECT ${AUDIENCE_COLUMNS} FROM audiences WHERE account_id = $1 AND is_default`,
    values: [accountId],
  });
  return rows[0];
}
