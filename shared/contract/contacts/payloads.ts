// Contacts: the data of their webhook events, without that of imports.
import type { Payload, Payloads } from '../payload.ts';
import * as field from '../shapes.ts';
import { TOPIC_SUBSCRIPTIONS } from '../topics/values.ts';
import { CONTACT_ITEM } from './objects.ts';

const DATA = {
  ...CONTACT_ITEM,
  segment_ids: field.texts('Ids of the segments that the contact is in'),
} as const;

const event = (summary: string): Payload => ({ summary, data: DATA });

/** Type of an event → its data. */
export const CONTACT_PAYLOADS: Omit<Payloads<'contact'>, 'contact.import.completed'> = {
  'contact.created': event('A contact was created, except by an import'),
  'contact.updated': event('The fields or segments of a contact changed, or the contact unsubscribed'),
  'contact.deleted': event('A contact was deleted'),
  'contact.topics.updated': {
    summary: 'An address opted in to topics or out of them',
    data: {
      email: field.text('The address'),
      topics: field.groups('The topics whose subscription changed', {
        id: field.id('Id of the topic'),
        subscription: field.oneOf('Whether the address receives the topic', TOPIC_SUBSCRIPTIONS),
      }),
    },
  },
};
