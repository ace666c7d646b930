// The texts of an email that may mention a person, with those of its parts: the searched texts (find.ts) are the erased
// ones (erase.ts).
import type { TextColumns } from '../../../../platform/db/rewrite-texts.ts';
import { MAIL_PARTS } from '../parts/list.ts';

type Columns = TextColumns['columns'];

/** Columns of `emails`. */
export const EMAIL_TEXTS: Columns = {
  from_address: 'text',
  to_addresses: 'text[]',
  cc_addresses: 'text[]',
  bcc_addresses: 'text[]',
  reply_to_addresses: 'text[]',
  subject: 'text',
  preview_text: 'text',
  headers: 'jsonb',
  ...textsOfParts('emails'),
};

/** Columns of `email_contents`. */
export const CONTENT_TEXTS: Columns = { html: 'text', text: 'text', ...textsOfParts('contents') };

function textsOfParts(table: 'emails' | 'contents'): Columns {
  return Object.assign({}, ...MAIL_PARTS.map(({ erases }) => erases?.texts?.[table]));
}
