// Finds the contact of a simulation in the audience of the automation, or invents it.
import { DomainError, notFound } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { AnnouncedContact } from '../../../audience/contact-events/event-data.ts';
import { CONTACT_COLUMNS } from '../../../audience/contact-fields/contact.ts';
import type { ContactProperty } from '../../../audience/contact-properties/contact-property.ts';
import { requireContactId } from '../../../audience/contacts/find.ts';
import { checkProperties } from '../../../audience/contacts/save/input.ts';
import { REFUSES_TRACKING } from '../../../audience/tracking-refusals/refuses-tracking.ts';
import type { ChosenBy } from '../../../audience/unsubscribes/unsubscribes.ts';
import type { Automation } from '../automation.ts';
import type { InventedContact, SimulatedPerson } from './simulation.ts';

/** The contact properties of an account, by key. */
export type DeclaredProperties = ReadonlyMap<string, ContactProperty>;

/** A contact that a simulation begins with. */
export interface FoundPerson extends AnnouncedContact {
  /** Number of the property → value. */
  properties: Readonly<Record<string, unknown>>;
  /** The actor that has unsubscribed the address; null: it is subscribed. */
  unsubscribedBy: ChosenBy | null;
  isInvented: boolean;
}

/** The input of an invented contact. */
interface Inventing {
  declared: DeclaredProperties;
  id: string;
  now: Date;
}

const UNSUBSCRIBED_BY = `(SELECT chosen_by FROM unsubscribes
  WHERE unsubscribes.account_id = given.account_id AND unsubscribes.email_key = given.email_key)`;

const FIND = `
  SELECT ${CONTACT_COLUMNS}, contacts.properties, ${UNSUBSCRIBED_BY.replaceAll('given.', 'contacts.')} AS "unsubscribedBy",
         ARRAY(SELECT segment_id FROM segment_contacts WHERE contact_id = contacts.id ORDER BY segment_id) AS "segmentIds"
  FROM contacts WHERE contacts.id = $2 AND contacts.account_id = $1`;

/**
 * Finds a person.
 * @throws DomainError `not_found`; `validation_error` for a contact of another audience, and for a property of an invented
 *   one that does not exist or has a value of another type
 */
export async function findPerson(
  database: Queryable,
  automation: Pick<Automation, 'accountId' | 'audienceId'>,
  person: SimulatedPerson,
  inventing: Inventing,
): Promise<FoundPerson> {
  if ('invented' in person) return await invent(database, automation, person.invented, inventing);
  const { accountId, audienceId } = automation;
  const key = 'id' in person ? person : { ...person, audienceId };
  const id = await requireContactId(database, { accountId, ...key });
  const { rows } = await database.query<Omit<FoundPerson, 'isInvented'>>({
    name: 'find-simulated-contact',
    text: FIND,
    values: [accountId, id],
  });
  const [found] = rows;
  if (!found) throw notFound('Contact');
  if (found.audienceId === audienceId) return { ...found, isInvented: false };
  throw new DomainError('validation_error', 'The contact is not in the audience of the automation.');
}

/** The decisions of its address are not invented, unless the request says that it has unsubscribed. */
async function invent(
  database: Queryable,
  { accountId, audienceId }: Pick<Automation, 'accountId' | 'audienceId'>,
  { properties, unsubscribed, ...given }: InventedContact,
  { declared, id, now }: Inventing,
): Promise<FoundPerson> {
  const values = checkProperties(
    properties.filter(([, value]) => value !== null),
    declared,
  );
  const { rows } = await database.query<Pick<FoundPerson, 'unsubscribedBy' | 'refusesTracking'>>({
    name: 'find-decisions-of-invented',
    text: `SELECT ${UNSUBSCRIBED_BY} AS "unsubscribedBy", ${REFUSES_TRACKING.replaceAll('contacts.', 'given.')} AS "refusesTracking"
           FROM (SELECT $1::uuid, $2) AS given (account_id, email_key)`,
    values: [accountId, given.emailKey],
  });
  const stored = rows[0]?.unsubscribedBy ?? null;
  const unsubscribedBy = unsubscribed === undefined ? stored : unsubscribed ? (stored ?? 'account') : null;
  return {
    ...given,
    id,
    accountId,
    audienceId,
    segmentIds: [],
    createdAt: now,
    updatedAt: now,
    isInvented: true,
    unsubscribed: unsubscribedBy !== null,
    unsubscribedBy,
    properties: Object.fromEntries(values),
    refusesTracking: rows[0]?.refusesTracking ?? false,
  };
}
