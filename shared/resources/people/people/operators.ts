// What operators do for a person who cannot sign in: a link to choose a new password, and the removal of a second factor
// whose app and recovery codes are lost; and how they end sessions that another person may have (`npm run ops`).
import { DomainError } from '../../../contract/domain-error.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { type Ids, isUuidV7 } from '../../../platform/time/ids.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { type NewAuditEvent, recordAuditEvent } from '../../foundation/audit-events/record.ts';
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

/** The act of an operator, for the audit log of each account of the person. */
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

/** A person whose sessions were ended. */
export interface SignedOutPerson extends Pick<Person, 'id' | 'email' | 'name'> {
  endedSessions: number;
}

/**
 * Ends every session of a person or of all members of an account, and their sign-ins that wait for a second factor:
 * including members' sessions that show another account, because a session can switch to any account of its person.
 * @param subject the id of an account or a person, or the address of a person in key form
 * @throws DomainError `not_found`
 */
export async function endSessionsOf(
  { database, ids }: OperatorDeps,
  subject: { id: string } | { email: string },
  act: OperatorAct,
): Promise<SignedOutPerson[]> {
  return await transaction(database, async (client) => {
    const id = 'id' in subject && isUuidV7(subject.id) ? subject.id : null;
    // No person joins the account until the end, and none of these signs in.
    const isAccount = id !== null && (await lockIfAccount(client, id));
    const people = await lockPeople(client, { id, email: 'email' in subject ? subject.email : null });
    if (!isAccount && people.length === 0) throw noSuchSubject(subject);
    const signedOut: SignedOutPerson[] = [];
    for (const person of people)
      signedOut.push({ ...person, endedSessions: await endSignIns(client, person.id) });
    if (isAccount) await recordAuditEvent(client, ids, { ...act, accountId: id, targetId: id });
    for (const person of people)
      await recordForPerson(client, ids, person.id, { ...act, targetId: person.id });
    return signedOut;
  });
}

async function lockIfAccount(client: Transaction, id: string): Promise<boolean> {
  await lockAccount(client, id);
  const { rowCount } = await client.query({
    name: 'find-account-to-sign-out',
    text: 'SELECT FROM accounts WHERE id = $1',
    values: [id],
  });
  return rowCount === 1;
}

/** The person with this id or address, or the members of the account with this id. */
async function lockPeople(
  client: Transaction,
  { id, email }: { id: string | null; email: string | null },
): Promise<Pick<Person, 'id' | 'email' | 'name'>[]> {
  const { rows } = await client.query<Pick<Person, 'id' | 'email' | 'name'>>({
    name: 'lock-people-to-sign-out',
    text: `SELECT id, email, name FROM people
           WHERE id = $1 OR email = $2 OR id = ANY(ARRAY(SELECT person_id FROM members WHERE account_id = $1))
           ORDER BY id FOR NO KEY UPDATE`,
    values: [id, email],
  });
  return rows;
}

function noSuchSubject(subject: { id: string } | { email: string }): DomainError {
  if ('email' in subject) return noSuchPerson(subject.email);
  return new DomainError('not_found', `There is no account and no person ${subject.id}.`);
}

async function requirePersonOf(client: Transaction, email: string): Promise<Person> {
  const { rows } = await client.query<Person>({
    name: 'find-person-for-operator',
    text: `SELECT ${PERSON_COLUMNS} FROM people WHERE email = $1`,
    values: [email],
  });
  if (!rows[0]) throw noSuchPerson(email);
  return rows[0];
}

function noSuchPerson(email: string): DomainError {
  return new DomainError('not_found', `There is no person with the address ${email}.`);
}
