// Runs an import for a while, or to its end: the file is read in chunks, and while one chunk is written the next is
// parsed. It may be ended anywhere: the next run continues after the last chunk that was committed.
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '../../../../contract/domain-error.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import type { FairLimit } from '../../../../platform/sharing/fair-limit.ts';
import type { FairTurns } from '../../../../platform/sharing/fair-turns.ts';
import type { UploadStore } from '../../../../platform/storage/upload-store.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import { MINUTE_MS } from '../../../../platform/time/durations.ts';
import type { Claim } from '../../../../platform/work/work-table.ts';
import type { FullContactImport } from '../contact-import.ts';
import { type Chunk, InterruptedError, readChunks } from '../parsing/chunks.ts';
import { UnreadableFileError } from '../parsing/unreadable-file.ts';
import { beginImport, isStillClaimed } from './begin.ts';
import { findChunkRows, type SplitChunk, splitChunk } from './chunk-rows.ts';
import { endImport } from './end.ts';
import { settleColumns } from './settle-columns.ts';
import { ImportLostError, type RunningImport, type WriteChunkDeps, writeChunk } from './write-chunk.ts';

/** Dependencies of a run. */
export interface ImportDeps extends WriteChunkDeps {
  store: UploadStore;
  queues: QueueProducer;
  clock: Clock;
  /**
   * The resources that the imports of a process share: the event loop, and the number of chunks that are written at a
   * time.
   */
  turns: FairTurns;
  writing: FairLimit;
}

/** How a run continues. */
export interface RunControl {
  /** False ends the run of an import of this account. */
  goesOn: (accountId: string) => boolean;
  /** Called when it is the turn of the import, before it takes its time. */
  onBegun: () => void;
}

/**
 * The end of a run. `more`: the import continues later. `blocked`: it waits for an older one of its account. `ended`:
 * also when it was canceled, or another worker has it.
 */
export type ImportRun = 'more' | 'blocked' | 'ended';

/** Time until a chunk is tried again while other requests write contacts of the account. */
const BUSY_DELAY_MS = 500;

/** Runs a claimed import, for a minute after the rows that are passed over. */
export async function runImport(deps: ImportDeps, claim: Claim, control: RunControl): Promise<ImportRun> {
  const begun = await beginImport(deps.database, claim);
  if (begun === 'blocked') return 'blocked';
  if (begun === 'lost') return 'ended';
  control.onBegun();
  try {
    const goesOn = () => control.goesOn(begun.accountId);
    if (!(await importChunks(deps, claim, begun, goesOn))) return 'more';
    await end(deps, claim, begun, { status: 'completed' });
  } catch (error) {
    if (error instanceof InterruptedError) return 'more';
    if (error instanceof ImportLostError) return 'ended';
    if (error instanceof UnreadableFileError) {
      await end(deps, claim, begun, { status: 'failed', error: error.message });
    } else if (await isStillClaimed(deps.database, claim)) throw error;
    // A file that is gone: the import was canceled while it was read.
  }
  return 'ended';
}

/** @returns whether the whole file is imported */
async function importChunks(
  deps: ImportDeps,
  claim: Claim,
  begun: FullContactImport,
  goesOn: () => boolean,
): Promise<boolean> {
  const { accountId } = begun;
  const { turns } = deps;
  const rowsMax = await findChunkRows(deps.database, begun);
  const findColumns = (header: readonly string[]) =>
    settleColumns(deps, { importing: begun, claim, now: deps.clock.now() }, header);
  let importing = begun;
  let partRows = rowsMax;
  const time = new RunTime(goesOn);
  const chunks = readChunks(deps.store, { importing, findColumns, rowsMax, goesOn, turns });
  for await (const chunk of readAhead(chunks)) {
    time.begin();
    for (let left: Chunk | undefined = chunk; left; ) {
      const { part, rest }: SplitChunk = splitChunk(left, partRows, importing.bytesRead);
      const running = { importing, claim, now: deps.clock.now() };
      const outcome = await deps.writing.run(accountId, () => tryToWrite(deps, running, part));
      if (outcome === 'written') {
        importing = { ...importing, rowsRead: part.lastRow, bytesRead: part.bytesRead };
        left = rest;
      } else if (outcome === 'timeout') partRows = Math.max(1, Math.floor(part.rows.length / 2));
      if (time.isOver()) return false;
      if (outcome !== 'written') await delay(BUSY_DELAY_MS);
    }
  }
  return true;
}

/**
 * How long a run writes, so that imports of other accounts get their turn: a minute, and at least as long as it took to
 * skip the rows that were written before.
 */
class RunTime {
  readonly #goesOn: () => boolean;
  readonly #startedAtMs = performance.now();
  #endsAtMs: number | undefined;

  constructor(goesOn: () => boolean) {
    this.#goesOn = goesOn;
  }

  /** Call it with the first chunk. */
  begin(): void {
    const nowMs = performance.now();
    this.#endsAtMs ??= nowMs + Math.max(MINUTE_MS, nowMs - this.#startedAtMs);
  }

  isOver(): boolean {
    const isLate = this.#endsAtMs !== undefined && performance.now() >= this.#endsAtMs;
    return isLate || !this.#goesOn();
  }
}

/** Asks for the next chunk before this one is written. */
async function* readAhead(chunks: AsyncGenerator<Chunk>): AsyncGenerator<Chunk> {
  let next = chunks.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = chunks.next();
      // Its error is thrown when it is awaited, after this chunk.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await chunks.return(undefined);
  }
}

/**
 * @returns `busy`: other requests are writing the contacts of the account, and are first; `timeout`: they have locked
 * contacts, or the rows are too many for one transaction
 */
async function tryToWrite(
  deps: ImportDeps,
  running: RunningImport,
  chunk: Chunk,
): Promise<'written' | 'busy' | 'timeout'> {
  try {
    await writeChunk(deps, running, chunk);
    return 'written';
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.name === 'contacts_busy') return 'busy';
    if (error.name === 'contacts_timeout') return 'timeout';
    if (error.name === 'not_found') throw new UnreadableFileError('The audience of the import was deleted.');
    throw error;
  }
}

async function end(
  { database, queues, clock }: ImportDeps,
  { id, token }: Claim,
  { accountId }: FullContactImport,
  how: { status: 'completed' } | { status: 'failed'; error: string },
): Promise<void> {
  const now = clock.now();
  await transaction(database, (client) => endImport(client, { id, accountId, token, now, ...how }, queues));
}
