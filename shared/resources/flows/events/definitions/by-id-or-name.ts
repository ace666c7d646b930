// Finds the definition of an event by its id or its name.
import { notFound } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { isUuidV7 } from '../../../../platform/time/ids.ts';
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

/** Changes the schema of an event. @throws DomainError `not_found` */
export async function updateEvent(
  database: Queryable,
  path: EventPath,
  { schema, now }: { schema: EventDefinition['schema']; now: Date },
): Promise<EventDefinition> {
  const { rows } = await database.query<EventDefinition>({
    name: 'update-event',
    text: `UPDATE events SET schema = $4, updated_at = $5 WHERE ${IS_EVENT} RETURNING ${EVENT_COLUMNS}`,
    values: [...valuesOfPath(path), schema && JSON.stringify(schema), now],
  });
  return found(rows);
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
