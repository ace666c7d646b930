// What operators do for a person who cannot sign in: a link to choose a new password, and the removal of a second factor
// whose app and recovery codes are lost (`npm run ops`).
import { DomainError } from '../../../contract/domain-error.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import type { NewAuditEvent } from '../../foundation/audit-events/record.ts';
import { recordForPerson } from '../../foundation/audit-events/record-of-person.ts';
import { createShownLink } from '../one-time-links/create.ts';
import { endSignIns } from '../sign-in/renew.ts';
import { PERSON_COLUMNS, type Person } from './person.ts';
import { removeSecondFactor } from './second-factor/remove.ts';

/** Dependencies of these acts. */
interface OperatorDeps {
  database: Database;
  ids: Ids;
}

/** What an operator does, for the audit log of each account of the person. */
type OperatorAct = Omit<NewAuditEvent, 'accountId' | 'targetId'>;

/**
 * Creates a link to choose a new password. The operator sees it, so it does not prove the address.
 * @param email key form
 * @returns its token, in plain text only here
 * @throws DomainError `not_found` for an unknown address
 */
export async function createResetLink(
  { database, ids }: OperatorDeps,
  email: string,
  act: OperatorAct,
): Promise<string> {
  return await transaction(database, async (client) => {
    const { id } = await requirePersonOf(client, email);
    const link = { purpose: 'password_reset', email, now: act.now } as const;
    const token = await createShownLink(client, ids, link);
    await recordForPerson(client, ids, id, { ...act, targetId: id });
    return token;
  });
}

/**
 * Removes the second factor of a person, and ends every session, because another person may have the lost device.
 * @param email key form
 * @throws DomainError `not_found` for an unknown address, `validation_error` for a person without a second factor
 */
export async function removeSecondFactorOf(
  { database, ids }: OperatorDeps,
  email: string,
  act: OperatorAct,
): Promise<Person> {
  return await transaction(database, async (client) => {
    const person = await requirePersonOf(client, email);
    const { id } = person;
    if (!(await removeSecondFactor(client, id)))
      throw new DomainError('validation_error', `${email} has no second factor.`);
    await endSignIns(client, id);
    await recordForPerson(client, ids, id, { ...act, targetId: id });
    return { ...person, hasSecondFactor: false };
  });
}

async function requirePersonOf(client: Transaction, email: string): Promise<Person> {
  const { rows } = await client.query<Person>({
    name: 'find-person-for-operator',
    text: `SELECT ${PERSON_COLUMNS} FROM people WHERE email = $1`,
    values: [email],
  });
  if (!rows[0]) throw new DomainError('not_found', `There is no person with the address ${email}.`);
  return rows[0];
}
