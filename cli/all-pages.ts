// Pagination for `--all`: reads the pages of a list to the end by cursor and returns one list
// (docs/reference/pagination.md).

/** A page as the API returns it. */
interface Page {
  has_more?: unknown;
  data?: unknown;
}

/** The largest page size, for the fewest requests. */
const PAGE_LIMIT = '100';

/**
 * Reads a list to its end.
 * @param call requests one page
 * @returns one list object with the items of all pages
 */
export async function readAllPages(
  query: Record<string, string>,
  call: (query: Record<string, string>) => Promise<unknown>,
): Promise<object> {
  const data: unknown[] = [];
  let page: Record<string, string> = { limit: PAGE_LIMIT, ...query };
  for (;;) {
    const answer = (await call(page)) as Page;
    const items = Array.isArray(answer.data) ? answer.data : [];
    data.push(...items);
    const last = (items.at(-1) as { id?: unknown } | undefined)?.id;
    if (answer.has_more !== true || typeof last !== 'string')
      return { object: 'list', has_more: false, data };
    page = { ...page, after: last };
  }
}
