// The contact properties of the account, newest first. At most 200 of them exist: two pages.
import { useQuery } from '@tanstack/react-query';
import { callUntil } from '../api/call.ts';
import type { ApiFailure } from '../api/failure.ts';
import type { ContactPropertyItem } from '../api/generated/types.ts';

const PAGE = 100;

/** `data`: undefined while they are not read, or cannot be, which `error` says. */
export function useProperties() {
  return useQuery<readonly ContactPropertyItem[], ApiFailure>({
    queryKey: ['all-contact-properties'],
    queryFn: ({ signal }) => readProperties(signal),
  });
}

async function readProperties(signal: AbortSignal): Promise<ContactPropertyItem[]> {
  const found: ContactPropertyItem[] = [];
  for (let hasMore = true; hasMore; ) {
    const last = found.at(-1)?.id;
    const query = { limit: PAGE, ...(last !== undefined && { after: last }) };
    const page = await callUntil(signal, 'listContactProperties', { query });
    found.push(...page.data);
    hasMore = page.has_more;
  }
  return found;
}
