// Changes the password of a signed-in person who knows the old one. Every other session of the person ends, so that
// others who knew the old password are signed out.
import type { Database } from '../../../../platform/db/connect.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import { recordForPerson } from '../../../foundation/audit-events/record-of-person.ts';
import { deleteLinksOf } from '../../one-time-links/delete.ts';
import { renewSignIn } from '../../sign-in/renew.ts';
import {
  lockCredentials,
  type OwnPasswordDeps,
  requireCredentials,
  requireOwnPassword,
} from '../credentials.ts';
import { type OwnAct, ownEvent } from '../own-act.ts';
import { hashInTurn } from './hash.ts';
import { requireGoodPassword } from './rules.ts';
import { setPassword } from './set.ts';

/** The field of the old password. */
const FIELD = 'current_password';

/** Dependencies of changing a password. */
export interface ChangePasswordDeps extends OwnPasswordDeps {
  database: Database;
  ids: Ids;
}

/**
 * Changes the password.
 * @returns the new token of the session
 * @throws DomainError `validation_error` for a wrong `currentPassword` or a new one that may not be chosen
 */
export async function changePassword(
  deps: ChangePasswordDeps,
  act: OwnAct,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<string> {
  const { database, ids } = deps;
  const { personId, address: networkAddress } = act;
  const credentials = await requireCredentials(database, personId);
  const { email } = credentials;
  requireGoodPassword(password, email);
  await requireOwnPassword(deps, credentials, { password: currentPassword, field: FIELD }, act);
  const passwordHash = await hashInTurn(deps, { password, email, networkAddress });
  return await transaction(database, async (client) => {
    await deleteLinksOf(client, { purpose: 'password_reset', email });
    await lockCredentials(client, credentials, FIELD);
    await setPassword(client, personId, passwordHash);
    const token = await renewSignIn(client, act);
    await recordForPerson(client, ids, personId, ownEvent('changePassword', act));
    return token;
  });
}
