// What was typed and is not saved, in the storage of the browser: per person, account and record, so that it is there
// again after a closed tab or an ended session. Each look at a record has an entry of its own, because two tabs may edit
// it; the next one takes over the newest. The storage may be full, or closed to us: then nothing is kept, and a page asks
// before it is left. Never for secrets.
import type { DraftValues, StoredDraft } from './draft-state.ts';

/** The place where a draft is stored. */
export interface DraftPlace<Values extends DraftValues> {
  /** Takes over what an earlier look at the record has left. */
  take(): StoredDraft<Values> | undefined;
  /** @returns whether it is stored */
  keep(draft: StoredDraft<Values>): boolean;
  /** Whether the stored text still exists. */
  isThere(): boolean;
  /** @returns true */
  clear(): boolean;
}

interface Entry<Values extends DraftValues> {
  keptAtMs: number;
  draft: StoredDraft<Values>;
}

/** The used part of a Storage. */
interface BrowserStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

const PREFIX = 'posthorn.draft:';
/**
 * The prefix of the values with which drafts are previewed: they name contacts, so they are removed with the drafts at
 * a sign-out.
 */
export const SAMPLE_PREFIX = 'posthorn.sample:';
/** The storages of signed-out sessions: a page stores nothing there any more when it is left. */
const left = new WeakSet<BrowserStorage>();
/** An unused text of last month would be in the way of newer ones. */
const FORGOTTEN_AFTER_MS = 30 * 24 * 60 * 60 * 1_000;

/** A place that stores nothing: for secrets. */
export const NO_PLACE = {
  take: () => undefined,
  keep: () => false,
  isThere: () => false,
  clear: () => true,
} as const;

/**
 * @param record the person, the account and the record: `<person>:<account>:templates/<id>`
 * @param storage answers the storage; it may throw
 */
export function placeOf<Values extends DraftValues>(
  record: string,
  storage: () => BrowserStorage,
  nowMs: () => number,
): DraftPlace<Values> {
  const own = `${PREFIX}${record}:${crypto.randomUUID()}`;
  const attempt = <Result>(run: (open: BrowserStorage) => Result, otherwise: Result): Result => {
    try {
      return run(storage());
    } catch {
      return otherwise;
    }
  };
  return {
    take: () => attempt((open) => takeNewest<Values>(open, `${PREFIX}${record}:`, nowMs()), undefined),
    keep: (draft) =>
      attempt((open) => {
        if (left.has(open)) return true;
        open.setItem(own, JSON.stringify({ keptAtMs: nowMs(), draft } satisfies Entry<Values>));
        return true;
      }, false),
    isThere: () => attempt((open) => open.getItem(own) !== null, false),
    clear: () =>
      attempt((open) => {
        open.removeItem(own);
        return true;
      }, true),
  };
}

/** Removes all drafts from the browser at a sign-out, after which the document is left. */
export function forgetStoredDrafts(storage: () => BrowserStorage): void {
  try {
    left.add(storage());
    for (const key of [...keysOf(storage()), ...keysOf(storage(), SAMPLE_PREFIX)]) storage().removeItem(key);
  } catch {
    // The storage is closed to us: nothing was stored.
  }
}

function takeNewest<Values extends DraftValues>(
  storage: BrowserStorage,
  prefix: string,
  nowMs: number,
): StoredDraft<Values> | undefined {
  let newest: { key: string; entry: Entry<Values> } | undefined;
  for (const key of keysOf(storage)) {
    const entry = readEntry<Values>(storage.getItem(key));
    if (!entry || entry.keptAtMs < nowMs - FORGOTTEN_AFTER_MS) storage.removeItem(key);
    else if (key.startsWith(prefix) && entry.keptAtMs > (newest?.entry.keptAtMs ?? 0))
      newest = { key, entry };
  }
  if (newest) storage.removeItem(newest.key);
  return newest?.entry.draft;
}

function keysOf(storage: BrowserStorage, prefix = PREFIX): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
    key.startsWith(prefix),
  );
}

/** Undefined for anything else than an entry: people and extensions write there too. */
function readEntry<Values extends DraftValues>(text: string | null): Entry<Values> | undefined {
  try {
    const entry = JSON.parse(text ?? '') as Partial<Entry<Values>> | null;
    // An older page has stored no unfinished values.
    const { base, accepted, mine, unanswered, unfinished = {} } = entry?.draft ?? {};
    const parts = [base?.values, accepted, mine, unanswered, unfinished];
    const isWhole = parts.every((part) => typeof part === 'object' && part !== null);
    if (!entry || typeof entry.keptAtMs !== 'number' || !isWhole) return undefined;
    return { ...entry, draft: { ...entry.draft, unfinished } } as Entry<Values>;
  } catch {
    return undefined;
  }
}
