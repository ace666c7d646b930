// Finds the definition of an event by its id or its name.
import { notFound } from '../../../../contract/domain-error.ts';
import type { Database, Queryable } from '../../../../platform/db/connect.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { isUuidV7 } from '../../../../platform/time/ids.ts';
import { type ChangeCondition, requireUnchanged, timeOfChange } from '../../../foundation/if-unchanged.ts';
import { EVENT_COLUMNS, type EventDefinition } from './event.ts';

/** An event in a path: its id or its name. A name may look like an id; then the id counts first. */
export interface EventPath {
  accountId: string;
  idOrName: string;
}

/** SQL condition: `$1` is the account, `$2` the id or null, `$3` the name. */
export const IS_EVENT = `id = (
  SELECT id FROM events WHERE account_id = $1 AND (id = $2::uuid OR name = $3) ORDER BY id = $2::uuid DESC NULLS LAST LIMIT 1)`;

/** The values of `IS_EVENT`. */
export function valuesOfPath({ accountId, idOrName }: EventPath): [string, string | null, string] {
  return [accountId, isUuidV7(idOrName) ? idOrName : null, idOrName];
}

/** @throws DomainError `not_found` */
export async function requireEvent(database: Queryable, path: EventPath): Promise<EventDefinition> {
  const { rows } = await database.query<EventDefinition>({
    name: 'find-event',
    text: `SELECT ${EVENT_COLUMNS} FROM events WHERE ${IS_EVENT}`,
    values: valuesOfPath(path),
  });
  return found(rows);
}

/** Changes the schema of an event. @throws DomainError `not_found`; `validation_error` for another time */
export async function updateEvent(
  database: Database,
  path: EventPath,
  { schema, ifUpdatedAt, now }: ChangeCondition & { schema: EventDefinition['schema']; now: Date },
): Promise<EventDefinition> {
  return await transaction(database, async (client) => {
    const { rows: locked } = await client.query<EventDefinition>({
      name: 'lock-event',
      text: `SELECT ${EVENT_COLUMNS} FROM events WHERE ${IS_EVENT} FOR NO KEY UPDATE`,
      values: valuesOfPath(path),
    });
    const before = found(locked);
    requireUnchanged('event', before, ifUpdatedAt);
    const { rows } = await client.query<EventDefinition>({
      name: 'update-event',
      text: `UPDATE events SET schema = $2, updated_at = $3 WHERE id = $1 RETURNING ${EVENT_COLUMNS}`,
      values: [before.id, schema && JSON.stringify(schema), timeOfChange(before, now)],
    });
    return found(rows);
  });
}

/** Deletes the definition of an event. Events of its name can still be sent. @throws DomainError `not_found` */
export async function deleteEvent(database: Queryable, path: EventPath): Promise<EventDefinition> {
  const { rows } = await database.query<EventDefinition>({
    name: 'delete-event',
    text: `DELETE FROM events WHERE ${IS_EVENT} RETURNING ${EVENT_COLUMNS}`,
    values: valuesOfPath(path),
  });
  return found(rows);
}

function found([event]: EventDefinition[]): EventDefinition {
  if (!event) throw notFound('Event');
  return event;
}
