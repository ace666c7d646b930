// Enables the second factor that was set up, once a code of it was shown: from then on signing in asks for a code.
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import type { Secrets } from '../../../../platform/security/secrets.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import { recordForPerson } from '../../../foundation/audit-events/record-of-person.ts';
import { type AttemptDeps, withAttempt, wrongSignIn } from '../../sign-in/attempts.ts';
import { renewSignIn } from '../../sign-in/renew.ts';
import { requireCredentials } from '../credentials.ts';
import { type OwnAct, ownEvent } from '../own-act.ts';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';
import { findTotpStep, totpSecretOwner } from './totp.ts';

/** Dependencies of enabling. */
export interface EnableTotpDeps extends AttemptDeps {
  database: Database;
  ids: Ids;
  secrets: Secrets;
}

/** An enabled second factor. */
export interface EnabledTotp {
  /** The new token of the session. */
  token: string;
  /** The codes in plain text: for this one answer. */
  recoveryCodes: string[];
}

/**
 * Enables it; every other session of the person ends.
 * @throws DomainError `validation_error` for a wrong code, which counts as a failed sign-in, when nothing was set up, and
 *   when a second factor is enabled
 */
export async function enableTotp(deps: EnableTotpDeps, act: OwnAct, code: string): Promise<EnabledTotp> {
  const { database, ids, secrets } = deps;
  const { personId, address: networkAddress, now } = act;
  const {
    email,
    hasSecondFactor,
    pendingTotpSecret: encrypted,
  } = await requireCredentials(database, personId);
  if (hasSecondFactor) throw secondFactorEnabled();
  if (!encrypted) {
    throw new DomainError('validation_error', 'Set up a second factor first: POST /auth/totp/setup.');
  }
  const secret = secrets.decrypt(encrypted, totpSecretOwner(personId));
  const step = await withAttempt(deps, { email, networkAddress, now }, async () =>
    findTotpStep(secret, code, now),
  );
  if (step === undefined) throw wrongSignIn('code');
  const recoveryCodes = createRecoveryCodes();
  const token = await transaction(database, async (client) => {
    await enable(client, secrets, { personId, secret, step, recoveryCodes });
    const renewed = await renewSignIn(client, act);
    await recordForPerson(client, ids, personId, ownEvent('enableTotp', act));
    return renewed;
  });
  return { token, recoveryCodes };
}

/** The refusal of a second one. */
export function secondFactorEnabled(): DomainError {
  return new DomainError(
    'validation_error',
    'You already have a second factor. Disable it before you set up another.',
  );
}

/** When two requests use the same secret, one succeeds. The code that was shown is used up. */
async function enable(
  client: Transaction,
  secrets: Secrets,
  {
    personId,
    secret,
    step,
    recoveryCodes,
  }: { personId: string; secret: string; step: number; recoveryCodes: string[] },
): Promise<void> {
  const { rows } = await client.query<{ encrypted: Buffer | null }>({
    name: 'lock-pending-totp-secret',
    text: `SELECT totp_pending_secret AS encrypted FROM people WHERE id = $1 AND totp_secret IS NULL
           FOR NO KEY UPDATE`,
    values: [personId],
  });
  // Other bytes may be the same secret, which `ops re-encrypt` has written again.
  const encrypted = rows[0]?.encrypted;
  if (!encrypted || secrets.decrypt(encrypted, totpSecretOwner(personId)) !== secret)
    throw secondFactorEnabled();
  await client.query({
    name: 'enable-totp',
    text: `UPDATE people SET totp_secret = totp_pending_secret, totp_pending_secret = NULL, totp_last_step = $2,
             recovery_code_hashes = $3
           WHERE id = $1`,
    values: [personId, step, recoveryCodes.map(hashRecoveryCode)],
  });
}
