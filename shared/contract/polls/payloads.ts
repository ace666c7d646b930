// Polls: the data of their webhook event.
import type { Payloads } from '../payload.ts';
import * as field from '../shapes.ts';

/** Type of an event → its data. */
export const POLL_PAYLOADS: Payloads<'poll'> = {
  'poll.voted': {
    summary: 'A vote was cast or changed',
    data: {
      poll_id: field.id('Id of the poll'),
      question: field.text('The question'),
      option_id: field.id('Id of the chosen option'),
      option: field.text('Text of the chosen option'),
      previous_option_id: field.idOrNull(
        'Id of the option chosen before; null: this is the first vote of the address',
      ),
      email: field.text('The address that voted, as in the email'),
      contact_id: field.id('Id of the contact with this address'),
      email_id: field.id('Id of the email'),
      campaign_id: field.id('Id of the campaign that sent the email'),
      template_id: field.id('Id of the template of the email'),
      created_at: field.time('When the vote was cast'),
    },
    optional: ['contact_id', 'campaign_id', 'template_id'],
  },
};
