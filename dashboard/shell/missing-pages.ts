// Pages that are not built yet: a link to one says so, and where the documentation of it is. Once pages.ts
// has a path, its row here goes.

/** Path below /app → what the page will list, and the page of the documentation. */
const MISSING_PAGES: Readonly<Record<string, { label: string; documentation: string }>> = {
  '/received': { label: 'Received emails', documentation: '/docs/reference/receiving' },
};

/** The page that a path would be of. */
export function missingPageOf(path: string) {
  return MISSING_PAGES[/^\/[^/]*/.exec(path)?.[0] ?? ''];
}
