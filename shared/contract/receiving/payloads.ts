// Received emails: the data of their webhook event, without bodies and headers.
import type { Payloads } from '../payload.ts';
import * as field from '../shapes.ts';
import { FILE, ITEM } from './objects.ts';

const { from, to, cc, bcc, subject, received_for, message_id, created_at } = ITEM;
const { size, charset_guessed, content_description, ...SHOWN_OF_FILE } = FILE;

/** Type of an event → its data. */
export const RECEIVING_PAYLOADS: Pick<Payloads<'email'>, 'email.received'> = {
  'email.received': {
    summary: 'An email was received',
    data: {
      email_id: field.id('Id of the received email'),
      message_id,
      created_at,
      from,
      to,
      cc,
      bcc,
      subject,
      received_for,
      attachments: field.groups('Attachments of the message, in order', SHOWN_OF_FILE),
    },
  },
};
