// Disables the second factor of a signed-in person who knows their password.
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import { recordForPerson } from '../../../foundation/audit-events/record-of-person.ts';
import { renewSignIn } from '../../sign-in/renew.ts';
import {
  lockCredentials,
  type OwnPasswordDeps,
  requireCredentials,
  requireOwnPassword,
} from '../credentials.ts';
import { type OwnAct, ownEvent } from '../own-act.ts';
import { removeSecondFactor } from './remove.ts';

/** Dependencies of disabling. */
export interface DisableTotpDeps extends OwnPasswordDeps {
  database: Database;
  ids: Ids;
}

/**
 * Disables it; every other session of the person ends.
 * @returns the new token of the session
 * @throws DomainError `validation_error` for a wrong password, or when there is no second factor
 */
export async function disableTotp(deps: DisableTotpDeps, act: OwnAct, password: string): Promise<string> {
  const { database, ids } = deps;
  const { personId } = act;
  const credentials = await requireCredentials(database, personId);
  if (!credentials.hasSecondFactor) throw noSecondFactor();
  await requireOwnPassword(deps, credentials, { password, field: 'password' }, act);
  return await transaction(database, async (client) => {
    await lockCredentials(client, credentials, 'password');
    if (!(await removeSecondFactor(client, personId))) throw noSecondFactor();
    const token = await renewSignIn(client, act);
    await recordForPerson(client, ids, personId, ownEvent('disableTotp', act));
    return token;
  });
}

function noSecondFactor(): DomainError {
  return new DomainError('validation_error', 'You have no second factor.');
}
