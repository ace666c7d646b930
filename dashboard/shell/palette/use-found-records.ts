// The records of what is typed, or of a pasted id: every kind is asked at once, and all that is found is shown at once, so
// that nothing moves under the pointer. Another text ends what was asked for the one before.
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { asFailure } from '../../api/failure.ts';
import { refusalFor, useSession } from '../../api/session.ts';
import { readOf } from '../../api/use-call.ts';
import { useSettled } from '../../design/fields/use-settled.ts';
import { type Entry, idOf, says } from './find-entries.ts';
import { type FoundRecord, RECORD_KINDS, type ReadRecords, type RecordKind } from './record-kinds.ts';

/** A pause in typing. */
const PAUSE_MS = 200;
/** What a slow kind may take of the others' time. */
const WAIT_MS = 3_000;
/** How long a list that is compared here serves other texts. */
const KEPT_MS = 30_000;

/** What was found. */
interface FoundRecords {
  entries: readonly Entry[];
  /** Headings of the kinds that could not be asked. */
  failed: readonly string[];
}

const NOTHING: FoundRecords = { entries: [], failed: [] };

/** @param typed what may be an id, or part of a name, subject or address */
export function useFoundRecords(typed: string): FoundRecords & { isSearching: boolean } {
  const client = useQueryClient();
  const { role } = useSession();
  const text = typed.trim();
  const asked = useSettled(text, PAUSE_MS);
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['found-records', asked],
    queryFn: ({ signal }) => {
      const kinds = RECORD_KINDS.filter(({ list, get }) => !refusalFor(list, role) && !refusalFor(get, role));
      return findRecords(kinds, asked, readerOf(client, signal));
    },
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  if (!data || text === '') return { ...NOTHING, isSearching: text !== asked || isFetching };
  const isSearching = text !== asked || isFetching;
  if (text === asked && !isPlaceholderData) return { ...data, isSearching };
  // What was found for the text before stays until there is more, as far as it goes with this one.
  return { ...data, entries: data.entries.filter((entry) => says(entry, text)), isSearching };
}

/** Reads until the text is another one; lists that serve every text are read to their end, once. */
function readerOf(client: QueryClient, signal: AbortSignal): ReadRecords {
  return (id, input, isKept) =>
    isKept
      ? client.fetchQuery({ ...readOf(id, input), staleTime: KEPT_MS })
      : readOf(id, input).queryFn({ signal });
}

async function findRecords(
  kinds: readonly RecordKind[],
  text: string,
  read: ReadRecords,
): Promise<FoundRecords> {
  const id = idOf(text);
  const answers = await Promise.all(
    kinds.map(async (kind): Promise<FoundRecords> => {
      try {
        const records = await inTime(id === undefined ? kind.search(read, text) : openRecord(kind, read, id));
        return { entries: records.map((record) => entryOf(kind, record)), failed: [] };
      } catch {
        return { entries: [], failed: [kind.group] };
      }
    }),
  );
  return {
    entries: answers.flatMap(({ entries }) => entries),
    failed: answers.flatMap(({ failed }) => failed),
  };
}

/** An id does not say of what it is. */
async function openRecord(kind: RecordKind, read: ReadRecords, id: string): Promise<readonly FoundRecord[]> {
  try {
    return [await kind.open(read, id)];
  } catch (error) {
    if (asFailure(error).status === 404) return [];
    throw error;
  }
}

function entryOf({ group, path }: RecordKind, { id, label, detail }: FoundRecord): Entry {
  return { id: `${group}-${id}`, label, detail, group, path: `${path}/${id}` };
}

function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(reject, WAIT_MS, new Error('The search took too long.'));
  });
  return Promise.race([answer, late]);
}
