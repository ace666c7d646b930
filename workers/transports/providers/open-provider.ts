// A provider in a process: its transport, whether it takes mail, and when what it has taken counts as delivered. Each has its own
// switch, limits and connections, so one that refuses our login, is slow or accepts no connection holds its own mail only
// (docs/architecture/providers.md).
import { CONNECTION_STAGES } from '../../../shared/mail/smtp-reply.ts';
import type { Database } from '../../../shared/platform/db/connect.ts';
import type { Logger } from '../../../shared/platform/log/log.ts';
import type { Clock } from '../../../shared/platform/time/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../../../shared/platform/time/durations.ts';
import {
  type DeliveryKind,
  type StoredProvider,
  stateOfProvider,
} from '../../../shared/resources/foundation/providers/provider.ts';
import {
  claimProbe,
  clearProviderSwitch,
  noteReachable,
  noteUnreachable,
  type RefusedMail,
  tripProviderSwitch,
} from '../../../shared/resources/foundation/providers/switch.ts';
import {
  type DestinationRest,
  destinationOfProvider,
} from '../../../shared/resources/messaging/destinations/destination.ts';
import { makeMailDue } from '../../../shared/resources/messaging/emails/delivery/held/make-mail-due.ts';
import type { Destination, DestinationGate, HeardDelivery } from '../pacing/destination.ts';
import type { Destinations } from '../pacing/destinations.ts';
import type { PacedProvider } from '../pacing/pace.ts';
import { describeReply } from '../smtp/replies/reply.ts';
import type { AttemptedDelivery, Delivery, OutgoingMessage, SendHooks, Transport } from '../transport.ts';
import { DayAllowance } from './day-allowance.ts';

/**
 * The limit of a provider for which operators have named none, for all processes together: the connections of each
 * process bound it.
 */
const CONNECTIONS_UNBOUNDED = 1_000;
/** Mails over one connection. */
const MAILS_PER_CONNECTION = 100;
/** A provider that accepts no mail is checked again after so long, or as soon as it accepts mail. */
const HOLD_MS = MINUTE_MS;
/** Nothing is written more often about one that accepts no connection. */
const NOTE_EVERY_MS = 2 * SECOND_MS;

/** The options of an open provider. */
export interface OpenProviderOptions {
  database: Database;
  clock: Clock;
  log: Logger;
  /** Connections of this process. */
  connections: number;
  /** Undefined: it cannot be used, such as one whose URL cannot be decrypted. */
  transport: Transport | undefined;
  destinations: Pick<Destinations, 'of'>;
  /** SMTP_DELIVERY for the default one. */
  delivery: DeliveryKind;
}

export class OpenProvider implements DestinationGate {
  readonly transport: Transport | undefined;
  readonly connections: number;
  readonly #options: OpenProviderOptions;
  readonly #day: DayAllowance;
  #stored: StoredProvider;
  #paced: PacedProvider;
  /** The reason why it refused us here, which its row may not have yet. */
  #refusal: string | undefined;
  #refusals = 0;
  #isStopped = false;
  #notedAtMs = Number.NEGATIVE_INFINITY;
  #probing: Promise<void> | undefined;

  constructor(stored: StoredProvider, options: OpenProviderOptions) {
    const { database, clock, log } = options;
    this.#stored = stored;
    this.#paced = toPaced(stored);
    this.#options = options;
    this.transport = options.transport;
    this.connections = options.connections;
    this.#day = new DayAllowance({ database, clock, log, provider: stored.name });
  }

  get stored(): StoredProvider {
    return this.#stored;
  }

  get name(): string {
    return this.#stored.name;
  }

  /** The recipient's own server answers: its 250 is the delivery, and it knows no login of ours. */
  get isDirect(): boolean {
    return this.transport?.isDirect ?? false;
  }

  /** When its mail counts as delivered. */
  get deliveredBy(): DeliveryKind {
    return this.isDirect ? 'accept' : (this.#stored.delivery ?? this.#options.delivery);
  }

  /** Whether mail may be sent through it. */
  get isOpen(): boolean {
    if (!this.transport || this.#stored.pausedAt) return false;
    return this.isDirect || (this.#refusal === undefined && this.#stored.refusedAt === null);
  }

  /** The provider as a destination: a relay accepts mail at the pace of its limits. */
  get destination(): Destination {
    return this.#options.destinations.of(this.#paced, '', this);
  }

  /** Another provider of its name may have had the destination, with other limits. */
  takeDestination(): void {
    const { destination } = this;
    destination.gate = this;
    destination.boundBy(this.#paced);
  }

  get hold(): DestinationRest | undefined {
    const nextDay = this.#stored.perDay === null ? undefined : this.#day.isUsedUpUntil;
    if (this.isOpen && !nextDay) return undefined;
    const beganAt = this.#options.clock.now();
    const until = this.isOpen && nextDay ? nextDay : new Date(beganAt.getTime() + HOLD_MS);
    return { beganAt, until, reason: 'operator', reply: stateOfProvider(this.#stored) };
  }

  get allowed(): number {
    const { perDay } = this.#stored;
    return perDay === null ? Number.POSITIVE_INFINITY : this.#day.left(perDay);
  }

  take(count: number): void {
    if (this.#stored.perDay !== null) this.#day.use(count);
  }

  asksForLess(delivery: HeardDelivery): boolean {
    if (delivery.kind === 'unreachable') return delivery.stage !== 'queue';
    if (delivery.kind !== 'refused' || delivery.reply.code >= 500) return false;
    // A refused recipient or content says nothing about others, except in providers' replies about their rates.
    return (
      CONNECTION_STAGES.has(delivery.stage) ||
      delivery.reply.code === 421 ||
      THROTTLED.test(delivery.reply.text)
    );
  }

  /** The number of refusals, which `adopt` gets again: a state that was read before a refusal here is out of date. */
  get refusals(): number {
    return this.#refusals;
  }

  /**
   * Adopts the stored state; for another URL or number of connections there is another OpenProvider.
   * @param refusalsBefore `refusals` before it was read
   */
  adopt(stored: StoredProvider, refusalsBefore: number): void {
    const { perSecond, perDay } = this.#stored;
    this.#stored = stored;
    if (perDay !== stored.perDay) this.#day.askAgain();
    if (perSecond !== stored.perSecond) {
      this.#paced = toPaced(stored);
      this.takeDestination();
    }
    if (refusalsBefore === this.#refusals) this.#refusal = undefined;
    if (stored.refusedAt || stored.unreachableSince) this.#probe();
  }

  /**
   * Notes that it refuses us: its mail waits, here at once and in all processes within seconds.
   * @param refused the mail that a probe repeats
   */
  async refuse(reason: string, refused: RefusedMail): Promise<void> {
    // Its successor has another URL.
    if (this.#isStopped) return;
    this.#refusals += 1;
    const { database, log } = this.#options;
    if (this.isOpen) log.error({ reason, provider: this.name }, 'the provider refuses our login or settings');
    this.#refusal ??= reason;
    await tripProviderSwitch(database, reason, refused, this.name);
  }

  /**
   * Tries once (transport.ts).
   * @param destination whose turn the mail has waited for; undefined: it had to wait for none
   */
  async send(
    message: OutgoingMessage,
    hooks: SendHooks,
    destination: Destination | undefined,
  ): Promise<Delivery> {
    if (!this.transport) return { kind: 'withheld' };
    if (this.isDirect) return await this.transport.send(message, hooks);
    const begunMs = performance.now();
    const delivery = await this.transport.send(message, hooks);
    if (destination) destination.hear(delivery, begunMs);
    else if (delivery.kind === 'accepted') this.destination.sent += 1;
    if (delivery.kind !== 'withheld' && delivery.kind !== 'needs_seven_bit') this.#hear(delivery);
    return delivery;
  }

  #hear(delivery: AttemptedDelivery): void {
    const failure = failureToConnect(delivery);
    const isKnown = this.#stored.unreachableSince !== null;
    // A connection that breaks later says neither.
    if ((failure !== undefined) === isKnown || (!failure && delivery.kind === 'unreachable')) return;
    const nowMs = performance.now();
    if (nowMs < this.#notedAtMs + NOTE_EVERY_MS) return;
    this.#notedAtMs = nowMs;
    const { database, log } = this.#options;
    const noted =
      failure !== undefined
        ? noteUnreachable(database, failure, this.name)
        : noteReachable(database, this.name);
    noted.catch((error: unknown) =>
      log.warn({ err: error, provider: this.name }, 'the state of a provider could not be written'),
    );
  }

  /** Finishes the mail on the wire, and ends. @param withinMs after that it is broken off; absent: within the time of a stop */
  async close(withinMs?: number): Promise<void> {
    this.#isStopped = true;
    // All that deliver directly share one, which ends with the process.
    await Promise.all([this.#probing, this.#day.stop(), this.isDirect || this.transport?.close(withinMs)]);
  }

  /** One process probes at a time, and no look waits for it. */
  #probe(): void {
    this.#probing ??= this.#probeOnce()
      .catch((error: unknown) => {
        this.#options.log.warn({ err: error, provider: this.name }, 'a provider could not be probed');
      })
      .finally(() => {
        this.#probing = undefined;
      });
  }

  async #probeOnce(): Promise<void> {
    const { database, log } = this.#options;
    const probe = await claimProbe(database, this.name);
    if (!probe || !this.transport) return;
    const reason = await this.transport.probe(probe.refused);
    if (reason !== undefined) {
      if (!this.isOpen)
        log.error({ reason, provider: this.name }, 'the provider still refuses our login or settings');
      return;
    }
    await clearProviderSwitch(database, this.name);
    this.#stored = { ...this.#stored, refusedAt: null, unreachableSince: null, isAway: false };
    this.#refusal = undefined;
    log.info({ provider: this.name }, 'the provider accepts us again');
    // A process that has started since does not know of what sleeps.
    await makeMailDue(database, this.destination.key, this.#options.clock.now());
  }
}

/**
 * Replies of providers to mail that arrives too fast: SES "Throttling failure", SendGrid and Mailgun "too many", "rate
 * limit".
 */
const THROTTLED = /throttl|too many|rate.?limit|(?:sending|message) rate|maximum .*rate|slow down/i;

function toPaced({ name, connections, perSecond }: StoredProvider): PacedProvider {
  const rate = perSecond === null ? null : perSecond * (MINUTE_MS / SECOND_MS);
  const window = connections ?? CONNECTIONS_UNBOUNDED;
  return {
    name: destinationOfProvider(name).provider,
    isListed: false,
    connections: window,
    firstWindow: window,
    mailsPerConnection: MAILS_PER_CONNECTION,
    firstRate: rate,
    maxRate: rate,
    needsTls: false,
    idleMs: null,
  };
}

/** Why a provider took no connection; undefined: it did. */
function failureToConnect(delivery: AttemptedDelivery): string | undefined {
  if (delivery.kind !== 'unreachable' && delivery.kind !== 'refused') return undefined;
  if (!CONNECTION_STAGES.has(delivery.stage) && delivery.stage !== 'tls') return undefined;
  return delivery.kind === 'unreachable' ? delivery.reason : describeReply(delivery.reply);
}
