// The state of a list in its URL: filters and the cursor of the page, so that Back and a shared link restore the view.

/** One page of a list. */
export interface ListView {
  filters: Readonly<Record<string, string>>;
  /** Id of the item that the page follows or precedes; none on the first page. */
  cursor: { after: string } | { before: string } | undefined;
}

/**
 * Reads the view from a query string.
 * @param names the filters that the list has
 * @param prefix what its parameters begin with in the URL, where a page has several lists
 */
export function readListView(search: string, names: readonly string[], prefix = ''): ListView {
  const parameters = new URLSearchParams(search);
  const filters: Record<string, string> = {};
  for (const name of names) {
    const value = parameters.get(prefix + name);
    if (value) filters[name] = value;
  }
  const after = parameters.get(`${prefix}after`);
  const before = parameters.get(`${prefix}before`);
  return { filters, cursor: after ? { after } : before ? { before } : undefined };
}

/**
 * The query string of a view, with its `?`; empty for the first page without filters.
 * @param several of a list with a prefix: the query string whose other parameters stay
 */
export function writeListView(
  { filters, cursor }: ListView,
  several?: { prefix: string; search: string },
): string {
  const prefix = several?.prefix ?? '';
  const parameters = new URLSearchParams(several?.search);
  for (const name of [...parameters.keys()]) if (name.startsWith(prefix)) parameters.delete(name);
  for (const [name, value] of Object.entries({ ...filters, ...cursor })) {
    if (value !== '') parameters.set(prefix + name, value);
  }
  const search = parameters.toString();
  return search && `?${search}`;
}
