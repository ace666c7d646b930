// Creates the definition of an event, up to EVENTS_MAX per account.
import { DomainError } from '../../../../contract/domain-error.ts';
import { EVENTS_MAX } from '../../../../contract/limits.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { lockAccount } from '../../../foundation/accounts/lock.ts';
import { EVENT_COLUMNS, type EventDefinition } from './event.ts';

/**
 * Creates an event.
 * @throws DomainError `validation_error` when the account has an event of this name, or EVENTS_MAX
 */
export async function createEvent(
  database: Database,
  { id, accountId, name, schema, createdAt }: Omit<EventDefinition, 'updatedAt'>,
): Promise<EventDefinition> {
  return await transaction(database, async (client) => {
    await lockAccount(client, accountId);
    const { rows: found } = await client.query<{ count: number; isTaken: boolean }>({
      name: 'count-events',
      text: `SELECT count(*)::integer AS count, coalesce(bool_or(name = $2), false) AS "isTaken"
             FROM events WHERE account_id = $1`,
      values: [accountId, name],
    });
    const { count = 0, isTaken = false } = found[0] ?? {};
    if (isTaken)
      throw new DomainError('validation_error', 'An event with this `name` already exists.', {
        field: 'name',
      });
    if (count >= EVENTS_MAX)
      throw new DomainError('validation_error', `An account can have up to ${EVENTS_MAX} events.`);
    const { rows } = await client.query<EventDefinition>({
      name: 'create-event',
      text: `INSERT INTO events (id, account_id, name, schema, created_at) VALUES ($1, $2, $3, $4, $5)
             RETURNING ${EVENT_COLUMNS}`,
      values: [id, accountId, name, schema && JSON.stringify(schema), createdAt],
    });
    if (!rows[0]) throw new Error('The event was not stored.');
    return rows[0];
  });
}
