// Finds the schemas of events by their names.
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { EventSchema } from './event.ts';

/** Finds schemas. @returns the schemas by name, for events that an account has defined with one */
export async function findEventSchemas(
  database: Queryable,
  accountId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, EventSchema>> {
  const { rows } = await database.query<{ name: string; schema: EventSchema }>({
    name: 'find-event-schemas',
    text: `SELECT name, schema FROM events
           WHERE account_id = $1 AND name = ANY($2::text[]) AND schema IS NOT NULL`,
    values: [accountId, [...new Set(names)]],
  });
  return new Map(rows.map(({ name, schema }) => [name, schema]));
}
