// A phase of the erasure of a person (docs/architecture/erasure.md): it walks over one kind of rows in the order of their keys. A
// phase is in the folder of its rows, and the manifest of their resource names it; those that walk over rows of several resources
// are in flows/erasures/.
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import { type Ids, logIdLowerBound } from '../../../platform/time/ids.ts';
import type { ErasedPerson, Eraser } from './eraser.ts';
import { type FoundPage, takeRows } from './found-rows.ts';

/** An erasure in progress. */
export interface Erasure extends ErasedPerson {
  id: string;
  accountId: string;
  /** The name of the phase. */
  phase: string;
  /** The keys of the last row that was looked at in this phase; empty: none yet. */
  position: readonly string[];
  /** Webhook messages until this time are looked at one by one; null in the phase `scheduled`. */
  messagesUntil: Date | null;
  unfinishedEmails: readonly string[];
  unfinishedMessages: readonly string[];
  /** When the person was to be erased. What was made later is not part of it. */
  createdAt: Date;
}

/** What a phase works with. */
export interface PhaseContext {
  client: Transaction;
  erasure: Erasure;
  eraser: Eraser;
  ids: Ids;
  queues: QueueProducer;
  now: Date;
}

/** What a step of a phase has changed. */
export interface Progress extends Partial<Omit<Erasure, 'phase'>> {
  /** The next step waits until then. */
  waitUntil?: Date;
  /** Nothing of the phase is left: the next one begins, at `position` if it is given. */
  isOver?: boolean;
  /** Nothing of the person is left. */
  isDone?: boolean;
}

/** One step of a phase. */
export type Phase = (context: PhaseContext) => Promise<Progress>;

/** Loads phases. */
export type Phases = Readonly<Record<string, () => Promise<Phase>>>;

/** Adds ids to a list that has each of them once. */
export function joinIds(ids: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...ids, ...more])];
}

/** Rows that requests have left, and how those that mention the person are found and erased. */
interface Traces {
  /** Less than every id. */
  first: string;
  find(
    client: Transaction,
    eraser: Eraser,
    place: { accountId: string; after: string; before: string },
  ): Promise<FoundPage>;
  erase(client: Transaction, accountId: string, ids: readonly string[], eraser: Eraser): Promise<void>;
}

/** Makes the phase that walks over traces, up to the present. */
export function erasingTraces({ first, find, erase }: Traces): Phase {
  return async ({ client, erasure: { accountId, position }, eraser, now }) => {
    const [after = first] = position;
    const page = await find(client, eraser, { accountId, after, before: logIdLowerBound(now) });
    const { ids, last, isEnd } = takeRows(page);
    await erase(client, accountId, ids, eraser);
    return isEnd || last === undefined ? { isOver: true } : { position: [last] };
  };
}
