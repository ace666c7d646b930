// Announces changes of contacts to webhooks, in the transaction of the change. Most accounts have no webhook; for them
// no contact is read. Automations are told of the same changes (announce-changes.ts).
import type { Transaction } from '../../platform/db/transaction.ts';
import type { QueueProducer } from '../../platform/queues/connect.ts';
import type { TopicChoice } from '../topics/choices/choose.ts';
import type { TopicSubscription } from '../topics/topic.ts';
import { fanOutEvents, selectAccountsWithWebhooks } from '../webhooks/fan-out.ts';
import { CONTACT_COLUMNS } from './contact.ts';
import { type AnnouncedContact, buildContactEventData, buildContactTopicsEventData } from './event-data.ts';

/** Changes of an account that are announced together. */
export interface Announcing {
  accountId: string;
  now: Date;
  queues: QueueProducer;
}

/** What happened to contacts. */
export type ContactEventType = 'contact.created' | 'contact.updated' | 'contact.deleted';

/** Selects contacts `$2` of the account `$1` as their events show them; those of a deleted audience are left out. */
export const selectAnnounced = (condition: string): string => `
  SELECT ${CONTACT_COLUMNS},
         ARRAY(SELECT segment_id FROM segment_contacts JOIN segments ON segments.id = segment_id
               WHERE contact_id = contacts.id ORDER BY segment_id) AS "segmentIds"
  FROM contacts JOIN audiences ON audiences.id = audience_id AND deleted_at IS NULL
  WHERE contacts.account_id = $1 AND contacts.id = ANY($2::uuid[]) AND ${condition}
  ORDER BY contacts.id`;

const READ = selectAnnounced(`$1 IN (${selectAccountsWithWebhooks('ARRAY[$1]::uuid[]')})`);

/** Announces contacts as they are at this moment: after they have changed, or before they are deleted. */
export async function announceContacts(
  transaction: Transaction,
  type: ContactEventType,
  contactIds: readonly string[],
  { accountId, now, queues }: Announcing,
): Promise<void> {
  if (contactIds.length === 0) return;
  const { rows } = await transaction.query<AnnouncedContact>({
    name: 'read-announced-contacts',
    text: READ,
    values: [accountId, contactIds],
  });
  const events = rows.map((contact) => ({
    accountId,
    type,
    data: buildContactEventData(contact),
    createdAt: now,
  }));
  await fanOutEvents(transaction, events, queues);
}

/**
 * Announces choices about topics that have changed something, in one event for each address.
 * @param emails address in key form → the address as the contact has it
 */
export async function announceTopicChoices(
  transaction: Transaction,
  choices: readonly TopicChoice[],
  emails: ReadonlyMap<string, string>,
  { accountId, now, queues }: Announcing,
): Promise<void> {
  if (choices.length === 0 || !(await hasWebhook(transaction, accountId))) return;
  const topicsOf = new Map<string, { id: string; subscription: TopicSubscription }[]>();
  for (const { emailKey, topicId: id, subscription } of choices) {
    const topics = topicsOf.get(emailKey) ?? [];
    topicsOf.set(emailKey, topics);
    topics.push({ id, subscription });
  }
  const events = [...topicsOf].map(([emailKey, topics]) => ({
    accountId,
    type: 'contact.topics.updated' as const,
    data: buildContactTopicsEventData(emails.get(emailKey) ?? emailKey, topics),
    createdAt: now,
  }));
  await fanOutEvents(transaction, events, queues);
}

async function hasWebhook(transaction: Transaction, accountId: string): Promise<boolean> {
  const { rowCount } = await transaction.query({
    name: 'find-webhook-of-account',
    text: `${selectAccountsWithWebhooks('ARRAY[$1]::uuid[]')} LIMIT 1`,
    values: [accountId],
  });
  return rowCount === 1;
}

/** The contacts of addresses in all audiences of an account, which all show what their address decides. */
export async function findContactIdsOf(
  transaction: Transaction,
  accountId: string,
  emailKeys: readonly string[],
): Promise<string[]> {
  if (emailKeys.length === 0) return [];
  const { rows } = await transaction.query<{ id: string }>({
    name: 'find-contacts-of-addresses',
    text: 'SELECT id FROM contacts WHERE account_id = $1 AND email_key = ANY($2::text[])',
    values: [accountId, emailKeys],
  });
  return rows.map(({ id }) => id);
}
