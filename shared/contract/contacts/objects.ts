// Contacts: the objects in answers, as JSON Schemas.
import { CONTACT_PROPERTY_TYPES } from '../contact-properties/values.ts';
import * as field from '../shapes.ts';
import { SUPPRESSION_ORIGINS } from '../suppressions/values.ts';
import { TOPIC_SUBSCRIPTIONS } from '../topics/values.ts';
import { fieldsByColumn } from './fields.ts';
import { CONTACT_TRACKING } from './values.ts';

const AUDIENCE_ID = field.id('Id of the audience that the contact is in');
const CONTACT_ID = field.id('Id of the contact');
const TOPIC_ID = field.id('Id of the topic');
const SEGMENT_ID = field.id('Id of the segment');

/** A contact in a list. */
export const CONTACT_ITEM = {
  id: field.ID,
  audience_id: AUDIENCE_ID,
  email: field.text('The address'),
  ...fieldsByColumn(({ title }) => field.textOrNull(`${title}; null: none is known`)),
  unsubscribed: field.flag(
    'True: the address has unsubscribed from everything. This belongs to the address: it is the same for its contacts in all audiences, and remains when they are deleted',
  ),
  tracking: field.oneOf(
    '`refused`: opens and clicks of the address are not tracked; only the person can allow tracking again. Belongs to the address, like `unsubscribed`',
    CONTACT_TRACKING,
  ),
  created_at: field.time('When the contact was created'),
  updated_at: field.time('When the contact was last changed'),
} as const;

const PROPERTIES = {
  description: 'Values of contact properties, by key',
  type: 'object',
  additionalProperties: field.inner({
    type: field.oneOf('Type of the property', CONTACT_PROPERTY_TYPES),
    value: { description: 'The value; a date is a string', type: ['string', 'number', 'boolean'] },
  }),
} as const;

const SEGMENT = { id: SEGMENT_ID, name: field.text('Name of the segment') } as const;

const MEMBERSHIP = {
  object: field.type('contact_segment'),
  id: SEGMENT_ID,
  contact_id: CONTACT_ID,
  segment_id: SEGMENT_ID,
  audience_id: AUDIENCE_ID,
} as const;

/** Name of an object → its fields. */
export const CONTACT_OBJECTS = {
  ContactItem: CONTACT_ITEM,
  Contact: {
    object: field.type('contact'),
    ...CONTACT_ITEM,
    properties: PROPERTIES,
    segments: field.groups('The segments that the contact is in, newest first', SEGMENT),
    suppressed: field.groupOrNull(
      'Entry on the suppression list that blocks mail to the address; null: it is not suppressed',
      {
        origin: field.oneOf('What caused the entry', SUPPRESSION_ORIGINS),
        since: field.time('When the entry was added'),
      },
    ),
  },
  DeletedContact: {
    object: field.type('contact'),
    id: field.ID,
    contact: field.id('Id of the contact, as Resend’s SDK reads it'),
    deleted: { description: 'True: the contact was deleted', const: true },
  },
  ContactBatch: {
    data: field.groups('The contact of each address, in the order of the request', {
      object: field.type('contact'),
      id: CONTACT_ID,
    }),
  },
  ContactSegmentItem: { ...SEGMENT, created_at: field.time('When the segment was created') },
  ContactSegment: MEMBERSHIP,
  DeletedContactSegment: {
    ...MEMBERSHIP,
    deleted: { description: 'True: the contact was removed from the segment', const: true },
  },
  ContactTopicItem: {
    id: TOPIC_ID,
    name: field.text('Name of the topic'),
    description: field.textOrNull('Description of the topic; null: none'),
    subscription: field.oneOf(
      '`opt_in`: the address receives emails of the topic, by choice or by default; `opt_out`: it does not',
      TOPIC_SUBSCRIPTIONS,
    ),
  },
  ContactTopics: {
    object: field.type('contact_topics'),
    id: CONTACT_ID,
    contact_id: CONTACT_ID,
    topics: field.groups('The given subscriptions', {
      id: TOPIC_ID,
      subscription: field.oneOf('The subscription', TOPIC_SUBSCRIPTIONS),
    }),
  },
} as const satisfies Record<string, field.ObjectFields>;
