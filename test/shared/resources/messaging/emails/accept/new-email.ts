// Builds a valid email for the acceptor; a test gives only the fields that matter to it.

import { parseMailbox } from '../../../../../../shared/mail/addresses.ts';
import type { Ids } from '../../../../../../shared/platform/time/ids.ts';
import type { NewEmail, ParsedMailbox } from '../../../../../../shared/resources/messaging/emails/email.ts';

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
  return {
    id: ids.next(),
    accountId: sender.accountId,
    boundDomainId: null,
    source: 'api',
    lane: 'transactional',
    from,
    to: mailboxes('bo@customer.dev'),
    cc: [],
    bcc: [],
    replyTo: [],
    subject: 'Hello',
    html: null,
    text: 'Hello Bo',
    previewText: null,
    headers: {},
    tags: [],
    topicId: null,
    templateId: null,
    automationId: null,
    scheduledAt: null,
    createdAt: new Date(),
    ...changes,
  };
}
