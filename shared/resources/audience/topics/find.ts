// Reads topics: all of an account, or one.
import { notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { TOPIC_COLUMNS, type Topic } from './topic.ts';

/** All topics of an account; at most TOPICS_MAX. */
export async function findTopics(database: Queryable, accountId: string): Promise<Topic[]> {
  const { rows } = await database.query<Topic>({
    name: 'find-topics',
    text: `SELECT ${TOPIC_COLUMNS} FROM topics WHERE account_id = $1`,
    values: [accountId],
  });
  return rows;
}

/**
 * Reads a topic.
 * @throws DomainError `not_found` when there is none, or it belongs to another account
 */
export async function requireTopic(database: Queryable, accountId: string, id: string): Promise<Topic> {
  const { rows } = await database.query<Topic>({
    name: 'find-topic',
    text: `SELECT ${TOPIC_COLUMNS} FROM topics WHERE id = $1 AND account_id = $2`,
    values: [id, accountId],
  });
  if (!rows[0]) throw notFound('Topic');
  return rows[0];
}
