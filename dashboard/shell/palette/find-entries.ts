// What the palette offers for what is typed. Pure. Records come from the API (use-found-records.ts), but for those of
// logs, whose ids are numbers.

/** Something that the palette can do. */
export interface Entry {
  id: string;
  label: string;
  /** What else is known of it: others may have the same name. */
  detail?: string | undefined;
  /** Its heading; the first entries have none. */
  group: string;
  keys?: string | undefined;
  /** Where it leads, below /app. */
  path?: string | undefined;
  /** In place of a path. */
  act?: (() => void) | undefined;
  /** Why the person may not do it. */
  refusal?: string | undefined;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const NUMBER = /^\d{1,19}$/;

/** The id that was typed, if all of it is there; ids of logs are not meant. */
export function idOf(typed: string): string | undefined {
  const id = typed.trim().toLowerCase();
  return UUID.test(id) ? id : undefined;
}

/** @param entries pages and actions, in their order */
export function findEntries(entries: readonly Entry[], typed: string): readonly Entry[] {
  const query = typed.trim();
  if (query === '') return entries;
  return [...searchesFor(query), ...entries.filter(({ label }) => matches(label, query))];
}

/** Whether all that was typed is somewhere in what is said of a record. */
export function says({ label, detail = '' }: Pick<Entry, 'label' | 'detail'>, typed: string): boolean {
  const text = `${label} ${detail}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((part) => text.includes(part));
}

/** The log of a number, and the mail to or from an address. */
function searchesFor(query: string): Entry[] {
  if (NUMBER.test(query))
    return [{ id: `log-${query}`, label: `Log ${query}`, group: 'Logs', path: `/logs/${query}` }];
  if (!query.includes('@')) return [];
  const group = 'Searches';
  const address = encodeURIComponent(query);
  return [
    { id: 'to', label: `Emails to ${query}`, group, path: `/emails?to=${address}` },
    { id: 'from', label: `Emails from ${query}`, group, path: `/emails?from=${address}` },
    { id: 'suppressed', label: `Is ${query} suppressed?`, group, path: `/suppressions?email=${address}` },
  ];
}

/** Every word begins a word of the label. */
function matches(label: string, query: string): boolean {
  const words = label.toLowerCase().split(/\s+/);
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}
