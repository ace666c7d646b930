// Contacts: descriptions of their fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

const ITEM_FIELDS: FieldDescriptions = {
  audience_id: 'Id of the audience that the contact is in',
  email: 'The address',
  first_name: 'First name; null: none is known',
  last_name: 'Last name; null: none is known',
  unsubscribed:
    'True: the address has unsubscribed from everything. This is a fact about the address: it is the same for its contacts in all audiences and outlives them',
  created_at: 'When the contact was created',
  updated_at: 'When the contact was last changed',
};

const IN_INPUT: FieldDescriptions = {
  email: 'The address: `email@domain`, without a name',
  first_name: 'First name',
  last_name: 'Last name',
  unsubscribed: 'True unsubscribes the address from everything; false changes nothing here',
  properties: 'Values of contact properties by their keys; the properties must exist',
  segments: 'Segments to add the contact to: ids, or objects with an id',
  'segments.id': 'Id of the segment',
  topics:
    'Subscriptions to topics; `opt_in` has an effect only where the address has not chosen, `opt_out` always',
  'topics.id': 'Id of the topic',
  'topics.subscription': '`opt_in`: it receives the mail of the topic; `opt_out`: it does not',
};

const ON_UPDATE: FieldDescriptions = {
  email: 'A new address: `email@domain`, without a name. No other contact of the audience may have it',
  first_name: 'First name; null removes it',
  last_name: 'Last name; null removes it',
  unsubscribed: 'True unsubscribes the address from everything; false takes that back',
  properties: 'Values of contact properties by their keys; null removes a value',
};

const IN_LIST: FieldDescriptions = {
  segment_id: 'Only the members of this segment',
  topic_id: 'Only contacts that the mail of this topic reaches',
  unsubscribed: 'Only contacts whose address has unsubscribed (true) or has not (false)',
  email: 'Only the contact of this address',
  q: 'Text in the address or the name. Searches the 50,000 contacts nearest to the cursor',
};

const ON_DELETE: FieldDescriptions = {
  erase:
    'True: deletes the contacts of the address in all audiences, and removes the address and its names from emails, events, webhook messages and logs',
};

/** The same descriptions for several operations. */
function forEach(scopes: readonly string[], fields: FieldDescriptions): FieldDescriptions {
  return Object.fromEntries(
    scopes.flatMap((scope) => Object.entries(fields).map(([name, text]) => [`${scope}.${name}`, text])),
  );
}

export const CONTACT_FIELDS: FieldDescriptions = {
  ...ITEM_FIELDS,
  ...forEach(['createContact', 'createAudienceContact'], IN_INPUT),
  ...Object.fromEntries(
    Object.entries(IN_INPUT).map(([name, text]) => [`batchContacts.contacts.${name}`, text]),
  ),
  ...forEach(['batchContacts'], IN_INPUT),
  ...forEach(['updateContact', 'updateAudienceContact'], ON_UPDATE),
  ...forEach(['listContacts', 'listAudienceContacts', 'listSegmentContacts'], IN_LIST),
  ...forEach(['deleteContact', 'deleteAudienceContact'], ON_DELETE),
  'createContact.audience_id': 'Id of the audience; absent: the default audience',
  'batchContacts.contacts': 'Up to 1,000 contacts',
  'batchContacts.audience_id': 'Id of the audience; absent: the default audience',
  'batchContacts.on_conflict':
    'What happens to an address that is a contact already: `update` (or `upsert`) changes the contact, `skip` leaves it as it is',
  'batchContacts.x-batch-validation':
    '`strict`: one invalid contact rejects the whole batch. `permissive`: invalid contacts are left out and listed in `errors`',
  'updateContactTopics.topics': 'The subscriptions to change',
  'updateContactTopics.topics.id': 'Id of the topic',
  'updateContactTopics.topics.subscription':
    '`opt_in`: it receives the mail of the topic; `opt_out`: it does not',
  'updateContactTopics.id': 'Id of the topic',
  'updateContactTopics.subscription': '`opt_in`: it receives the mail of the topic; `opt_out`: it does not',

  'Contact.properties': 'The values of contact properties that the contact has, by their keys',
  'Contact.properties.type': 'Type of the property',
  'Contact.properties.value': 'The value; a date is its text',
  'Contact.segments': 'The segments that the contact is in, newest first',
  'Contact.segments.id': 'Id of the segment',
  'Contact.segments.name': 'Name of the segment',
  'DeletedContact.contact': 'Id of the contact, as Resend’s SDK reads it',
  'DeletedContact.deleted': 'True: the contact was deleted',
  'ContactBatch.data': 'The contact of each address, in the order of the request',
  'ContactBatch.data.object': 'Type of the object',
  'ContactBatch.data.id': 'Id of the contact',
  'ContactSegmentItem.id': 'Id of the segment',
  'ContactSegmentItem.name': 'Name of the segment',
  'ContactSegmentItem.created_at': 'When the segment was created',
  'ContactSegment.id': 'Id of the segment',
  'DeletedContactSegment.id': 'Id of the segment',
  contact_id: 'Id of the contact',
  segment_id: 'Id of the segment',
  'DeletedContactSegment.deleted': 'True: the contact is not in the segment any more',
  'ContactTopicItem.id': 'Id of the topic',
  'ContactTopicItem.name': 'Name of the topic',
  description: 'Description of the topic; null: none',
  subscription:
    '`opt_in`: the address receives the mail of the topic, by its choice or by default; `opt_out`: it does not',
  'ContactTopics.id': 'Id of the contact',
  'ContactTopics.topics': 'The given subscriptions',
  'ContactTopics.topics.id': 'Id of the topic',
  'ContactTopics.topics.subscription': 'The subscription',
};
