// The destinations that a process knows. It reads their rows when it begins to send to them, and each two seconds what others
// have changed; it writes a change for the worse at once, and what it has learned for the better each ten seconds.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../../shared/platform/db/connect.ts';
import type { Logger } from '../../../shared/platform/log/log.ts';
import type { Clock } from '../../../shared/platform/time/clock.ts';
import { SECOND_MS } from '../../../shared/platform/time/durations.ts';
import {
  keyOfDestination,
  type StoredDestination,
} from '../../../shared/resources/messaging/destinations/destination.ts';
import { countSentMails } from '../../../shared/resources/messaging/destinations/sent.ts';
import {
  findChangedDestinations,
  findDestinations,
  narrowDestination,
  openDestinations,
} from '../../../shared/resources/messaging/destinations/stored.ts';
import type { MailLane } from '../../../shared/resources/messaging/emails/email.ts';
import { repeat } from '../../runtime/repeat.ts';
import { Destination, type DestinationGate, type DestinationSurroundings } from './destination.ts';
import type { PacedProvider } from './pace.ts';

/** Changes for the better are written no more often. */
const WRITE_EVERY_MS = 10 * SECOND_MS;
/** Transactions that were not committed yet at the last look. */
const OVERLAP_MS = 10 * SECOND_MS;
/** Destinations that a process remembers, besides those that it sends to. */
const KEPT_MIN = 10_000;

/** The dependencies of destinations. */
export interface DestinationsOptions {
  database: Database;
  clock: Clock;
  log: Logger;
  lane: MailLane;
  /** The group of the processes that share the paces. */
  group: string;
  /** A process that was silent for so long does nothing any more. */
  deadAfterMs: number;
  /** The time between two reads of what other processes have changed. */
  checkEveryMs: number;
  nowMs?: () => number;
}

export class Destinations {
  readonly #options: DestinationsOptions;
  readonly #known = new Map<string, Destination>();
  readonly #surroundings: DestinationSurroundings;
  readonly #unloaded = new Set<Destination>();
  readonly #narrowed = new Set<Destination>();
  readonly #looking;
  #processes = 1;
  /** The time of the last read, by the clock of the database; null: nothing was read yet. */
  #since: Date | null = null;
  #writtenAtMs: number;
  #writing: Promise<void> | undefined;
  #loading: Promise<void> | undefined;
  #keptMax = KEPT_MIN;

  constructor(options: DestinationsOptions) {
    const { lane, clock, nowMs = () => performance.now() } = options;
    this.#options = options;
    this.#writtenAtMs = nowMs();
    this.#surroundings = {
      lane,
      processes: () => this.#processes,
      now: () => clock.now(),
      nowMs,
      random: Math.random,
      onNarrowed: (destination) => {
        this.#narrowed.add(destination);
        void this.#writeNarrowed();
      },
    };
    const { log, checkEveryMs: everyMs } = options;
    this.#looking = repeat({ name: 'destinations', everyMs, log, run: () => this.#look() });
  }

  /** The destination of mail to a provider from an address of ours. Call `load` before mail is sent to it. */
  of(provider: PacedProvider, source: string, gate?: DestinationGate): Destination {
    const key = keyOfDestination({ provider: provider.name, source });
    const known = this.#known.get(key);
    if (known) return known;
    this.#forgetIdle();
    const destination = new Destination(provider, source, this.#surroundings, gate);
    this.#known.set(key, destination);
    this.#unloaded.add(destination);
    return destination;
  }

  /** Reads the rows of destinations that are new to this process. @throws what the database throws */
  load(): Promise<void> {
    if (this.#unloaded.size === 0 && !this.#loading) return Promise.resolve();
    this.#loading ??= this.#loadAll().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #loadAll(): Promise<void> {
    // The mails of a job ask one after the other.
    await nextTurn();
    while (this.#unloaded.size > 0) {
      const wanted = [...this.#unloaded];
      const keys = wanted.map(({ provider, source }) => ({ provider: provider.name, source }));
      for (const each of await findDestinations(this.#options.database, keys)) this.#adopt(each);
      for (const destination of wanted) {
        destination.isLoaded = true;
        this.#unloaded.delete(destination);
      }
    }
  }

  #adopt(stored: StoredDestination): void {
    this.#known.get(keyOfDestination(stored))?.adopt(stored);
  }

  /** Writes what was learned, and stops. */
  async stop(): Promise<void> {
    await this.#looking.stop();
    await this.#writing;
    await this.#writeLearned().catch(this.#warn);
  }

  async #look(): Promise<void> {
    const { database, group, deadAfterMs } = this.#options;
    const { changed, readAt, processes } = await findChangedDestinations(database, this.#since, {
      group,
      deadAfterMs,
    });
    this.#processes = Math.max(1, processes);
    this.#since = new Date(readAt.getTime() - OVERLAP_MS);
    for (const each of changed) this.#adopt(each);
    await this.#writeNarrowed();
    if (this.#surroundings.nowMs() - this.#writtenAtMs >= WRITE_EVERY_MS) await this.#writeLearned();
  }

  /** A narrowing that cannot be written now is written at a later read. */
  #writeNarrowed(): Promise<void> {
    this.#writing ??= this.#writeAllNarrowed()
      .catch(this.#warn)
      .finally(() => {
        this.#writing = undefined;
      });
    return this.#writing;
  }

  async #writeAllNarrowed(): Promise<void> {
    const { database, clock, log } = this.#options;
    for (const destination of this.#narrowed) {
      const { provider, source, pace, narrowing } = destination;
      const rest = narrowing?.rest ?? null;
      destination.narrowing = undefined;
      try {
        const change = { provider: provider.name, source, ...pace.pace, rest };
        destination.adopt(await narrowDestination(database, change, clock.now()));
      } catch (error) {
        destination.keepNarrowing(rest);
        throw error;
      }
      // It may have changed for the worse again in the time of writing.
      if (!destination.narrowing) this.#narrowed.delete(destination);
      if (rest) log.warn({ provider: provider.name, source, ...rest }, 'a mailbox provider rests');
    }
  }

  async #writeLearned(): Promise<void> {
    this.#writtenAtMs = this.#surroundings.nowMs();
    const learned = [...this.#known.values()].filter(mustBeStored);
    const openings = learned.map((each) => {
      const { provider, source, pace, version, isWaitedFor } = each;
      return { provider: provider.name, source, ...pace.pace, version, isWaitedFor };
    });
    for (const each of learned) {
      each.hasLearned = false;
      each.isWaitedFor = false;
    }
    const { database, lane, clock } = this.#options;
    try {
      await openDestinations(database, lane, openings, clock.now());
    } catch (error) {
      for (const each of learned) each.hasLearned = true;
      throw error;
    }
    await this.#countSent();
  }

  async #countSent(): Promise<void> {
    const { database, clock } = this.#options;
    const sent = [...this.#known.values()].flatMap((destination) => {
      const { provider, source, sent: count } = destination;
      destination.sent = 0;
      return count > 0 ? [{ provider: provider.name, source, count }] : [];
    });
    await countSentMails(database, sent, clock.now());
  }

  #forgetIdle(): void {
    if (this.#known.size < this.#keptMax) return;
    for (const [key, destination] of this.#known) if (isIdle(destination)) this.#known.delete(key);
    this.#keptMax = Math.max(KEPT_MIN, 2 * this.#known.size);
  }

  readonly #warn = (error: unknown): void => {
    this.#options.log.warn({ err: error }, 'the pace of mailbox providers could not be written');
  };
}

function isIdle({
  held,
  waiting,
  hasBacklog,
  hasLearned,
  narrowing,
  resting,
  isLoaded,
}: Destination): boolean {
  return isLoaded && held + waiting === 0 && !hasBacklog && !hasLearned && !narrowing && !resting;
}

/** A relay learns nothing while it takes all that its limits allow, and its mails are counted in its row. */
function mustBeStored({ hasLearned, isWaitedFor, version, sent }: Destination): boolean {
  return hasLearned || isWaitedFor || (version === 0 && sent > 0);
}
