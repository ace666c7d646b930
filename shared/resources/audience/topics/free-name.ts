// Requires a unique name for a topic of an account: a person chooses topics by their names alone. There is no unique
// index: topics from before this rule may share a name, and keep it.
import { DomainError } from '../../../contract/domain-error.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { Topic } from './topic.ts';

/**
 * Passes if no other topic has the name, letter case ignored; the caller has locked the account.
 * @throws DomainError `validation_error`
 */
export async function requireFreeTopicName(
  client: Transaction,
  { id, accountId, name }: Pick<Topic, 'id' | 'accountId' | 'name'>,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>({
    name: 'find-topic-of-name',
    text: 'SELECT name FROM topics WHERE account_id = $1 AND id <> $2 AND lower(name) = lower($3) LIMIT 1',
    values: [accountId, id, name],
  });
  if (rows[0])
    throw new DomainError('validation_error', `A topic with the \`name\` "${rows[0].name}" already exists.`);
}
