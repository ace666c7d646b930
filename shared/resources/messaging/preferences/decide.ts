// Stores what the person of a link decides: to receive nothing, which topics, or not to be measured. It is the person's own decision, so it
// replaces every other one. It creates no contact, so it does not wait for other contact writes of the account
// (docs/architecture/unsubscribes.md#a-decision).
import { addressKey } from '../../../mail/addresses.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { SQLSTATES, sqlstateOf } from '../../../platform/failures/sqlstates.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import {
  type Announcing,
  announceChanges,
  type ChangedContacts,
  lockForListeners,
} from '../../audience/contact-events/announce.ts';
import type { ContactListener } from '../../audience/contact-events/contact-listener.ts';
import { findContactIdsOf } from '../../audience/contacts/find.ts';
import { BY_PERSON, recordOnTimeline } from '../../audience/timeline-records/record.ts';
import { chooseTopics, type TopicChoice } from '../../audience/topics/choices/choose.ts';
import { lockTopics } from '../../audience/topics/lock.ts';
import { allowTracking, refuseTracking, trackingOf } from '../../audience/tracking-refusals/refusals.ts';
import { resubscribe, unsubscribe } from '../../audience/unsubscribes/unsubscribes.ts';
import { countUnsubscribe } from '../emails/metrics/count-unsubscribe.ts';
import type { PreferencesTarget } from '../unsubscribe-page/link.ts';
import type { PersonDecision } from './decision.ts';
import { findPreferences, type Preferences } from './find.ts';
import { limitReturns } from './limit-returns.ts';

/** Dependencies of a decision. */
export interface DecideDeps {
  database: Database;
  queues: QueueProducer;
  contactListeners: readonly ContactListener[];
}

/** The decisions of an address before and after a decision. */
export interface Decided {
  before: Preferences;
  after: Preferences;
  /** Whether the person has returned too often: only the unsubscribes were applied. */
  isLimited?: boolean;
}

/** How often a transaction is run that Postgres ends for a deadlock. */
const ATTEMPTS_MAX = 4;
/** A contact write may lock the rows of the address for 15 s; mail clients wait about that long. */
const LOCK_WAIT_MS = 15_000;

/**
 * Stores a decision and announces it. After the commit, the webhooks that subscribe to the events are woken. It may be
 * repeated: earlier decisions change and announce nothing.
 * @returns undefined when the account no longer exists
 */
export async function decidePreferences(
  { database, queues, contactListeners }: DecideDeps,
  target: PreferencesTarget,
  decision: PersonDecision,
  now: Date,
): Promise<Decided | undefined> {
  const announcing = { accountId: target.accountId, now, queues, contactListeners };
  const work = (client: Transaction) => decide(client, target, decision, announcing);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction(database, work, { lockTimeoutMs: LOCK_WAIT_MS });
    } catch (error) {
      if (sqlstateOf(error) !== SQLSTATES.deadlockDetected || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

/**
 * Locks in the documented order: count of returns, recipient, counter, topics, contacts to which automations listen,
 * unsubscribe, choices, and what automations need.
 */
async function decide(
  client: Transaction,
  target: PreferencesTarget,
  decision: PersonDecision,
  announcing: Announcing,
): Promise<Decided | undefined> {
  const before = await findPreferences(client, target);
  if (!before) return undefined;
  const { wanted, isLimited } = await limitReturns(client, target, {
    wanted: withOneClick(decision, before),
    before,
    now: announcing.now,
  });
  const isLost = isLeaving(wanted, before);
  if (isLost) await countUnsubscribe(client, target, announcing.now);
  const asked = [...(wanted.choices?.keys() ?? [])];
  const offered = before.topics.filter(({ id }) => asked.includes(id)).map(({ id }) => id);
  const topicIds = (await lockTopics(client, target.accountId, offered)).map(({ id }) => id);
  // The topic was deleted after it was read.
  const isTopicGone = decision.oneClick && wanted.choices && topicIds.length === 0;
  const emailKey = addressKey(target.address);
  const unsubscribed = isTopicGone ? true : wanted.unsubscribed;
  const { switched, shown } = await setFacts(
    client,
    { emailKey, emailId: target.emailId },
    { unsubscribed, refusesTracking: wanted.refusesTracking },
    announcing,
  );
  const chosen = before.topics.flatMap((topic) => {
    const subscription = topicIds.includes(topic.id) ? wanted.choices?.get(topic.id) : undefined;
    // A topic that was left at its default stays undecided, except with the one-click unsubscribe.
    const isDecided = decision.oneClick || topic.isChosen || topic.subscription !== subscription;
    return subscription && isDecided ? [{ emailKey, topicId: topic.id, subscription }] : [];
  });
  const changed = await chooseTopics(client, {
    accountId: target.accountId,
    choices: chosen,
    chosenBy: 'person',
    now: announcing.now,
  });
  await record(client, announcing, { emailKey, switched, changed });
  const email = changed.length > 0 && (await findContactEmail(client, target.accountId, emailKey));
  const topics = email && { choices: changed, emails: new Map([[emailKey, email]]) };
  await announceChanges(client, topics ? { ...shown, topics } : shown, announcing);
  const after = await findPreferences(client, target);
  return after && { before, after, isLimited };
}

function withOneClick(decision: PersonDecision, { topic }: Preferences): PersonDecision {
  if (!decision.oneClick) return decision;
  return topic ? { choices: new Map([[topic.id, 'opt_out']]) } : { unsubscribed: true };
}

/** Whether the sender loses the person: for the metric, which counts the unsubscribes that an email has caused. */
function isLeaving({ unsubscribed, choices }: PersonDecision, before: Preferences): boolean {
  if (before.unsubscribed) return false;
  const { topic } = before;
  const leavesTopic = topic?.subscription === 'opt_in' && choices?.get(topic.id) === 'opt_out';
  return unsubscribed === true || leavesTopic;
}

/** Records the changes, for timelines. */
async function record(
  client: Transaction,
  { accountId, now }: Announcing,
  { emailKey, switched, changed }: { emailKey: string; switched: Facts; changed: readonly TopicChoice[] },
): Promise<void> {
  const { unsubscribed, refusesTracking } = switched;
  if (unsubscribed === undefined && refusesTracking === undefined && changed.length === 0) return;
  const tracking = refusesTracking === undefined ? undefined : trackingOf(refusesTracking);
  const topics = changed.map(({ topicId, subscription }) => ({ id: topicId, subscription }));
  const made = { type: 'preferences.changed' as const, emailKey, data: { unsubscribed, tracking, topics } };
  await recordOnTimeline(client, { accountId, by: BY_PERSON, now }, [made]);
}

/** The facts that contacts of the address show; undefined: no change. */
interface Facts {
  unsubscribed: boolean | undefined;
  refusesTracking: boolean | undefined;
}

/** @returns the changes, and the contacts that show them */
async function setFacts(
  client: Transaction,
  { emailKey, emailId }: { emailKey: string; emailId: string },
  { unsubscribed, refusesTracking }: Facts,
  announcing: Announcing,
): Promise<{ switched: Facts; shown: ChangedContacts }> {
  const { accountId, now } = announcing;
  const decision = { accountId, emailKeys: [emailKey], now, emailId };
  if (unsubscribed !== undefined || refusesTracking !== undefined)
    await lockForListeners(client, [emailKey], announcing);
  const switched: Facts = { unsubscribed: undefined, refusesTracking: undefined };
  if (unsubscribed === true && (await unsubscribe(client, decision, 'person')).length > 0)
    switched.unsubscribed = true;
  if (unsubscribed === false && (await resubscribe(client, accountId, emailKey)))
    switched.unsubscribed = false;
  if (refusesTracking === true && (await refuseTracking(client, decision, 'person')).length > 0)
    switched.refusesTracking = true;
  if (refusesTracking === false && (await allowTracking(client, accountId, emailKey)))
    switched.refusesTracking = false;
  if (switched.unsubscribed === undefined && switched.refusesTracking === undefined)
    return { switched, shown: {} };
  const updated = await findContactIdsOf(client, accountId, [emailKey]);
  return { switched, shown: { updated, unsubscribed: switched.unsubscribed ? updated : [] } };
}

/** The address as its contact has it; undefined: no contact has this address. */
async function findContactEmail(
  client: Transaction,
  accountId: string,
  emailKey: string,
): Promise<string | undefined> {
  const { rows } = await client.query<{ email: string }>({
    name: 'find-email-of-contact',
    text: `SELECT email FROM contacts JOIN audiences ON audiences.id = audience_id AND deleted_at IS NULL
           WHERE contacts.account_id = $1 AND email_key = $2 ORDER BY is_default DESC, contacts.id LIMIT 1`,
    values: [accountId, emailKey],
  });
  return rows[0]?.email;
}

/** The decision that takes a decision back, as far as it has changed something; undefined: it has changed nothing. */
export function undoOf({ before, after }: Decided): PersonDecision | undefined {
  const now = new Map(after.topics.map(({ id, subscription }) => [id, subscription]));
  const changed = before.topics.filter(({ id, subscription }) => now.has(id) && now.get(id) !== subscription);
  const isSwitched = before.unsubscribed !== after.unsubscribed;
  const isMeasuredOtherwise = before.refusesTracking !== after.refusesTracking;
  if (!isSwitched && !isMeasuredOtherwise && changed.length === 0) return undefined;
  return {
    ...(isSwitched && { unsubscribed: before.unsubscribed }),
    ...(isMeasuredOtherwise && { refusesTracking: before.refusesTracking }),
    choices: new Map(changed.map(({ id, subscription }) => [id, subscription])),
  };
}
