// Stores new audiences: those that clients create, the default audience of a new account, and those of domains that have
// their own.
import type { Queryable } from '../../../platform/db/connect.ts';
import { AUDIENCE_COLUMNS, type Audience } from './audience.ts';

const DEFAULT_NAME = 'Default';

/** A new audience. */
export interface NewAudience {
  id: string;
  accountId: string;
  name: string;
  /** The time; by default now, by the clock of the database. */
  createdAt?: Date;
}

/** Inserts an audience that is not the default one. */
export async function insertAudience(
  database: Queryable,
  { id, accountId, name, createdAt }: NewAudience,
): Promise<Audience> {
  const { rows } = await database.query<Audience>({
    name: 'insert-audience',
    text: `INSERT INTO audiences (id, account_id, name, created_at) VALUES ($1, $2, $3, coalesce($4, now()))
           RETURNING ${AUDIENCE_COLUMNS}`,
    values: [id, accountId, name, createdAt ?? null],
  });
  if (!rows[0]) throw new Error('The audience was not stored.');
  return rows[0];
}

/** Inserts the default audience of an account unless it exists. */
export async function insertMissingDefaultAudience(database: Queryable, accountId: string): Promise<void> {
  await database.query(
    `INSERT INTO audiences (id, account_id, name, is_default, created_at)
     VALUES (uuid_v7(now()), $1, $2, true, now())
     ON CONFLICT (account_id) WHERE is_default DO NOTHING`,
    [accountId, DEFAULT_NAME],
  );
}
