// The schema of an event in a row. Pure, and apart from its editor: the list needs no more.
import type { EventItem } from '../../../api/generated/types.ts';

/** The most fields that are named. */
const NAMED = 4;

/** "total number, paid boolean, +3" */
export function schemaInShort(schema: EventItem['schema']): string {
  const fields = Object.entries(schema ?? {});
  if (fields.length === 0) return 'Any payload';
  const named = fields.slice(0, NAMED).map(([name, type]) => `${name} ${type}`);
  return fields.length > NAMED ? `${named.join(', ')}, +${fields.length - NAMED}` : named.join(', ');
}
