// Reads everything about a session that its person sees: the person, the account, the role, and the other accounts.
import { notFound } from '../../../contract/domain-error.ts';
import type { Role } from '../../../contract/members/values.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { type SuspensionJson, suspensionOf } from '../../../platform/work/suspensions/suspension.ts';

/** An account of a person. */
export interface AccountOfPerson {
  id: string;
  name: string;
  role: Role;
}

/** A session with its person and accounts. */
export interface DescribedSession {
  id: string;
  person: {
    id: string;
    email: string;
    name: string;
    confirmed: boolean;
    second_factor: boolean;
    recovery_codes_left: number;
  };
  accountId: string;
  /** The suspension of the account of the session; null: it is not suspended. */
  suspension: SuspensionJson | null;
  /** The accounts of the person, oldest membership first; the session's account is among them. */
  accounts: AccountOfPerson[];
  csrfToken: string;
  expiresAt: Date;
}

/** @throws DomainError `not_found` when the session has just ended */
export async function describeSession(database: Queryable, id: string): Promise<DescribedSession> {
  const { rows } = await database.query<DescribedSession>({
    name: 'describe-session',
    text: `SELECT sessions.id, sessions.account_id AS "accountId", csrf_token AS "csrfToken", expires_at AS "expiresAt",
             json_build_object('id', people.id, 'email', email, 'name', people.name,
               'confirmed', confirmed_at IS NOT NULL, 'second_factor', totp_secret IS NOT NULL,
               'recovery_codes_left', cardinality(recovery_code_hashes)) AS person,
             (SELECT json_agg(json_build_object('id', accounts.id, 'name', accounts.name, 'role', role) ORDER BY members.id)
              FROM members JOIN accounts ON accounts.id = account_id
              WHERE members.person_id = people.id) AS accounts,
             ${suspensionOf('sessions.account_id')} AS suspension
           FROM sessions JOIN people ON people.id = person_id
           JOIN members ON members.person_id = people.id AND members.account_id = sessions.account_id
           WHERE sessions.id = $1`,
    values: [id],
  });
  if (!rows[0]) throw notFound('Session');
  return rows[0];
}
