// Announces a vote to the webhooks of the account, and to the listeners of the process (automations): poll.voted. Most
// accounts have neither: for them one look-up is all.
import { addressKey } from '../../../mail/addresses.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import type { ContactEvent, ContactListener } from '../../audience/contact-events/contact-listener.ts';
import { notifyListeners } from '../../audience/contact-events/notify-listeners.ts';
import { fanOutEvents, selectAccountsWithWebhooks } from '../../foundation/webhooks/fan-out.ts';
import type { PollVoter } from '../polls/link.ts';
import type { Poll } from '../polls/poll.ts';
import { buildVoteEventData } from './event-data.ts';

/** A vote that has changed something. */
export interface ChangedVote {
  voter: PollVoter;
  poll: Poll;
  optionId: string;
  /** Null: it is the first vote of the address. */
  previousId: string | null;
  at: Date;
}

/** Dependencies of announcing. */
export interface AnnounceDeps {
  queues: QueueProducer;
  contactListeners: readonly ContactListener[];
}

interface Audience {
  isHooked: boolean;
  isListened: boolean;
}

const FIND_AUDIENCE = (listens: readonly string[]) => `
  SELECT EXISTS (${selectAccountsWithWebhooks('ARRAY[$1]::uuid[]')}) AS "isHooked",
         ${listens.length === 0 ? 'false' : listens.map((each) => `(${each})`).join(' OR ')} AS "isListened"`;

/** The facts about a vote's mail and person. */
interface Origin {
  contactId: string | null;
  audienceId: string | null;
  emailKey: string | null;
  campaignId: string | null;
  templateId: string | null;
  runId: string | null;
  automationId: string | null;
}

/**
 * The contact of the mail; else the contact of the address in the audience of its domain; for removed mail the contact
 * of the address, in the default audience before others.
 */
const FIND_ORIGIN = `
  SELECT contact.id AS "contactId", contact.audience_id AS "audienceId", contact.email_key AS "emailKey",
         mail.campaign_id AS "campaignId", mail.template_id AS "templateId", mail.run_id AS "runId",
         mail.automation_id AS "automationId"
  FROM (VALUES ($1::uuid)) AS account (id)
  LEFT JOIN LATERAL (
    SELECT emails.campaign_id, emails.template_id, run_id, automation_id, emails.contact_id, audience_id, true AS is_found
    FROM emails LEFT JOIN domains ON domains.id = emails.domain_id AND domains.account_id = $1
    WHERE emails.id = $2 AND emails.account_id = $1) AS mail ON true
  LEFT JOIN LATERAL (
    SELECT contacts.id, audience_id, email_key
    FROM contacts JOIN audiences ON audiences.id = audience_id AND deleted_at IS NULL
    WHERE contacts.account_id = $1 AND email_key = $3
      AND (mail.is_found IS NULL OR contacts.id = mail.contact_id
           OR (mail.contact_id IS NULL AND contacts.audience_id = mail.audience_id))
    ORDER BY is_default DESC, contacts.id LIMIT 1) AS contact ON true`;

/**
 * Announces a vote. It must be the last work of a transaction that waits for locks, because automations lock the usage of
 * the account (docs/architecture/guarantees.md#lock-order).
 */
export async function announceVote(
  client: Transaction,
  { queues, contactListeners }: AnnounceDeps,
  vote: ChangedVote,
): Promise<void> {
  const { accountId, emailId, address } = vote.voter;
  const audience = await findAudience(client, accountId, contactListeners);
  if (!audience.isHooked && !audience.isListened) return;
  const origin = await findOrigin(client, vote.voter);
  const { poll, optionId, previousId, at } = vote;
  const data = buildVoteEventData({
    poll,
    optionId,
    previousId,
    address,
    emailId,
    at,
    contactId: origin.contactId,
    campaignId: poll.campaignId ?? origin.campaignId,
    templateId: poll.templateId ?? origin.templateId,
  });
  if (audience.isHooked)
    await fanOutEvents(client, [{ accountId, type: 'poll.voted', data, createdAt: at }], queues);
  const { contactId, audienceId, emailKey, automationId, runId } = origin;
  if (!audience.isListened || contactId === null || audienceId === null || emailKey === null) return;
  const event: ContactEvent = {
    name: 'poll.voted',
    accountId,
    audienceId,
    contactId,
    emailKey,
    payload: data,
    at,
    // A person has caused it, but what follows from the mail of an automation never starts that automation.
    chain: automationId === null ? [] : [automationId],
    lane: 'event',
    ...(runId !== null && { mailRunId: runId }),
  };
  await notifyListeners(client, [event], contactListeners, at);
}

async function findAudience(
  client: Transaction,
  accountId: string,
  listeners: readonly ContactListener[],
): Promise<Audience> {
  const { rows } = await client.query<Audience>({
    name: 'find-audience-of-vote',
    text: FIND_AUDIENCE(listeners.map(({ listens }) => listens)),
    values: [accountId],
  });
  return rows[0] ?? { isHooked: false, isListened: false };
}

async function findOrigin(client: Transaction, voter: PollVoter): Promise<Origin> {
  const { rows } = await client.query<Origin>({
    name: 'find-origin-of-vote',
    text: FIND_ORIGIN,
    values: [voter.accountId, voter.emailId, addressKey(voter.address)],
  });
  const [origin] = rows;
  if (!origin) throw new Error('A vote has no account.');
  return origin;
}
