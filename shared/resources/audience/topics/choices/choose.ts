// What addresses have chosen about topics: one fact per account, address and topic, which outlives the contact
// (docs/reference/topics.md#choices). What an account says while it creates contacts is weaker than a choice: it
// may opt an address out, but in only where nothing was chosen yet.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { TopicSubscription } from '../topic.ts';

/** A choice of an address. */
export interface TopicChoice {
  /** The address in key form (shared/mail/addresses.ts). */
  emailKey: string;
  topicId: string;
  subscription: TopicSubscription;
}

/** Choices about topics of one account, each address and topic once. */
export interface TopicChoices {
  accountId: string;
  choices: readonly TopicChoice[];
  chosenBy: 'person' | 'account';
  now: Date;
}

/** Rows are inserted in the order of their key (docs/architecture/guarantees.md#lock-order). */
const insertWhere = (condition: string): string => `
  INSERT INTO topic_choices AS old (account_id, email_key, topic_id, subscription, chosen_by, chosen_at)
  SELECT $1, email_key, topic_id, subscription, $5, $6
  FROM unnest($2::text[], $3::uuid[], $4::text[]) AS given (email_key, topic_id, subscription)
  ORDER BY email_key, topic_id
  ON CONFLICT (account_id, email_key, topic_id) DO UPDATE
  SET subscription = excluded.subscription, chosen_by = excluded.chosen_by, chosen_at = excluded.chosen_at
  WHERE old.subscription <> excluded.subscription ${condition}
  RETURNING email_key AS "emailKey", topic_id AS "topicId", subscription`;

const CHOOSE = { name: 'choose-topics', text: insertWhere('') };
const PROPOSE = { name: 'propose-topics', text: insertWhere(`AND excluded.subscription = 'opt_out'`) };

/** The account must not take back later what the person has confirmed. */
const CONFIRM = `
  UPDATE topic_choices AS old SET chosen_by = 'person', chosen_at = $5
  FROM unnest($2::text[], $3::uuid[], $4::text[]) AS given (email_key, topic_id, subscription)
  WHERE old.account_id = $1 AND old.email_key = given.email_key AND old.topic_id = given.topic_id
    AND old.subscription = given.subscription AND old.chosen_by = 'account'`;

/**
 * Stores choices, which replace earlier ones. A choice of the person counts as theirs, even if the account has chosen
 * the same.
 * @returns the choices that have changed something
 */
export async function chooseTopics(transaction: Transaction, chosen: TopicChoices): Promise<TopicChoice[]> {
  const changed = await insert(transaction, CHOOSE, chosen);
  const { accountId, choices, chosenBy, now } = chosen;
  if (chosenBy === 'person' && choices.length > 0) {
    await transaction.query({
      name: 'confirm-topics',
      text: CONFIRM,
      values: [accountId, ...columnsOf(choices), now],
    });
  }
  return changed;
}

/** Stores choices that take no opt-out back. @returns those that have changed something */
export function proposeTopics(transaction: Transaction, choices: TopicChoices): Promise<TopicChoice[]> {
  return insert(transaction, PROPOSE, choices);
}

async function insert(
  transaction: Transaction,
  statement: { name: string; text: string },
  { accountId, choices, chosenBy, now }: TopicChoices,
): Promise<TopicChoice[]> {
  if (choices.length === 0) return [];
  const { rows } = await transaction.query<TopicChoice>({
    ...statement,
    values: [accountId, ...columnsOf(choices), chosenBy, now],
  });
  return rows;
}

function columnsOf(choices: readonly TopicChoice[]): [string[], string[], TopicSubscription[]] {
  return [
    choices.map(({ emailKey }) => emailKey),
    choices.map(({ topicId }) => topicId),
    choices.map(({ subscription }) => subscription),
  ];
}
