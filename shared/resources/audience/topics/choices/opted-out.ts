// Finds addresses that get no mail of a topic: those that have unsubscribed from everything or opted out of the topic,
// and those that have not opted in to a topic that requires it (docs/reference/topics.md#choices). Mail of an
// automation without a topic checks the first of these only. It is read when an email is accepted and again before each
// attempt to send it; other mail is never checked (`isUnsubscribable` of shared/resources/messaging/emails/email.ts).
import { addressKey } from '../../../../mail/addresses.ts';
import type { CombinableQuery } from '../../../../platform/db/combined-query.ts';
import type { AccountAddress } from '../../../foundation/accounts/account-address.ts';
import type { ChosenBy } from '../../unsubscribes/unsubscribes.ts';

/** An address to which an account wants to send mail that it can unsubscribe from. */
export interface TopicAddress extends AccountAddress {
  /** null: the mail has no topic, and only an unsubscribe from everything counts. */
  topicId: string | null;
}

/** Why an address gets no such mail. */
export interface OptOut {
  /** Unsubscribing from everything beats every choice of a topic. */
  from: 'everything' | 'topic';
  /** Whether it gets no mail of the topic even if it has not unsubscribed from everything. */
  isOutOfTopic: boolean;
  /** null: the topic was deleted, or the mail has none. */
  topicName: string | null;
  /** null: no choice was made, and the topic only reaches addresses that have opted in. */
  decision: { by: ChosenBy; since: Date } | null;
}

/** Answers why an address gets no such mail; undefined: it does. */
export type FindOptOut = (address: TopicAddress) => OptOut | undefined;

interface OptOutRow {
  accountId: string;
  topicId: string | null;
  emailKey: string;
  topicName: string | null;
  hasUnsubscribed: boolean;
  isOutOfTopic: boolean;
  chosenBy: ChosenBy | null;
  since: string | null;
}

const OUT_OF_TOPIC = `coalesce(choice.subscription, topic.default_subscription, 'opt_in') = 'opt_out'`;
/**
 * `OFFSET 0` makes each of the three a look-up by key for each address: Postgres might else read all decisions of all
 * accounts. The choices of a deleted topic still count; they are stored for as long as its emails can be in transit.
 */
const OPTED_OUT = `
  SELECT asked.account_id AS "accountId", asked.topic_id AS "topicId", asked.email_key AS "emailKey",
         topic.name AS "topicName", unsubscribe.chosen_by IS NOT NULL AS "hasUnsubscribed",
         ${OUT_OF_TOPIC} AS "isOutOfTopic",
         coalesce(unsubscribe.chosen_by, choice.chosen_by) AS "chosenBy",
         coalesce(unsubscribe.chosen_at, choice.chosen_at) AS since
  FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS asked (account_id, topic_id, email_key)
  LEFT JOIN LATERAL (
    SELECT name, default_subscription FROM topics
    WHERE id = asked.topic_id AND account_id = asked.account_id OFFSET 0) AS topic ON true
  LEFT JOIN LATERAL (
    SELECT chosen_by, chosen_at FROM unsubscribes
    WHERE account_id = asked.account_id AND email_key = asked.email_key OFFSET 0) AS unsubscribe ON true
  LEFT JOIN LATERAL (
    SELECT subscription, chosen_by, chosen_at FROM topic_choices
    WHERE account_id = asked.account_id AND email_key = asked.email_key AND topic_id = asked.topic_id
    OFFSET 0) AS choice ON true
  WHERE unsubscribe.chosen_by IS NOT NULL OR ${OUT_OF_TOPIC}`;

/** A query that answers which of these addresses get no mail of their topic, or none at all, and why. */
export function optedOut(addresses: readonly TopicAddress[]): CombinableQuery<FindOptOut> {
  return {
    text: OPTED_OUT,
    values: [
      addresses.map(({ accountId }) => accountId),
      addresses.map(({ topicId }) => topicId),
      addresses.map(({ address }) => addressKey(address)),
    ],
    answer(rows: OptOutRow[]) {
      const found = new Map(rows.map((row) => [keyOf(row), toOptOut(row)]));
      return ({ address, ...asked }) => found.get(keyOf({ ...asked, emailKey: addressKey(address) }));
    },
  };
}

function keyOf({ accountId, topicId, emailKey }: Pick<OptOutRow, 'accountId' | 'topicId' | 'emailKey'>) {
  return `${accountId} ${topicId?.toLowerCase() ?? ''} ${emailKey}`;
}

function toOptOut({ topicName, hasUnsubscribed, isOutOfTopic, chosenBy, since }: OptOutRow): OptOut {
  return {
    from: hasUnsubscribed ? 'everything' : 'topic',
    isOutOfTopic,
    topicName,
    decision: chosenBy && since ? { by: chosenBy, since: new Date(since) } : null,
  };
}

/** A topic that an account names. */
export interface NamedTopic {
  accountId: string;
  topicId: string;
}

/** A query that answers which of these topics exist and belong to their account. */
export function ownTopics(topics: readonly NamedTopic[]): CombinableQuery<(topic: NamedTopic) => boolean> {
  return {
    text: 'SELECT account_id AS "accountId", id AS "topicId" FROM topics WHERE id = ANY($1::uuid[])',
    values: [topics.map(({ topicId }) => topicId)],
    answer(rows: NamedTopic[]) {
      const own = new Set(rows.map(({ accountId, topicId }) => `${accountId} ${topicId}`));
      return ({ accountId, topicId }) => own.has(`${accountId} ${topicId.toLowerCase()}`);
    },
  };
}
