// A simulation of send workers in time that is given: rows that become due, processes with a dealer each, and destinations that
// take mail at a pace of their own. Only timers are faked; dealers, schedulers and paces are the real ones.
import { mock } from 'node:test';
import type { MailboxProvider } from '../../../../shared/mail/providers/provider.ts';
import { createLog } from '../../../../shared/platform/log/log.ts';
import { SECOND_MS } from '../../../../shared/platform/time/durations.ts';
import type {
  OfferedMail,
  Room,
} from '../../../../shared/resources/messaging/emails/delivery/held/offered-mail.ts';
import { type AllocatedMail, SlotAllocator } from '../../../../workers/send/allocation/slot-allocator.ts';
import { Destination } from '../../../../workers/transports/pacing/destination.ts';
import type { Delivery } from '../../../../workers/transports/transport.ts';
import type { MailWay } from '../../../../workers/transports/way.ts';
import { makeSurroundings } from '../../transports/support/unstored-destinations.ts';

const accepted: Delivery = { kind: 'accepted', reply: { code: 250, text: 'ok' } };

/** A recipient, as the simulation stores it. */
export interface SimulatedRow {
  id: string;
  account: string;
  provider: MailboxProvider;
  dueMs: number;
  state: 'asleep' | 'awake' | 'sent';
  /** When it was put off, in milliseconds. */
  putOffs: number[];
  /** Tries that have ended with a reply. */
  tries: number;
}

/** How servers answer, and how many workers there are. */
export interface SimulationOptions {
  processes: number;
  /** Places of each process. */
  slots: number;
  random: () => number;
  /** How long a mail takes, in milliseconds; undefined: the server never answers. */
  serviceMs(row: SimulatedRow): number | undefined;
  /** Whether a mail must be said to rest; none by default. */
  mustBeSeen?(row: SimulatedRow): boolean;
  /** What the server says; by default it accepts. */
  answer?(row: SimulatedRow, atMs: number): Delivery;
}

const STEP_MS = 100;
/** The real one. */
const { setImmediate: inNextTurn } = globalThis;
const nextTurn = () => new Promise<void>((resolve) => inNextTurn(resolve));

export class SimulatedAllocation {
  readonly rows: SimulatedRow[] = [];
  /** The most mails that were in progress at a time, by provider and process. */
  readonly mostHeld = new Map<string, number>();
  readonly #options: SimulationOptions;
  readonly #allocators: SlotAllocator[];
  readonly #destinations: Map<string, Destination>[];
  readonly #inWork: { atMs: number; end(): void }[] = [];
  readonly #rowsById = new Map<string, SimulatedRow>();
  readonly #asleep = new Set<SimulatedRow>();
  #nowMs = 0;

  constructor(options: SimulationOptions) {
    this.#options = options;
    const { processes, slots } = options;
    const log = createLog({ level: 'silent', process: 'simulation' });
    this.#destinations = Array.from({ length: processes }, () => new Map());
    this.#allocators = this.#destinations.map(
      (_, process) =>
        new SlotAllocator({
          slots,
          log,
          isOpen: () => true,
          mustBeSeen: ({ id }) => this.#options.mustBeSeen?.(this.#rowOf(id)) ?? false,
          begin: (mails, end) => {
            this.#begin(process, mails, end);
            return Promise.resolve();
          },
          putOff: (mails) => {
            for (const { id, until } of mails) this.#putOff(this.#rowOf(id), until);
            return Promise.resolve();
          },
          wake: (rooms) => Promise.resolve(this.#wakeFor(process, rooms)),
          nowMs: () => this.#nowMs,
        }),
    );
  }

  add(count: number, of: Pick<SimulatedRow, 'account' | 'provider'>): void {
    for (let number = 0; number < count; number += 1) {
      const id = `mail-${this.rows.length}`;
      const row: SimulatedRow = { ...of, id, dueMs: this.#nowMs, state: 'asleep', putOffs: [], tries: 0 };
      this.rows.push(row);
      this.#asleep.add(row);
      this.#rowsById.set(id, row);
    }
  }

  /** Lets time pass. */
  async run(forMs: number, onSecond?: (nowMs: number) => void): Promise<void> {
    mock.timers.enable({ apis: ['setTimeout', 'setImmediate'] });
    try {
      for (const untilMs = this.#nowMs + forMs; this.#nowMs < untilMs; ) {
        this.#nowMs += STEP_MS;
        if (this.#nowMs % SECOND_MS === 0) {
          onSecond?.(this.#nowMs);
          this.#wake();
        }
        for (const each of this.#inWork.filter(({ atMs }) => atMs <= this.#nowMs)) {
          this.#inWork.splice(this.#inWork.indexOf(each), 1);
          each.end();
        }
        mock.timers.tick(STEP_MS);
        await nextTurn();
      }
    } finally {
      mock.timers.reset();
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#allocators.map((allocator) => allocator.stop()));
  }

  /** The pace of a provider in the first process. */
  destination(provider: MailboxProvider, process = 0): Destination {
    const known = this.#destinations[process] as Map<string, Destination>;
    const surroundings = makeSurroundings({
      processes: () => this.#options.processes,
      now: () => new Date(this.#nowMs),
      nowMs: () => this.#nowMs,
    });
    const destination = known.get(provider.name) ?? new Destination(provider, '', surroundings);
    known.set(provider.name, destination);
    return destination;
  }

  #rowOf(id: string): SimulatedRow {
    return this.#rowsById.get(id) as SimulatedRow;
  }

  #wake(): void {
    for (const row of this.#asleep) {
      if (row.dueMs > this.#nowMs) continue;
      this.#offer(row, Math.floor(this.#options.random() * this.#allocators.length));
    }
  }

  #putOff(row: SimulatedRow, until: Date): void {
    this.#sleep(row, until.getTime());
    row.putOffs.push(this.#nowMs);
  }

  #sleep(row: SimulatedRow, dueMs: number): void {
    row.state = 'asleep';
    row.dueMs = dueMs;
    this.#asleep.add(row);
  }

  #offer(row: SimulatedRow, process: number): void {
    row.state = 'awake';
    this.#asleep.delete(row);
    const mail: OfferedMail = {
      id: row.id,
      accountId: row.account,
      address: `ana@${row.provider.name}`,
      sourcePool: null,
      lastSource: null,
      dueAt: new Date(0),
      announcedRest: null,
      wasPutOff: row.putOffs.length > 0,
      wasTried: false,
      provider: null,
      chosenProviders: [],
    };
    const destination = this.destination(row.provider, process);
    this.#allocators[process]?.offer({ mail, way: { destination } as MailWay });
  }

  #wakeFor(process: number, rooms: readonly Room[]): ReadonlyMap<string, number> {
    return new Map(
      rooms.map(({ destination, count }) => {
        const asleep = [...this.#asleep]
          .filter(({ provider, putOffs }) => destination === `${provider.name} ` && putOffs.length > 0)
          .sort((a, b) => a.dueMs - b.dueMs)
          .slice(0, count);
        for (const row of asleep) this.#offer(row, process);
        return [destination, asleep.length];
      }),
    );
  }

  #begin(
    process: number,
    mails: readonly AllocatedMail[],
    end: (mail: AllocatedMail, result: 'success' | 'failure') => void,
  ): void {
    for (const allocated of mails) {
      const row = this.#rowOf(allocated.mail.id);
      const destination = this.destination(row.provider, process);
      const key = `${row.provider.name} ${process}`;
      this.mostHeld.set(key, Math.max(this.mostHeld.get(key) ?? 0, destination.held));
      const serviceMs = this.#options.serviceMs(row);
      if (serviceMs === undefined) continue;
      const begunMs = this.#nowMs;
      this.#inWork.push({
        atMs: this.#nowMs + serviceMs,
        end: () => {
          const delivery = this.#options.answer?.(row, this.#nowMs) ?? accepted;
          destination.hear(delivery, begunMs);
          row.tries += 1;
          const isSent = delivery.kind === 'accepted';
          if (isSent) row.state = 'sent';
          else this.#sleep(row, this.#nowMs + 60 * SECOND_MS);
          end(allocated, isSent ? 'success' : 'failure');
        },
      });
    }
  }
}

/** The most times that one row was put off within an hour. */
export function mostPutOffsInAnHour(rows: readonly SimulatedRow[]): number {
  const inHour = ({ putOffs }: SimulatedRow) =>
    Math.max(
      0,
      ...putOffs.map((from) => putOffs.filter((at) => at >= from && at < from + 3_600 * SECOND_MS).length),
    );
  return Math.max(0, ...rows.map(inHour));
}
