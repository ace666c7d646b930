// Finds the record that a pasted id is of. An id does not say of what it is, so each kind is asked for.
import { useQuery } from '@tanstack/react-query';
import { callUntil } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import { type Entry, idOf } from './find-entries.ts';

/** What was found. */
interface FoundRecords {
  entries: readonly Entry[];
  isSearching: boolean;
}

const KINDS = [
  { list: 'emails', operation: 'getEmail', name: 'Email' },
  { list: 'webhooks', operation: 'getWebhook', name: 'Webhook' },
  { list: 'api-keys', operation: 'getApiKey', name: 'API key' },
  { list: 'suppressions', operation: 'getSuppression', name: 'Suppression' },
] as const;

/** @param typed what may be an id */
export function useRecordOfId(typed: string): FoundRecords {
  const id = idOf(typed);
  const { data = [], isFetching } = useQuery({
    queryKey: ['record-of-id', id],
    queryFn: ({ signal }) => findRecords(id ?? '', signal),
    enabled: id !== undefined,
  });
  return { entries: data, isSearching: isFetching };
}

async function findRecords(id: string, signal: AbortSignal): Promise<readonly Entry[]> {
  const found = await Promise.all(
    KINDS.map(async ({ list, operation, name }): Promise<Entry[]> => {
      const isThere = await exists(callUntil(signal, operation, { id }));
      return isThere ? [{ id: list, label: `${name} ${id}`, group: 'Records', path: `/${list}/${id}` }] : [];
    }),
  );
  return found.flat();
}

async function exists(read: Promise<unknown>): Promise<boolean> {
  try {
    await read;
    return true;
  } catch (error) {
    if (asFailure(error).status === 404) return false;
    throw error;
  }
}
