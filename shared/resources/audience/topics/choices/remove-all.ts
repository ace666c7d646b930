// Removes the choices of a deleted topic in steps. The key of a choice begins with the address, because every other
// reader reads the choices of an address. So a step walks over choices of all topics of the account and removes those
// of this topic; an index on the topic would cost every choice an entry, for a deletion that no client waits for.
import type { Transaction } from '../../../../platform/db/transaction.ts';

/** A choice: address in key form, topic. */
export type ChoiceKey = readonly [emailKey: string, topicId: string];

/** The choices that one step reads. */
export interface TopicStep {
  accountId: string;
  topicId: string;
  /** The last choice of the step before; an empty text and NIL_UUID: the first step. */
  after: ChoiceKey;
  /** Choices of all topics. */
  limit: number;
}

/** The page is read from the primary key alone; its rows are locked and removed in the order of their key. */
const REMOVE = `
  WITH page AS MATERIALIZED (
    SELECT email_key, topic_id FROM topic_choices
    WHERE account_id = $1 AND (email_key, topic_id) > ($3, $4)
    ORDER BY email_key, topic_id LIMIT $5
  ), removed AS (
    DELETE FROM topic_choices
    WHERE account_id = $1 AND topic_id = $2
      AND email_key = ANY(ARRAY(SELECT email_key FROM page WHERE topic_id = $2))
  )
  SELECT email_key AS "emailKey", topic_id AS "topicId" FROM page ORDER BY email_key DESC, topic_id DESC LIMIT 1`;

/** Reads the next choices of an account. @returns the last of them; undefined: there are no more */
export async function removeChoicesOfTopic(
  transaction: Transaction,
  { accountId, topicId, after, limit }: TopicStep,
): Promise<ChoiceKey | undefined> {
  const { rows } = await transaction.query<{ emailKey: string; topicId: string }>({
    name: 'remove-choices-of-topic',
    text: REMOVE,
    values: [accountId, topicId, ...after, limit],
  });
  return rows[0] && [rows[0].emailKey, rows[0].topicId];
}
