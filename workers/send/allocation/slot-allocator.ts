// Deals the slots of a sender to destinations. Mail that is awake waits here, a few seconds' worth for each
// destination, and is claimed when it has a slot; accounts take turns within a destination. Mail that a destination
// does not accept within seconds returns to sleep until its turn is expected, so a backlog is rows, and no destination
// blocks another (docs/architecture/destinations.md).
import { FairQueue } from '../../../shared/platform/sharing/fair-queue.ts';
import { SECOND_MS } from '../../../shared/platform/time/durations.ts';
import type {
  OfferedMail,
  PutOff,
} from '../../../shared/resources/messaging/emails/delivery/held/offered-mail.ts';
import {
  createFairScheduler,
  type FairScheduler,
  type Turn,
  type Window,
} from '../../runtime/fair-scheduler.ts';
import type { Destination } from '../../transports/pacing/destination.ts';
import type { MailWay } from '../../transports/way.ts';
import type { AttemptUse } from '../attempt.ts';
import { type BacklogOptions, DestinationBacklog } from './backlog.ts';

/** A mail that waits for a place, or has one. */
export interface AllocatedMail {
  mail: OfferedMail;
  /** Absent: it is for the simulator, or its email no longer exists. */
  way: MailWay | undefined;
}

/** The options of a dealer. */
export interface SlotAllocatorOptions extends Omit<BacklogOptions, 'roomOf'> {
  slots: number;
  /** Whether mail may be begun. */
  isOpen(): boolean;
  /** Whether a worker must see a mail although its destination rests. */
  mustBeSeen(mail: OfferedMail, destination: Destination): boolean;
  /**
   * Claims mails that have a place, and begins to send them. A rejection says that none was begun.
   * @param end called once for each, when its place is free
   */
  begin(
    mails: readonly AllocatedMail[],
    end: (allocated: AllocatedMail, result: AttemptUse) => void,
  ): Promise<void>;
  /** Monotonic milliseconds. */
  nowMs(): number;
}

/** The target of mail that needs no server: the simulator's, a domain without servers, a rest that must be announced. */
const NO_SERVER = '';
const NO_SERVER_PART = 1 / 4;
/** So much mail of a destination waits in memory. */
const WAITS_HERE_MS = 3 * SECOND_MS;
/** Places dealt at a time: as many rows are claimed together. */
const TAKE_MAX = 200;
/** A rate gives places as time passes. */
const CHECK_EVERY_MS = 100;
/** A destination that has become slower keeps no more than it takes. */
const RECONSIDER_EVERY_MS = SECOND_MS;

interface Line {
  /** The name of the target in the scheduler. */
  target: string;
  /** Absent: no server is asked. */
  destination: Destination | undefined;
  queue: FairQueue<AllocatedMail>;
}

/** A mail that has a place, and the line in which it waited. */
interface Taken {
  allocated: AllocatedMail;
  line: Line;
}

export class SlotAllocator {
  readonly #options: SlotAllocatorOptions;
  readonly #turns: FairScheduler;
  readonly #lines = new Map<string, Line>();
  /** All mails that wait here, or are being claimed. */
  readonly #ids = new Set<string>();
  readonly #backlog: DestinationBacklog;
  #allocation: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isAllocationScheduled = false;
  #reconsideredAtMs = 0;
  #isStopped = false;

  constructor(options: SlotAllocatorOptions) {
    this.#options = options;
    this.#turns = createFairScheduler(options.slots, (target) => this.#openWindow(target));
    // Half of the room of a destination is reserved for mail of one account (hasRoom).
    this.#backlog = new DestinationBacklog({
      ...options,
      roomOf: (destination) => Math.ceil(roomOf(destination) / 2),
    });
  }

  /** Accepts a mail that is awake. A mail that is here already keeps its position. */
  offer(allocated: AllocatedMail): void {
    if (this.#isStopped || this.#ids.has(allocated.mail.id)) return;
    this.#place(allocated);
    this.#scheduleAllocation();
  }

  /** Puts a mail off whose destination is not known yet. */
  putOff(mail: Omit<PutOff, 'destination'>): void {
    this.#backlog.add(mail);
    this.#scheduleAllocation();
  }

  /** Begins nothing more. What waits here stays awake in its rows, and is found by another process. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await Promise.all([this.#allocation, this.#backlog.stop()]);
  }

  #place(allocated: AllocatedMail): void {
    const { mail, way } = allocated;
    const destination = way?.destination;
    const isSeen = destination?.resting && this.#options.mustBeSeen(mail, destination);
    const isAsked = destination !== undefined && !isSeen;
    const line = this.#lineOf(isAsked ? destination : undefined);
    if (isAsked && (destination.resting || !hasRoom(line, destination, mail))) {
      this.#backlog.add({ id: mail.id, until: destination.turnOf(mail, WAITS_HERE_MS) }, destination);
      return;
    }
    if (destination) this.#backlog.notice(destination);
    line.queue.push(mail.accountId, allocated);
    this.#ids.add(mail.id);
    if (line.destination) line.destination.waiting += 1;
    this.#ask(line);
  }

  #lineOf(destination: Destination | undefined): Line {
    const target = destination?.key ?? NO_SERVER;
    const known = this.#lines.get(target);
    if (known) return known;
    const line = { target, destination, queue: new FairQueue<AllocatedMail>() };
    this.#lines.set(target, line);
    return line;
  }

  #ask({ target, destination }: Line): void {
    this.#turns.ask(target);
    if (destination) this.#turns.learn(target, destination.isFailing);
  }

  #openWindow(target: string): Window {
    const limit = Math.max(1, Math.floor(this.#options.slots * NO_SERVER_PART));
    return this.#lines.get(target)?.destination ?? { limit, end: () => undefined };
  }

  /** Mail that arrives together is dealt together. */
  #scheduleAllocation(): void {
    if (this.#isStopped || this.#isAllocationScheduled) return;
    this.#isAllocationScheduled = true;
    setImmediate(() => {
      this.#isAllocationScheduled = false;
      this.#look();
    });
  }

  #look(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#reconsider();
    this.#backlog.write();
    this.#allocate();
    if (this.#ids.size > 0 || !this.#backlog.isEmpty)
      this.#timer = setTimeout(() => this.#look(), CHECK_EVERY_MS);
  }

  #allocate(): void {
    if (this.#isStopped || this.#allocation || !this.#options.isOpen()) return;
    const taken = this.#turns.take(TAKE_MAX).flatMap((turn) => this.#takeFrom(turn));
    if (taken.length === 0) return;
    this.#allocation = this.#begin(taken).finally(() => {
      this.#allocation = undefined;
      this.#allocate();
    });
  }

  #takeFrom({ target, slots }: Turn): Taken[] {
    const line = this.#lines.get(target);
    const taken: Taken[] = [];
    for (let left = slots; left > 0; left -= 1) {
      const allocated = line?.queue.take();
      if (line && allocated) taken.push({ line, allocated });
      else this.#turns.end(target, 'unused');
    }
    if (line && line.queue.size > 0) this.#ask(line);
    else this.#lines.delete(target);
    if (line?.destination) {
      line.destination.waiting -= taken.length;
      line.destination.held += taken.length;
      line.destination.take(taken.length);
    }
    return taken;
  }

  async #begin(taken: readonly Taken[]): Promise<void> {
    const { begin, log, nowMs } = this.#options;
    const beganMs = nowMs();
    const inWork = new Map(taken.map(({ allocated, line }) => [allocated, line]));
    const end = (allocated: AllocatedMail, result: AttemptUse) => {
      const line = inWork.get(allocated);
      if (!line) return;
      inWork.delete(allocated);
      this.#end(line, result, nowMs() - beganMs);
    };
    try {
      await begin([...inWork.keys()], end);
    } catch (error) {
      log.warn({ err: error }, 'mails could not be claimed');
      for (const allocated of [...inWork.keys()]) end(allocated, 'unused');
    }
    for (const { allocated } of taken) this.#ids.delete(allocated.mail.id);
  }

  #end({ target, destination }: Line, result: AttemptUse, serviceMs: number): void {
    if (destination) {
      destination.held -= 1;
      if (result === 'unused') destination.release();
      else destination.noteService(serviceMs);
    }
    // Mail that needs no server waits for none.
    this.#turns.end(target, destination ? result : 'success');
    this.#scheduleAllocation();
  }

  /** Once a second: a destination may have become slower, or rest. */
  #reconsider(): void {
    const nowMs = this.#options.nowMs();
    if (nowMs - this.#reconsideredAtMs < RECONSIDER_EVERY_MS) return;
    this.#reconsideredAtMs = nowMs;
    for (const { target, destination, queue } of [...this.#lines.values()]) {
      if (queue.size === 0) this.#lines.delete(target);
      if (!destination || queue.size === 0) continue;
      destination.isWaitedFor = true;
      if (!destination.resting && queue.size <= 3 * roomOf(destination)) continue;
      for (const allocated of queue.clear()) {
        this.#ids.delete(allocated.mail.id);
        destination.waiting -= 1;
        this.#place(allocated);
      }
    }
    if (this.#options.isOpen()) this.#backlog.wake();
  }
}

/** Mails that wait here for a destination. */
function roomOf(destination: Destination): number {
  return Math.ceil((destination.perSecond * WAITS_HERE_MS) / SECOND_MS) + destination.limit;
}

/**
 * An account may have as much mail here as there are free slots: an account with little mail always finds one. Mail
 * that was put off before has twice the room.
 */
function hasRoom({ queue }: Line, destination: Destination, { accountId, wasPutOff }: OfferedMail): boolean {
  const room = roomOf(destination) * (wasPutOff ? 2 : 1);
  return queue.sizeOf(accountId) < Math.max(1, room - queue.size);
}
