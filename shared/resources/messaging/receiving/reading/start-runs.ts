// Gives email.received to the automations: where From is proven and is a contact of the audience of the domain that has
// received it. A forged From starts nothing and ends no wait, nor does what a program has sent: it could be answered for
// ever.
import { addressKey } from '../../../../mail/addresses.ts';
import { isAutoReply } from '../../../../mail/reports/auto-reply.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { ContactEvent, ContactListener } from '../../../audience/contact-events/contact-listener.ts';
import { notifyListeners } from '../../../audience/contact-events/notify-listeners.ts';
import { buildReceivedEventData } from '../event-data.ts';
import { HOPS_MAX, hopsOf } from '../hops.ts';
import type { ReadEmail } from '../received-email.ts';
import type { ReadAttachment } from './insert-parts.ts';

/** An email that was read, with its files. */
export type AnnouncedEmail = ReadEmail & { attachments: readonly ReadAttachment[] };

interface SenderContact {
  place: string;
  contactId: string;
  audienceId: string;
  emailKey: string;
}

const FIND_CONTACTS = `
  SELECT received.place, contacts.id AS "contactId", contacts.audience_id AS "audienceId", email_key AS "emailKey"
  FROM unnest($1::uuid[], $2::uuid[], $3::text[]) WITH ORDINALITY AS received (account_id, domain_id, sender_key, place)
  JOIN domains ON domains.id = received.domain_id AND domains.account_id = received.account_id
  JOIN contacts ON contacts.account_id = received.account_id AND contacts.email_key = received.sender_key
    AND contacts.audience_id = domains.audience_id`;

/** Starts and continues runs. Issue no statement after it that waits for a lock, but for the counters of quota. */
export async function startRunsOfSenders(
  transaction: Transaction,
  emails: readonly AnnouncedEmail[],
  listeners: readonly ContactListener[],
  now: Date,
): Promise<void> {
  const proven = emails.filter(
    ({ message, domainId }) => message.authenticated && message.fromAddress !== null && domainId !== null,
  );
  if (proven.length === 0 || listeners.length === 0) return;
  const events = await findEvents(transaction, proven);
  await notifyListeners(transaction, events, listeners, now);
}

async function findEvents(
  transaction: Transaction,
  emails: readonly AnnouncedEmail[],
): Promise<ContactEvent[]> {
  const { rows } = await transaction.query<SenderContact>({
    name: 'find-contacts-of-senders',
    text: FIND_CONTACTS,
    values: [
      emails.map(({ accountId }) => accountId),
      emails.map(({ domainId }) => domainId),
      emails.map(({ message }) => addressKey(message.fromAddress ?? '')),
    ],
  });
  return rows.flatMap(({ place, ...contact }) => {
    const email = emails[Number(place) - 1];
    return email ? [eventOf(email, contact)] : [];
  });
}

function eventOf(email: AnnouncedEmail, contact: Omit<SenderContact, 'place'>): ContactEvent {
  const { headers, subject, attachments } = email.message;
  const hops = hopsOf(headers);
  return {
    name: 'email.received',
    accountId: email.accountId,
    ...contact,
    payload: buildReceivedEventData(email),
    at: email.createdAt,
    chain: [],
    lane: 'event',
    hops,
    // The null return path is that of reports; one hop more would be the tenth.
    isMachine:
      email.mailFrom === '' || hops >= HOPS_MAX || isAutoReply({ headers, subject, parts: attachments }),
  };
}
