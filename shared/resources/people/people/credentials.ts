// The credentials of a signed-in person, and the proof that the person knows their password: it is required before a
// password or a second factor is changed, so that a stolen session is not enough.
import { notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { PasswordHashes } from '../../../platform/security/password-hash.ts';
import type { Secrets } from '../../../platform/security/secrets.ts';
import { type AttemptDeps, withAttempt, wrongSignIn } from '../sign-in/attempts.ts';
import type { OwnAct } from './own-act.ts';
import { type ShownSecondFactor, verifySecondFactor } from './second-factor/verify.ts';

/** The credentials with which a person signs in. */
export interface Credentials {
  personId: string;
  /** Key form. */
  email: string;
  /** Null: the person has not chosen a password yet. */
  passwordHash: string | null;
  hasSecondFactor: boolean;
  /** Encrypted, of a second factor that is being set up. */
  pendingTotpSecret: Buffer | null;
}

/** Dependencies of asking for a password. */
export interface OwnPasswordDeps extends AttemptDeps {
  passwordHashes: PasswordHashes;
}

/** @throws DomainError `not_found` for an unknown person */
export async function requireCredentials(database: Queryable, personId: string): Promise<Credentials> {
  const { rows } = await database.query<Credentials>({
    name: 'find-credentials',
    text: `SELECT id AS "personId", email, password_hash AS "passwordHash",
             totp_secret IS NOT NULL AS "hasSecondFactor", totp_pending_secret AS "pendingTotpSecret"
           FROM people WHERE id = $1`,
    values: [personId],
  });
  if (!rows[0]) throw notFound('Person');
  return rows[0];
}

/**
 * Asks for the password of a person; a wrong one counts as a failed sign-in.
 * @param given the password, and the name of its field
 * @throws DomainError `validation_error` for a wrong one, `rate_limit_exceeded` after too many
 */
export async function requireOwnPassword(
  deps: OwnPasswordDeps,
  { email, passwordHash }: Credentials,
  given: { password: string; field: string },
  { address, now }: OwnAct,
): Promise<void> {
  const attempt = { email, networkAddress: address, now };
  const verified = await withAttempt(deps, attempt, async () =>
    (await deps.passwordHashes.verify(given.password, passwordHash)) ? true : undefined,
  );
  if (!verified) throw wrongSignIn(given.field);
}

/** The proof of a person: the password and, with a second factor, one of its codes. */
export type ShownSignIn = { password: string } & Pick<ShownSecondFactor, 'code' | 'recoveryCode'>;

/**
 * Requires the password of a person and, if there is one, the second factor; the code is used up.
 * @throws DomainError as `requireOwnPassword`; it does not say which of them is wrong
 */
export async function requireOwnSignIn(
  deps: OwnPasswordDeps & { secrets: Secrets },
  { personId, email, passwordHash, hasSecondFactor }: Credentials,
  { password, ...codes }: ShownSignIn,
  { address, now }: OwnAct,
): Promise<void> {
  const isRight = await withAttempt(deps, { email, networkAddress: address, now }, async () => {
    if (!(await deps.passwordHashes.verify(password, passwordHash))) return undefined;
    const shown = { personId, ...codes, now };
    return !hasSecondFactor || (await verifySecondFactor(deps.database, deps.secrets, shown)) || undefined;
  });
  if (!isRight) throw wrongSignIn();
}

/**
 * Locks a person whose password was right, until the end of the transaction.
 * @throws DomainError `validation_error` when the password was changed since
 */
export async function lockCredentials(
  client: Transaction,
  { personId, passwordHash }: Credentials,
  field: string,
): Promise<void> {
  const { rowCount } = await client.query({
    name: 'lock-credentials',
    text: 'SELECT FROM people WHERE id = $1 AND password_hash = $2 FOR NO KEY UPDATE',
    values: [personId, passwordHash],
  });
  if (rowCount !== 1) throw wrongSignIn(field);
}
