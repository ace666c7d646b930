// The pages that the person who looks can use, as the rail, the palette and the list of keys show them. Those for people
// who run the service are there when `/app/work` answers rows: it is asked once, and never again while the tab is open.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { readPath } from '../api/call.ts';
import { useLoadWhenIdle } from '../design/lazy/idle.ts';
import type { Page } from './page.ts';
import { PAGES } from './pages.ts';

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

/** Who does not run the service gets null, and so does a server without these rows; what cannot be read means no. */
const OPERATOR_READ = {
  queryKey: ['is-operator'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await readPath<{ data: unknown }>('/app/work', signal)).data !== null,
  // Neither a change nor a focus has it read again.
  staleTime: 'static',
  gcTime: Infinity,
} as const;

/** Asked when the first rows are drawn: they matter more than one entry of the rail. */
function useIsOperator(): boolean {
  const client = useQueryClient();
  const ask = useCallback(() => client.prefetchQuery(OPERATOR_READ), [client]);
  useLoadWhenIdle(ask);
  const { data = false } = useQuery({ ...OPERATOR_READ, enabled: false });
  return data;
}
