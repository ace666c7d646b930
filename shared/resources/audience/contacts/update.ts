// Updates a contact: PATCH /contacts/:id. It is the one operation that undoes an unsubscribe, of the person too
// (docs/reference/contacts.md#who-has-said-no). It takes no refusal to be measured back.
import { CONTACT_FIELDS, type FieldsByKey } from '../../../contract/contacts/fields.ts';
import { DomainError } from '../../../contract/domain-error.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { SQLSTATES, sqlstateOf } from '../../../platform/failures/sqlstates.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import { type ChangeCondition, requireUnchanged, timeOfChange } from '../../foundation/if-unchanged.ts';
import { type Announcing, announceChanges, lockForListeners } from '../contact-events/announce.ts';
import type { ContactListener } from '../contact-events/contact-listener.ts';
import type { Contact, ContactPath, FullContact } from '../contact-fields/contact.ts';
import { changedFields, fieldColumns, fieldParameters } from '../contact-fields/field-columns.ts';
import { findContactProperties } from '../contact-properties/find.ts';
import { type ContactWriteDeps, writeContacts } from '../contact-writes/write-contacts.ts';
import {
  type RecordedChange,
  recordOnTimeline,
  type TimelineActor,
  type TimelineRecord,
} from '../timeline-records/record.ts';
import { refuseTracking } from '../tracking-refusals/refusals.ts';
import { type AddressDecision, resubscribe, unsubscribe } from '../unsubscribes/unsubscribes.ts';
import { findContactIdsOf, lockContact, requireContact } from './find.ts';
import { checkProperties, type GivenProperties } from './save/input.ts';

/** Dependencies of changes to a contact. */
export interface ChangeContactDeps extends ContactWriteDeps {
  queues: QueueProducer;
  contactListeners: readonly ContactListener[];
}

/** The changes; undefined: none. Null removes a field. */
export interface ContactChanges extends Partial<FieldsByKey<string | null | undefined>>, ChangeCondition {
  email?: { address: string; key: string } | undefined;
  unsubscribed?: boolean | undefined;
  /** False takes no refusal back: it is refused itself where there is one. */
  refusesTracking?: boolean | undefined;
  /** A null value removes the contact's value. */
  properties: GivenProperties;
}

/**
 * Updates a contact. After the commit, the webhooks that subscribe to the events are woken.
 * @param by the actor, for timelines
 * @returns the contact after the change
 * @throws DomainError `not_found`; `validation_error` for an address that another contact of the audience has, for a
 *   property, for an address that several audiences have, or that refuses tracking, and for another time;
 *   `contacts_busy`, `contacts_timeout`
 */
export async function updateContact(
  deps: ChangeContactDeps,
  path: ContactPath,
  changes: ContactChanges,
  now: Date,
  by?: TimelineActor,
): Promise<FullContact> {
  const { accountId } = path;
  try {
    return await writeContacts(deps, accountId, async ({ client }) => {
      const { queues, contactListeners } = deps;
      const announcing = { accountId, now, queues, contactListeners };
      const contact = await lock(client, path, changes, announcing);
      requireUnchanged('contact', contact, changes.ifUpdatedAt);
      const isChanged = await change(client, contact, changes, now);
      const emailKey = changes.email?.key ?? contact.emailKey;
      const decided = await decide(client, { accountId, emailKeys: [emailKey], now }, changes);
      const isDecided = Object.values(decided).some((value) => value !== undefined);
      const shown = isDecided ? await findContactIdsOf(client, accountId, [emailKey]) : [];
      const updated = [...new Set([...(isChanged ? [contact.id] : []), ...shown])];
      const unsubscribed = decided.unsubscribed ? shown : [];
      const record = isChanged || isDecided ? recordOf(contact, changes, isChanged, decided) : undefined;
      // An address that was changed has the record too, so that it is known where its contact is.
      const keys = record ? [...new Set([contact.emailKey, emailKey])] : [];
      const records = keys.flatMap((key) => (record ? [{ ...record, emailKey: key }] : []));
      await recordOnTimeline(client, { accountId, by, now }, records);
      await announceChanges(client, { updated, unsubscribed }, announcing);
      const after = await requireContact(client, { accountId, id: contact.id });
      if (changes.refusesTracking === false && after.refusesTracking) throw trackingRefused();
      return after;
    });
  } catch (error) {
    throw sqlstateOf(error) === SQLSTATES.uniqueViolation ? addressTaken() : error;
  }
}

/** A decision shows in the contacts of its address in all audiences, which are locked together, in one order. */
async function lock(
  client: Transaction,
  path: ContactPath,
  { email, unsubscribed, refusesTracking }: ContactChanges,
  announcing: Pick<Announcing, 'accountId' | 'contactListeners'>,
): Promise<Contact> {
  if (unsubscribed === undefined && !refusesTracking) return await lockContact(client, path);
  // This read takes no lock, so that no contact is locked before the others.
  const { emailKey } = await requireContact(client, path);
  await lockForListeners(client, [emailKey, ...(email ? [email.key] : [])], announcing);
  const contact = await lockContact(client, path);
  // Another request has changed its address after the read. A deadlock is repeated (../contact-writes/write-contacts.ts).
  if (contact.emailKey !== emailKey) await lockForListeners(client, [contact.emailKey], announcing);
  return contact;
}

const UPDATE = `
  UPDATE contacts SET
    email = $3, email_key = $4, properties = jsonb_strip_nulls(properties || $5::jsonb), updated_at = $6,
    (${fieldColumns()}) = ROW(${fieldParameters(7)})
  WHERE account_id = $1 AND id = $2
    AND (email, properties, ${fieldColumns()})
      IS DISTINCT FROM ($3, jsonb_strip_nulls(properties || $5::jsonb), ${fieldParameters(7)})`;

/** @returns whether the row has changed */
async function change(
  client: Transaction,
  contact: Contact,
  changes: ContactChanges,
  now: Date,
): Promise<boolean> {
  const { email, properties } = changes;
  const declared = properties.length > 0 ? await findContactProperties(client, contact.accountId) : [];
  const values = checkProperties(properties, new Map(declared.map((property) => [property.key, property])));
  const { rowCount } = await client.query({
    name: 'update-contact',
    text: UPDATE,
    values: [
      contact.accountId,
      contact.id,
      email?.address ?? contact.email,
      email?.key ?? contact.emailKey,
      JSON.stringify(Object.fromEntries(values)),
      timeOfChange(contact, now),
      ...Object.values(changedFields(contact, changes)),
    ],
  });
  return rowCount === 1;
}

/** @returns the decisions that changed something. The contacts of the address in all audiences show them */
async function decide(
  client: Transaction,
  decision: AddressDecision,
  { unsubscribed, refusesTracking }: ContactChanges,
): Promise<Pick<RecordedChange, 'unsubscribed' | 'tracking'>> {
  const [emailKey = ''] = decision.emailKeys;
  const isSwitched =
    unsubscribed !== undefined &&
    (unsubscribed
      ? (await unsubscribe(client, decision, 'account')).length > 0
      : await resubscribe(client, decision.accountId, emailKey));
  const isRefused = refusesTracking && (await refuseTracking(client, decision, 'account')).length > 0;
  return {
    unsubscribed: isSwitched ? unsubscribed : undefined,
    tracking: isRefused ? 'refused' : undefined,
  };
}

/** The changes, by the names of the fields in requests. */
function recordOf(
  contact: Contact,
  changes: ContactChanges,
  isChanged: boolean,
  decided: Pick<RecordedChange, 'unsubscribed' | 'tracking'>,
): Omit<TimelineRecord & { type: 'contact.updated' }, 'emailKey'> {
  const texts = CONTACT_FIELDS.filter(
    ({ key }) => changes[key] !== undefined && changes[key] !== contact[key],
  ).map(({ column }) => column);
  const isMoved = changes.email !== undefined && changes.email.address !== contact.email;
  const properties = changes.properties.map(([key]) => `properties.${key}`);
  const fields = isChanged ? [...(isMoved ? ['email'] : []), ...texts, ...properties] : [];
  return { type: 'contact.updated', contactId: contact.id, data: { fields, ...decided } };
}

function trackingRefused(): DomainError {
  return new DomainError(
    'validation_error',
    '`tracking`: the address refused tracking. Only the person can allow it again, on the preference page. Nothing was changed.',
  );
}

function addressTaken(): DomainError {
  return new DomainError(
    'validation_error',
    '`email` is the address of another contact of this audience. Nothing was changed.',
    { field: 'email' },
  );
}
