// Factories of people: insert rows with sensible defaults, so that a test names only the values that matter to it.
import type { Pool } from 'pg';
import type { Role } from '../../../shared/contract/members/values.ts';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { createSession as startSession } from '../../../shared/resources/foundation/sessions/create.ts';
import { createCheapHashes } from '../api/cheap-hashes.ts';
import { createAccount } from './factories.ts';
import { factoryIds as ids } from './factory-ids.ts';

/** What a browser with a session sends. */
export interface SessionCredentials {
  token: string;
  csrfToken: string;
}

/** The password of every person of a factory. */
export const PASSWORD = 'correct horse battery';
const passwordHash = createCheapHashes().hash(PASSWORD);

let people = 0;

/** Fields of a person that a test may set. */
export interface PersonFields {
  /** By default one of its own at team.acme.dev. */
  email?: string;
  name?: string;
  /** False: the person has no password yet. */
  hasPassword?: boolean;
  confirmedAt?: Date | null;
}

/** Inserts a person, whose address is confirmed. */
export async function createPerson(pool: Pool, fields: PersonFields = {}) {
  people += 1;
  const { email = `person${people}@team.acme.dev`, name = 'Ada Lovelace', hasPassword = true } = fields;
  const { confirmedAt = new Date() } = fields;
  const id = ids.next();
  await pool.query(
    `INSERT INTO people (id, email, name, password_hash, confirmed_at, created_at) VALUES ($1, $2, $3, $4, $5, now())`,
    [id, email, name, hasPassword ? await passwordHash : null, confirmedAt],
  );
  return { id, email, name };
}

/** Fields of a member that a test may set. */
export interface MemberFields extends PersonFields {
  /** By default a new account. */
  accountId?: string;
  /** By default a new person. */
  personId?: string;
  role?: Role;
  /** False: the member joined by a shown link, before the address was proven. */
  isProven?: boolean;
}

/** Inserts a member of an account, by default an owner who joined with a proven address. */
export async function createMember(pool: Pool, fields: MemberFields = {}) {
  const { role = 'owner', isProven = true } = fields;
  const accountId = fields.accountId ?? (await createAccount(pool)).id;
  const personId = fields.personId ?? (await createPerson(pool, fields)).id;
  const id = ids.next();
  await pool.query(
    'INSERT INTO members (id, account_id, person_id, role, is_proven, created_at) VALUES ($1, $2, $3, $4, $5, now())',
    [id, accountId, personId, role, isProven],
  );
  const { rows } = await pool.query<{ email: string }>('SELECT email FROM people WHERE id = $1', [personId]);
  return { id, accountId, personId, role, email: rows[0]?.email ?? '' };
}

/** Inserts a member with a session in the account, as after signing in. @param now the time of the application */
export async function signIn(pool: Pool, fields: MemberFields & { now?: Date } = {}) {
  const { now = new Date() } = fields;
  const { id: memberId, ...member } = await createMember(pool, fields);
  const session = await createSession(pool, { ...member, now });
  return { ...member, memberId, ...session };
}

/** Inserts a session of a member. */
export async function createSession(
  pool: Pool,
  { personId, accountId, now = new Date() }: { personId: string; accountId: string; now?: Date },
) {
  const origin = { address: '127.0.0.1', userAgent: 'factory' };
  const session = { personId, accountId, now, ...origin };
  const { id: sessionId, token } = await transaction(pool, (client) => startSession(client, ids, session));
  const { rows } = await pool.query<{ csrfToken: string }>(
    'SELECT csrf_token AS "csrfToken" FROM sessions WHERE id = $1',
    [sessionId],
  );
  return { sessionId, token, csrfToken: rows[0]?.csrfToken ?? '' };
}
