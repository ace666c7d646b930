// The pages that the person who looks can use, as the rail, the palette and the list of keys show them. Those for people
// who run the service are there when `/app/work` answers rows: it is asked once, and never again while the tab is open.
import { useQuery } from '@tanstack/react-query';
import { readPath } from '../api/call.ts';
import { PAGES, type Page } from './pages.ts';

const IS_ASKED = PAGES.some(({ isFor }) => isFor === 'operators');

/** The pages. */
export function useShownPages(): readonly Page[] {
  const isOperator = useIsOperator();
  return PAGES.filter(({ isFor }) => isFor === undefined || isOperator);
}

/** Pages under their headings, in the order of both. */
export function groupPages(pages: readonly Page[]): readonly [name: Page['group'], pages: readonly Page[]][] {
  return [...new Set(pages.map(({ group }) => group))].map((name) => [
    name,
    pages.filter(({ group }) => group === name),
  ]);
}

/** What cannot be read, and a server without these rows, mean no. */
function useIsOperator(): boolean {
  const { data = false } = useQuery({
    queryKey: ['is-operator'],
    queryFn: async ({ signal }) =>
      (await readPath<{ data: unknown }>('/app/work', signal).catch(() => ({ data: null }))).data !== null,
    enabled: IS_ASKED,
    // Not by a change, a focus or another component either.
    staleTime: 'static',
    gcTime: Infinity,
  });
  return data;
}
