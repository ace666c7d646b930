// All definitions of events of the account, to choose one from: the list has no search, and up to 1,000 of them.
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { callUntil } from '../../../api/call.ts';
import type { EventItem } from '../../../api/generated/types.ts';

const PAGE = 100;

const READ_OF_DEFINITIONS = {
  queryKey: ['all-event-definitions'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const found: EventItem[] = [];
    for (let hasMore = true; hasMore; ) {
      const last = found.at(-1)?.id;
      const query = { limit: PAGE, ...(last !== undefined && { after: last }) };
      const page = await callUntil(signal, 'listEvents', { query });
      found.push(...page.data);
      hasMore = page.has_more;
    }
    return found;
  },
};

/** The definitions; undefined: they are not read yet, or cannot be. */
export function useAllDefinitions(): readonly EventItem[] | undefined {
  return useQuery(READ_OF_DEFINITIONS).data;
}

/**
 * Finds definitions as options of a field.
 * @throws ApiFailure
 */
export async function findDefinitions(client: QueryClient, text: string) {
  const definitions = await client.fetchQuery(READ_OF_DEFINITIONS);
  const typed = text.toLowerCase();
  return definitions
    .filter(({ name }) => name.toLowerCase().includes(typed))
    .map(({ id, name }) => ({ id, label: name }));
}
