// Finds a received event of an account by its id, with what it has started.
import { notFound } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { ACCOUNT_EVENT_LIST, type AccountReceivedEvent } from './list.ts';

/** @throws DomainError `not_found` */
export async function requireReceivedEvent(
  database: Queryable,
  { accountId, id }: { accountId: string; id: string },
): Promise<AccountReceivedEvent> {
  const { rows } = await database.query<AccountReceivedEvent>({
    name: 'find-received-event',
    text: `SELECT ${ACCOUNT_EVENT_LIST.columns} FROM received_events WHERE id = $1 AND account_id = $2`,
    values: [id, accountId],
  });
  if (!rows[0]) throw notFound('Event');
  return rows[0];
}
