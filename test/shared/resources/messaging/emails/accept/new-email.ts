// Builds a valid email for the acceptor; a test gives only the fields that matter to it.

import { EMPTY_MAIL_CONTENT } from '../../../../../../shared/contract/mail/fields.ts';
import { parseMailbox } from '../../../../../../shared/mail/addresses.ts';
import type { Ids } from '../../../../../../shared/platform/time/ids.ts';
import {
  newEmail as makeEmail,
  type NewEmail,
  type ParsedMailbox,
} from '../../../../../../shared/resources/messaging/emails/email.ts';

/** Parses addresses as the API does. */
export function mailboxes(...texts: string[]): ParsedMailbox[] {
  return texts.map((text) => {
    const mailbox = parseMailbox(text);
    if (!mailbox) throw new Error(`${text} is no address.`);
    return { text, mailbox };
  });
}

/** Builds an email of an account from a domain. */
export function newEmail(
  ids: Ids,
  sender: { accountId: string; domain: { name: string } },
  changes: Partial<NewEmail> = {},
): NewEmail {
  const [from] = mailboxes(`ana@${sender.domain.name}`);
  if (!from) throw new Error('There is no sender.');
  const said = { ...EMPTY_MAIL_CONTENT, from, subject: 'Hello', text: 'Hello Bo' };
  const to = mailboxes('bo@customer.dev');
  const { accountId } = sender;
  return {
    ...makeEmail(said, { id: ids.next(), accountId, source: 'api', to, createdAt: new Date() }),
    ...changes,
  };
}
