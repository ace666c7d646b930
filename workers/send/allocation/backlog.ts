// Mail that sleeps until it is the turn of its destination. It is put off in one statement, without a claim or a try, and woken
// as soon as its destination has room, which may be sooner or later than was expected.
import type { Logger } from '../../../shared/platform/log/log.ts';
import type { PutOff, Room } from '../../../shared/resources/messaging/emails/delivery/held/offered-mail.ts';
import type { Destination } from '../../transports/pacing/destination.ts';

/** The options of a backlog. */
export interface BacklogOptions {
  log: Logger;
  /** How many mails a destination has room for. */
  roomOf(destination: Destination): number;
  putOff(mails: readonly PutOff[]): Promise<void>;
  /**
   * Wakes mail that was put off, and offers it.
   * @returns how many mails of each destination were woken, by its key
   */
  wake(rooms: readonly Room[]): Promise<ReadonlyMap<string, number>>;
}

export class DestinationBacklog {
  readonly #options: BacklogOptions;
  /** Destinations for which mail may sleep. */
  readonly #destinations = new Set<Destination>();
  #mails: PutOff[] = [];
  #writing: Promise<void> | undefined;
  #waking: Promise<void> | undefined;

  constructor(options: BacklogOptions) {
    this.#options = options;
  }

  /** There is mail to write, or some that sleeps. */
  get isEmpty(): boolean {
    return this.#mails.length === 0 && this.#destinations.size === 0;
  }

  /** Puts a mail off. @param destination absent: it is not known yet */
  add(mail: Omit<PutOff, 'destination'>, destination?: Destination): void {
    this.#mails.push({ ...mail, destination: destination?.key ?? null });
    if (!destination) return;
    destination.isWaitedFor = true;
    destination.hasBacklog = true;
    this.#destinations.add(destination);
  }

  /** Mail of a destination is sent, so that others of it may be woken. */
  notice(destination: Destination): void {
    if (destination.hasBacklog === false) return;
    destination.hasBacklog = true;
    this.#destinations.add(destination);
  }

  /**
   * Writes the mail that was put off, one statement at a time. Mail that cannot be written stays awake, so the sweeper
   * finds it.
   */
  write(): void {
    if (this.#writing !== undefined || this.#mails.length === 0) return;
    const mails = this.#mails;
    this.#mails = [];
    const { putOff, log } = this.#options;
    this.#writing = putOff(mails)
      .catch((error: unknown) => log.warn({ err: error }, 'mail could not be postponed'))
      .finally(() => {
        this.#writing = undefined;
      });
  }

  /** Wakes mail where there is room. */
  wake(): void {
    if (this.#waking !== undefined) return;
    const wanting = [...this.#destinations].flatMap((destination) => {
      const room = this.#options.roomOf(destination);
      const count = destination.resting ? 0 : room - destination.waiting;
      return count >= room / 2 ? [{ destination, count }] : [];
    });
    if (wanting.length === 0) return;
    // Mail that is put off while the statement runs belongs to another backlog.
    for (const { destination } of wanting) destination.hasBacklog = false;
    const rooms = wanting.map(({ destination: { key }, count }) => ({ destination: key, count }));
    const { wake, log } = this.#options;
    this.#waking = wake(rooms)
      .then((woken) => {
        for (const { destination, count } of wanting) {
          destination.hasBacklog ||= woken.get(destination.key) === count;
          if (!destination.hasBacklog) this.#destinations.delete(destination);
        }
      })
      .catch((error: unknown) => {
        for (const { destination } of wanting) destination.hasBacklog = true;
        log.warn({ err: error }, 'postponed mail could not be woken');
      })
      .finally(() => {
        this.#waking = undefined;
      });
  }

  async stop(): Promise<void> {
    this.write();
    await Promise.all([this.#writing, this.#waking]);
  }
}
