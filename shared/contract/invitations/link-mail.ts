// The mail of a one-time link: the fields that say what became of it, of invitations and of addresses to confirm.
import * as field from '../shapes.ts';
import { LINK_MAIL_STATUSES } from './values.ts';

export const LINK_MAIL = {
  mail_status: field.oneOf(
    'State of the email with the link: `waiting` to be sent, `sent` to the mail server of the address, or `failed`; null: there is no valid link',
    [...LINK_MAIL_STATUSES, null],
  ),
  mail_failure: field.textOrNull('Why the email could not be sent; null: it was sent, or can still be'),
} as const satisfies field.ObjectFields;
