// Begins to set up a second factor: makes a secret for an authenticator app. It counts when a code of the app was shown
// (enable.ts); a secret that was made before and never enabled is replaced.
import type { Database } from '../../../../platform/db/connect.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import type { Secrets } from '../../../../platform/security/secrets.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import { recordForPerson } from '../../../foundation/audit-events/record-of-person.ts';
import {
  lockCredentials,
  type OwnPasswordDeps,
  requireCredentials,
  requireOwnPassword,
} from '../credentials.ts';
import { type OwnAct, ownEvent } from '../own-act.ts';
import { secondFactorEnabled } from './enable.ts';
import { createTotpSecret, totpSecretOwner, totpUri } from './totp.ts';

/** Dependencies of setting up. */
export interface SetUpTotpDeps extends OwnPasswordDeps {
  database: Database;
  ids: Ids;
  secrets: Secrets;
}

/** The input of an authenticator app: the secret in base32, or the URI with it. They are shown once. */
export interface TotpSetup {
  secret: string;
  uri: string;
}

/**
 * Makes a secret.
 * @throws DomainError `validation_error` for a wrong password, or when a second factor is enabled
 */
export async function setUpTotp(deps: SetUpTotpDeps, act: OwnAct, password: string): Promise<TotpSetup> {
  const { database, ids, secrets } = deps;
  const { personId } = act;
  const credentials = await requireCredentials(database, personId);
  if (credentials.hasSecondFactor) throw secondFactorEnabled();
  await requireOwnPassword(deps, credentials, { password, field: 'password' }, act);
  const secret = createTotpSecret();
  await transaction(database, async (client) => {
    await lockCredentials(client, credentials, 'password');
    const { rowCount } = await client.query({
      name: 'set-pending-totp-secret',
      text: 'UPDATE people SET totp_pending_secret = $2 WHERE id = $1 AND totp_secret IS NULL',
      values: [personId, secrets.encrypt(secret, totpSecretOwner(personId))],
    });
    if (rowCount !== 1) throw secondFactorEnabled();
    await recordForPerson(client, ids, personId, ownEvent('setUpTotp', act));
  });
  return { secret, uri: totpUri(secret, credentials.email) };
}
