// Passes the opens and clicks of people to the automations: email.opened and email.clicked. It uses a transaction of
// its own, since automations lock contacts and runs before anything else. The event is about the mail's own contact,
// else the contact of its address in the audience of its domain, which is looked up only if something listens.
import { addressKey } from '../../../../mail/addresses.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import type { ContactEvent, ContactListener } from '../../../audience/contact-events/contact-listener.ts';
import { notifyListeners } from '../../../audience/contact-events/notify-listeners.ts';
import {
  buildEmailEventData,
  clickedDetails,
  type EventDetails,
  type EventEmail,
  openedDetails,
} from '../../emails/events/event-data.ts';
import { type ClaimedHit, detailsOf, removeClaimedHits } from './claimed-hits.ts';

/** Dependencies of starting runs. */
export interface StartRunsDeps {
  database: Database;
  contactListeners: readonly ContactListener[];
  /** Whether events keep the address and the User-Agent of clients. */
  keepsClients: boolean;
}

/** The mail of a hit to which something may listen. */
interface HitMail extends EventEmail {
  hitId: string;
  address: string;
  runId: string | null;
  automationId: string | null;
  contactId: string | null;
  /** The audience of its domain. */
  audienceId: string;
  /** A click that is the first sign of an open. */
  isFirstOpen: boolean;
}

/** Starts and continues runs, and removes the hits, whose claims end. Each hit does so once. */
export async function startRunsOfHits(
  { database, contactListeners, keepsClients }: StartRunsDeps,
  hits: readonly ClaimedHit[],
  now: Date,
): Promise<void> {
  if (hits.length === 0) return;
  await transaction(database, async (client) => {
    const removed = await removeClaimedHits(client, hits);
    const own = hits.filter(({ id }) => removed.has(id)).sort((a, b) => a.at.getTime() - b.at.getTime());
    const events: ContactEvent[] = [];
    for (const accountId of new Set(own.map((hit) => hit.accountId))) {
      const ofAccount = own.filter((hit) => hit.accountId === accountId);
      const mails = await findMails(client, accountId, ofAccount, contactListeners);
      events.push(...(await findEvents(client, accountId, { hits: ofAccount, mails, keepsClients })));
    }
    await notifyListeners(client, events, contactListeners, now);
  });
}

/** None where nothing listens. */
const FIND_MAILS = (listens: readonly string[]) => `
  SELECT hit.id AS "hitId", emails.id, message_id AS "messageId", emails.created_at AS "createdAt",
         from_address AS "from", subject, coalesce(tags, '[]') AS tags, coalesce(headers, '{}') AS headers, recipient.address,
         run_id AS "runId", automation_id AS "automationId", contact_id AS "contactId", audience_id AS "audienceId",
         is_click AND tracking & 1 = 1 AND recipient.opened_at = hit.at AS "isFirstOpen"
  FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::boolean[])
    AS hit (id, email_id, recipient_id, at, is_click)
  JOIN emails ON emails.id = hit.email_id AND emails.account_id = $1
  JOIN email_recipients AS recipient ON recipient.id = hit.recipient_id AND recipient.account_id = $1
  JOIN domains ON domains.id = emails.domain_id AND domains.account_id = $1
  WHERE ${listens.join(' OR ')}`;

async function findMails(
  client: Transaction,
  accountId: string,
  hits: readonly ClaimedHit[],
  listeners: readonly ContactListener[],
): Promise<HitMail[]> {
  if (listeners.length === 0) return [];
  const { rows } = await client.query<HitMail>({
    name: 'find-mails-of-hits',
    text: FIND_MAILS(listeners.map(({ listens }) => listens)),
    values: [
      accountId,
      hits.map(({ id }) => id),
      hits.map(({ emailId }) => emailId),
      hits.map(({ recipientId }) => recipientId),
      hits.map(({ at }) => at),
      hits.map(({ link }) => link !== null),
    ],
  });
  return rows;
}

interface FoundContact {
  id: string;
  audienceId: string;
  emailKey: string;
}

const FIND_CONTACTS = `
  SELECT id, audience_id AS "audienceId", email_key AS "emailKey" FROM contacts
  WHERE account_id = $1 AND id = ANY($2::uuid[])
  UNION
  SELECT id, audience_id, email_key FROM contacts
  WHERE account_id = $1 AND (audience_id, email_key) IN (SELECT * FROM unnest($3::uuid[], $4::text[]))`;

async function findEvents(
  client: Transaction,
  accountId: string,
  {
    hits,
    mails,
    keepsClients,
  }: { hits: readonly ClaimedHit[]; mails: readonly HitMail[]; keepsClients: boolean },
): Promise<ContactEvent[]> {
  if (mails.length === 0) return [];
  const others = mails.filter(({ contactId }) => contactId === null);
  const { rows } = await client.query<FoundContact>({
    name: 'find-contacts-of-hits',
    text: FIND_CONTACTS,
    values: [
      accountId,
      mails.flatMap(({ contactId }) => contactId ?? []),
      others.map(({ audienceId }) => audienceId),
      others.map(({ address }) => addressKey(address)),
    ],
  });
  const byId = new Map(rows.map((contact) => [contact.id, contact]));
  const byAddress = new Map(rows.map((contact) => [`${contact.audienceId} ${contact.emailKey}`, contact]));
  const mailOf = new Map(mails.map((mail) => [mail.hitId, mail]));
  return hits.flatMap((hit) => {
    const mail = mailOf.get(hit.id);
    if (!mail) return [];
    const key = `${mail.audienceId} ${addressKey(mail.address)}`;
    const contact = mail.contactId === null ? byAddress.get(key) : byId.get(mail.contactId);
    return contact ? eventsOf(hit, mail, contact, keepsClients) : [];
  });
}

function eventsOf(
  hit: ClaimedHit,
  mail: HitMail,
  { id: contactId, audienceId, emailKey }: FoundContact,
  keepsClients: boolean,
): ContactEvent[] {
  const { accountId, link, at } = hit;
  const details = detailsOf(hit, 'person', keepsClients);
  const { automationId, runId, address } = mail;
  const event = (name: 'email.opened' | 'email.clicked', hitData: EventDetails): ContactEvent => ({
    name,
    accountId,
    audienceId,
    contactId,
    emailKey,
    at,
    lane: 'event',
    payload: buildEmailEventData(mail, address, hitData),
    // A person has caused it, but what follows from the mail of an automation never starts that automation.
    chain: automationId === null ? [] : [automationId],
    ...(runId !== null && { mailRunId: runId }),
  });
  const opened = event('email.opened', openedDetails(details));
  if (link === null) return [opened];
  const clicked = event('email.clicked', clickedDetails(details, link));
  return mail.isFirstOpen ? [opened, clicked] : [clicked];
}
