// People to whom an account may send, by their address: the objects in answers, as JSON Schemas.
import * as field from '../shapes.ts';
import { SUPPRESSION_ORIGINS } from '../suppressions/values.ts';
import { TOPIC_SUBSCRIPTIONS } from '../topics/values.ts';
import { DECIDED_BY } from './values.ts';

const UNSUBSCRIBED = field.inner({
  since: field.time('When the address unsubscribed from everything'),
  by: field.oneOf('`person`: on a page or by a mail client; `account`: through the API', DECIDED_BY),
  email_id: field.idOrNull('Id of the email whose link was used; null: there was none, or it is not known'),
});

const SUPPRESSION = field.inner({
  origin: field.oneOf(
    '`bounce`: an email bounced; `complaint`: an email was reported as spam; `manual`: the address was added by hand',
    SUPPRESSION_ORIGINS,
  ),
  since: field.time('When the address was added to the suppression list'),
  email_id: field.idOrNull('Id of the email that caused it; null: it was added by hand'),
  reply: field.textOrNull('Reply of the server that refused the email; null: there was none'),
});

/** Name of an object → its fields. */
export const PERSON_OBJECTS = {
  Person: {
    object: field.type('person'),
    address: field.text('The address, in lower case'),
    contacts: field.groups('The contacts of the address, of the default audience first', {
      id: field.id('Id of the contact'),
      audience: field.group('The audience that the contact is in', {
        id: field.id('Id of the audience'),
        name: field.text('Name of the audience'),
      }),
      domains: field.texts('Names of the domains that use the audience, in alphabetical order'),
      created_at: field.time('When the contact was created'),
    }),
    unsubscribed: {
      ...UNSUBSCRIBED,
      description: 'The unsubscribe from everything; null: the address has not unsubscribed',
      type: ['object', 'null'],
    },
    topics: field.groups('All topics of the account, newest first', {
      id: field.id('Id of the topic'),
      name: field.text('Name of the topic'),
      subscription: field.oneOf(
        '`opt_in`: the address receives the mail of the topic, by its choice or by default; `opt_out`: it does not',
        TOPIC_SUBSCRIPTIONS,
      ),
      since: field.timeOrNull(
        'When it was chosen; null: nothing was chosen, the default of the topic counts',
      ),
      by: field.oneOf('Who has chosen; null: nothing was chosen', [...DECIDED_BY, null]),
    }),
    suppression: {
      ...SUPPRESSION,
      description: 'The entry on the suppression list; null: the address is not on it',
      type: ['object', 'null'],
    },
    tracking: { description: 'Null: opens and clicks are not tracked', type: 'null' },
  },
} as const satisfies Record<string, field.ObjectFields>;
