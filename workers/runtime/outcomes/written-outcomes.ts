// Writes the outcomes of mail, and remembers them for a minute. When the database moves to another server that had not
// received them all (asynchronous replication), mail that has left looks unsent there and would leave again; so they are
// written again (docs/architecture/guarantees.md#outcomes); their events, where these were lost too, under new ids. Attempts
// of webhooks are not remembered: a message that is sent again keeps its id, by which receivers recognize it.
import type { Logger } from '../../../shared/platform/log/log.ts';
import { MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import {
  type RecipientOutcome,
  type RecordDeps,
  recordOutcomes,
} from '../../../shared/resources/messaging/emails/delivery/record.ts';
import { writeGroup } from './recorder.ts';

/** Outcomes per transaction; a killed process may leave as many unwritten, in addition to its open connections. */
export const RESULT_GROUP_MAX = 100;

/** Longer than a replica is late whose server is promoted. */
const REMEMBERED_MS = MINUTE_MS;
/** Outcomes of one process: about 300 a second. Measured: 0.9 KB each with a reply of 60 characters, 2.9 KB with one of 2,000. */
const REMEMBERED_MAX = 20_000;

interface WrittenDeps extends RecordDeps {
  log: Logger;
}

/** Fields that identify an outcome in the log. */
export function describeOutcome({ recipientId: recipient }: RecipientOutcome) {
  return { recipient };
}

interface Group {
  outcomes: readonly RecipientOutcome[];
  writtenAtMs: number;
}

/** The outcomes of all mail of a process. */
export class WrittenOutcomes {
  readonly #deps: WrittenDeps;
  readonly #options: { atMost: number; nowMs(): number };
  readonly #groups: Group[] = [];
  readonly #stopping = new AbortController();
  #count = 0;
  /** The last run of `writeAgain`, and one that waits for its end. */
  #running = Promise.resolve();
  #next: Promise<void> | undefined;

  /** @param options fewer in tests; `nowMs` is of a monotonic clock */
  constructor(deps: WrittenDeps, options = { atMost: REMEMBERED_MAX, nowMs: () => performance.now() }) {
    this.#deps = deps;
    this.#options = options;
  }

  /** Writes outcomes in one transaction, and remembers them. */
  async write(outcomes: readonly RecipientOutcome[]): Promise<void> {
    await recordOutcomes(this.#deps, outcomes);
    this.#groups.push({ outcomes: outcomes.map(withoutDialogue), writtenAtMs: this.#options.nowMs() });
    this.#count += outcomes.length;
    this.forget();
  }

  /** Forgets outcomes that were written a minute ago, and the oldest if there are too many. */
  forget(): void {
    const oldestMs = this.#options.nowMs() - REMEMBERED_MS;
    const mayForget = ({ writtenAtMs }: Group) =>
      writtenAtMs < oldestMs || this.#count > this.#options.atMost;
    for (let [first] = this.#groups; first && mayForget(first); [first] = this.#groups) {
      this.#groups.shift();
      this.#count -= first.outcomes.length;
    }
  }

  /**
   * Writes the remembered outcomes again, however long the database is unavailable, the latest first: they are the most
   * likely to be missing. Outcomes that exist do not change. One run at a time; calls during it share the next one.
   * @throws when some cannot be written, after the others are
   */
  writeAgain(): Promise<void> {
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      const run = this.#writeAll();
      this.#running = run.catch(() => undefined);
      return run;
    });
    return this.#next;
  }

  /** Waits for the database no longer, and until nothing is written again. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#next?.catch(() => undefined);
    await this.#running;
  }

  async #writeAll(): Promise<void> {
    this.forget();
    const { log } = this.#deps;
    const outcomes = this.#groups.flatMap((group) => group.outcomes);
    if (outcomes.length === 0) return;
    log.warn({ outcomes: outcomes.length }, 'the outcomes of the last minute are written again');
    const write = (part: readonly RecipientOutcome[]) => recordOutcomes(this.#deps, part);
    const options = { write, describe: describeOutcome, log, stopping: this.#stopping.signal };
    let lost = 0;
    for (let end = outcomes.length; end > 0; end -= RESULT_GROUP_MAX) {
      const part = outcomes.slice(Math.max(0, end - RESULT_GROUP_MAX), end);
      lost += (await writeGroup(options, part)).filter((isWritten) => !isWritten).length;
    }
    if (lost > 0) throw new Error(`Outcomes that could not be written again: ${lost}.`);
  }
}

/**
 * The dialogue can be larger than the rest of an outcome, and few outcomes have one; an outcome that is written again
 * has none.
 */
function withoutDialogue(outcome: RecipientOutcome): RecipientOutcome {
  return outcome.dialogue === undefined ? outcome : { ...outcome, dialogue: undefined };
}
