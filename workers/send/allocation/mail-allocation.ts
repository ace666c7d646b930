// Sends mail that waits for turns: with direct delivery, with several providers, and with one provider that has limits.
// It finds the way of each mail that is awake and offers it to the dealer, which claims it when its destination has a
// slot.
import { setTimeout as delay } from 'node:timers/promises';
import { isSimulatorAddress } from '../../../shared/mail/simulator-address.ts';
import { SECOND_MS } from '../../../shared/platform/time/durations.ts';
import type { Claim, WorkTable } from '../../../shared/platform/work/work-table.ts';
import {
  findOfferedMail,
  type OfferedMail,
  putOffMail,
  type Room,
  wakePutOffMail,
} from '../../../shared/resources/messaging/emails/delivery/held/offered-mail.ts';
import { loadClaimed } from '../../../shared/resources/messaging/emails/delivery/load.ts';
import type { LoadedEmail } from '../../../shared/resources/messaging/emails/delivery/loaded-email.ts';
import type { MailLane } from '../../../shared/resources/messaging/emails/email.ts';
import type { WorkerDeps } from '../../runtime/job.ts';
import { withClaims } from '../../runtime/with-claims.ts';
import type { AttemptUse } from '../attempt.ts';
import { releaseOrphans } from '../release-orphans.ts';
import { hasWaitedOut } from '../resting.ts';
import type { AllocatedSend, Sender } from '../sender.ts';
import { type AllocatedMail, SlotAllocator } from './slot-allocator.ts';

/** Mail of a domain whose servers are not known by then does not wait in memory: silent DNS must not fill it. */
const FIND_WAY_MS = 2 * SECOND_MS;
/** The mail is tried again after 10 to 20 s. */
const ROUTE_COMES_MS = 10 * SECOND_MS;
const UNKNOWN = 'not known yet' as const;

/** The mail that it deals, and the targets. */
interface Allocation {
  lane: MailLane;
  table: WorkTable;
  sender: Sender;
}

/** Deals the mail of a lane in a process. */
export class MailAllocation {
  readonly #deps: WorkerDeps;
  readonly #allocated: Allocation;
  readonly #allocator: SlotAllocator;

  constructor(deps: WorkerDeps, allocated: Allocation) {
    this.#deps = deps;
    this.#allocated = allocated;
    const { database, clock, log } = deps;
    this.#allocator = new SlotAllocator({
      slots: allocated.sender.allocated.slots,
      log,
      isOpen: () => allocated.sender.isOpen(),
      // What a provider of ours does not take waits without a word.
      mustBeSeen: ({ announcedRest, dueAt }, { resting, gate }) =>
        !gate &&
        (resting?.beganAt.getTime() !== announcedRest?.getTime() || hasWaitedOut(dueAt, clock.now())),
      begin: (mails, end) => this.#begin(mails, end),
      putOff: (mails) => putOffMail(database, mails),
      wake: (rooms) => this.#wake(rooms),
      nowMs: () => performance.now(),
    });
  }

  /** Accepts mail that is awake. @returns a summary for operators, in a few words */
  async take(ids: readonly string[]): Promise<string> {
    await this.#allocated.sender.ready;
    if (!this.#allocated.sender.isOpen()) return `${ids.length} woken; sending is stopped`;
    return `${ids.length} woken, ${await this.#offerAll(ids)} offered to their destinations`;
  }

  /** Begins nothing more. */
  stop(): Promise<void> {
    return this.#allocator.stop();
  }

  /** @returns how many of them are awake */
  async #offerAll(ids: readonly string[]): Promise<number> {
    const { database, log } = this.#deps;
    const mails = ids.length === 0 ? [] : await findOfferedMail(database, ids);
    const timeout = delay<typeof UNKNOWN>(FIND_WAY_MS, UNKNOWN, { ref: false });
    // They stay awake, so the sweeper finds them.
    const warn = (error: unknown) => log.warn({ err: error }, 'the routes of mails could not be found');
    void Promise.all(mails.map((mail) => this.#offer(mail, timeout))).catch(warn);
    return mails.length;
  }

  async #offer(mail: OfferedMail, timeout: Promise<typeof UNKNOWN>): Promise<void> {
    const { clock, config } = this.#deps;
    if (mail.dueAt === null || isSimulatorAddress(mail.address, config.simulatorDomains)) {
      this.#allocator.offer({ mail, way: undefined });
      return;
    }
    const way = await Promise.race([this.#allocated.sender.allocated.findWay(mail), timeout]);
    if (way !== UNKNOWN) {
      this.#allocator.offer({ mail, way });
      return;
    }
    const inMs = ROUTE_COMES_MS * (1 + Math.random());
    this.#allocator.putOff({ id: mail.id, until: new Date(clock.now().getTime() + inMs) });
  }

  async #begin(
    mails: readonly AllocatedMail[],
    end: (allocated: AllocatedMail, result: AttemptUse) => void,
  ): Promise<void> {
    const { sender, table } = this.#allocated;
    const byId = new Map(mails.map((allocated) => [allocated.mail.id, allocated]));
    const begun = new Set<string>();
    const allocated: AllocatedSend = {
      wayOf: (id) => byId.get(id)?.way,
      onEnd(id, result) {
        const mail = byId.get(id);
        if (mail) end(mail, result);
      },
    };
    const slots = await sender.allocated.reserve(mails.length);
    try {
      await withClaims(table, [...byId.keys()], this.#deps, async (claims) => {
        const emails = await this.#load(claims);
        for (const email of emails) {
          for (const { id } of email.recipients) begun.add(id);
          sender.send(email, slots, allocated);
        }
      });
    } finally {
      slots.end();
    }
    // Another worker has claimed or finished the others, or their account is suspended.
    for (const [id, allocated] of byId) if (!begun.has(id)) end(allocated, 'unused');
  }

  async #load(claims: readonly Claim[]): Promise<LoadedEmail[]> {
    const { database, clock, config } = this.#deps;
    const { simulatorDomains } = config;
    const emails = await loadClaimed(database, claims, { simulatorDomains, now: clock.now() });
    await releaseOrphans(this.#allocated.table, claims, emails, this.#deps);
    return emails;
  }

  async #wake(rooms: readonly Room[]): Promise<ReadonlyMap<string, number>> {
    const { database, clock } = this.#deps;
    const woken = await wakePutOffMail(database, this.#allocated.lane, rooms, clock.now());
    await this.#offerAll(woken.map(({ id }) => id));
    const counts = new Map<string, number>();
    for (const { destination } of woken) counts.set(destination, (counts.get(destination) ?? 0) + 1);
    return counts;
  }
}
