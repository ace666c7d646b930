// A destination in a process: its pace, its rest, and what its replies change (docs/architecture/destinations.md).
import { effectOf, withoutMailAddresses } from '../../../shared/mail/providers/replies.ts';
import type { ReplyEffect } from '../../../shared/mail/providers/reply-effect.ts';
import { CONNECTION_STAGES, type SmtpReply, type SmtpStage } from '../../../shared/mail/smtp-reply.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import {
  CLOCK_SLACK_MS,
  type DestinationRest,
  keyOfDestination,
  type Pace,
  type StoredDestination,
} from '../../../shared/resources/messaging/destinations/destination.ts';
import type { MailLane } from '../../../shared/resources/messaging/emails/email.ts';
import { describeReply } from '../smtp/replies/reply.ts';
import { ExpectedTurns } from './expected-turns.ts';
import { DestinationPace, type PacedProvider } from './pace.ts';

/** How long an address of ours is not used that a provider blocks. */
const BLOCKED_MS = 4 * HOUR_MS;
/** Longest stored reply, in characters. */
const REPLY_MAX_LENGTH = 1_000;
/** One of many destinations has at most this part of the free places. */
const MAILBOX_PROVIDER_PART = 1 / 8;
/** While mail of both lanes waits, campaigns have this part. */
const CAMPAIGN_PART = 1 / 4;
/** Mail of a lane waits if it has waited so long ago. */
const WAITS_MS = MINUTE_MS / 2;
/** The largest part by which the first turn of a mail is brought forward, so that mails at the bound do not wake at once. */
const JITTER = 0.05;
/** Mail that woke too early is not expected again before this time; it is woken when there is room. */
const AGAIN_MS = 20 * MINUTE_MS;
const REFUSED_CONNECTION = /\bECONNREFUSED\b/;

/** The result of a try (workers/transports/transport.ts), as far as it says something about all mail. */
export type HeardDelivery =
  | { kind: 'refused'; stage: SmtpStage; reply: SmtpReply }
  | { kind: 'unreachable'; stage: SmtpStage; reason: string }
  | { kind: 'accepted' | 'no_such_domain' | 'withheld' | 'needs_seven_bit' };

/**
 * The gate of a provider that carries the mail, where a relay is the destination: it has limits that are not learned
 * (docs/architecture/providers.md).
 */
export interface DestinationGate {
  /** Connections of this process at most. */
  readonly connections: number;
  /** Why it takes nothing now; undefined: it takes mail. */
  readonly hold: DestinationRest | undefined;
  /** Mails that may be begun now. */
  readonly allowed: number;
  take(count: number): void;
  /** Whether a delivery asks for less: a relay speaks for itself, and quotes others. */
  asksForLess(delivery: HeardDelivery): boolean;
}

/** The common dependencies of the destinations of a process. */
export interface DestinationSurroundings {
  lane: MailLane;
  /** Live processes of the group, this one among them. */
  processes(): number;
  now(): Date;
  /** Monotonic milliseconds. */
  nowMs(): number;
  /** Returns a number from 0 to below 1. */
  random(): number;
  /** Called when it has changed for the worse, and must be written at once. */
  onNarrowed(destination: Destination): void;
}

export class Destination {
  provider: PacedProvider;
  /** Absent: it is a mailbox provider, as seen from an address of ours. */
  gate: DestinationGate | undefined;
  /** Our address; empty: the one that the system chooses. */
  readonly source: string;
  readonly pace: DestinationPace;
  /** The last one, which may be over. */
  rest: DestinationRest | null = null;
  /** The version of its row that is known; 0: none is. */
  version = 0;
  /** Whether its row was searched for. */
  isLoaded = false;
  /** Its last try has ended without an answer, or with one that asks for less. */
  isFailing = false;
  /** Whether it has opened since it was last written. */
  hasLearned = false;
  /** Mail for it had to wait since it was last written. */
  isWaitedFor = false;
  /** Mails that it has taken since they were last counted. */
  sent = 0;
  /** Mails in progress, and those that wait in memory. */
  held = 0;
  waiting = 0;
  /** Whether mail for it may sleep until its turn; undefined: the table was not searched yet. */
  hasBacklog: boolean | undefined;
  /** A change for the worse that is not written yet. */
  narrowing: { rest: DestinationRest | null } | undefined;
  readonly #surroundings: DestinationSurroundings;
  readonly #turns = new ExpectedTurns();
  /** When mail of the other lane last had to wait. */
  #otherWaitedAt: Date | null = null;

  constructor(
    provider: PacedProvider,
    source: string,
    surroundings: DestinationSurroundings,
    gate?: DestinationGate,
  ) {
    this.provider = provider;
    this.source = source;
    this.gate = gate;
    this.#surroundings = surroundings;
    this.pace = new DestinationPace(provider, surroundings.nowMs());
  }

  get key(): string {
    return keyOfDestination({ provider: this.provider.name, source: this.source });
  }

  /** Adopts the stored state. Local knowledge is out of date if others have narrowed it since. */
  adopt({ window, rate, rest, version, waitedAt }: StoredDestination): void {
    this.isLoaded = true;
    this.#otherWaitedAt = this.#surroundings.lane === 'campaign' ? waitedAt.transactional : waitedAt.campaign;
    if (version <= this.version) return;
    this.version = version;
    this.hasLearned = false;
    // A narrowing that is not written yet is not known to the others.
    const isAhead = this.narrowing !== undefined;
    this.pace.adopt(isAhead ? leastOf({ window, rate }, this.pace.pace) : { window, rate });
    if (!isAhead || !this.resting) this.rest = rest;
  }

  /** The limits of its provider have changed. */
  boundBy(provider: PacedProvider): void {
    this.provider = provider;
    this.pace.boundBy(provider);
    this.hasLearned = true;
  }

  /** The rest that lasts; undefined: it takes mail. */
  get resting(): DestinationRest | undefined {
    if (this.gate) return this.gate.hold;
    const nowMs = this.#surroundings.now().getTime();
    const isOver =
      !this.rest ||
      nowMs >= this.rest.until.getTime() ||
      nowMs < this.rest.beganAt.getTime() - CLOCK_SLACK_MS;
    return isOver || !this.rest ? undefined : this.rest;
  }

  /** Mails in progress at a time. */
  get limit(): number {
    this.pace.divide(this.#share());
    return Math.min(this.pace.limit, this.gate?.connections ?? Number.POSITIVE_INFINITY);
  }

  /** The part of the free places that it may use: relays are few, and each has connections of its own. */
  get part(): number {
    return this.gate ? 1 : MAILBOX_PROVIDER_PART;
  }

  /** Mails that may be begun now. */
  get allowed(): number {
    if (this.resting) return 0;
    const byPace = this.pace.allowed(this.#surroundings.nowMs());
    return this.gate ? Math.min(byPace, this.gate.allowed) : byPace;
  }

  /** A place was used for nothing. */
  release(): void {
    this.gate?.take(-1);
  }

  take(count: number): void {
    this.gate?.take(count);
    this.pace.take(count, this.#surroundings.nowMs());
  }

  end(result: 'success' | 'failure'): void {
    this.isFailing = result === 'failure';
  }

  /** Notes that a mail has ended. @param serviceMs how long it was in progress */
  noteService(serviceMs: number): void {
    this.pace.end(serviceMs, this.#surroundings.nowMs());
  }

  /** Mails a second that it takes from this process. */
  get perSecond(): number {
    this.pace.divide(this.#share());
    return this.pace.perSecond(this.held, this.#surroundings.nowMs());
  }

  /**
   * Estimates when the turn of a mail comes that it does not take now.
   * @param afterMs mail that waits in memory is first
   */
  turnOf({ accountId, wasPutOff }: { accountId: string; wasPutOff: boolean }, afterMs: number): Date {
    const { now, nowMs, random } = this.#surroundings;
    const at = now().getTime();
    const restMs = this.resting ? this.resting.until.getTime() - at : 0;
    const { perSecond } = this;
    const inMs = this.#turns.next(accountId, { perSecond, afterMs: Math.max(afterMs, restMs) }, nowMs());
    if (wasPutOff) return new Date(at + Math.max(inMs, AGAIN_MS));
    return new Date(at + (restMs > 0 ? inMs : inMs * (1 - JITTER * random())));
  }

  /** Notes what a delivery says about all mail to it. @param begunMs when it was begun */
  hear(delivery: HeardDelivery, begunMs: number): ReplyEffect | undefined {
    const effect = this.#effectOf(delivery);
    switch (effect?.kind) {
      case 'slow':
        if (this.pace.narrow(begunMs, this.#surroundings.nowMs(), this.#isOfConnections(delivery)))
          this.#narrow(null);
        break;
      case 'rest':
        this.#beginRest(effect.forMs, 'asked', delivery);
        break;
      case 'blocked':
        this.#beginRest(BLOCKED_MS, 'blocked', delivery);
        break;
      default:
        if (delivery.kind === 'accepted') this.sent += 1;
        if (delivery.kind === 'accepted' || delivery.kind === 'refused') this.#succeed();
    }
    return effect;
  }

  #effectOf(delivery: HeardDelivery): ReplyEffect | undefined {
    if (!this.gate) return effectOfDelivery(this.provider, delivery);
    return this.gate.asksForLess(delivery) ? { kind: 'slow' } : undefined;
  }

  /** A server that accepts no connection says nothing about a rate, unless it is one of a large provider. */
  #isOfConnections(delivery: HeardDelivery): boolean {
    return !this.provider.isListed && (delivery.kind !== 'refused' || CONNECTION_STAGES.has(delivery.stage));
  }

  #succeed(): void {
    const before = this.pace.pace;
    this.pace.succeed();
    const { window, rate } = this.pace.pace;
    this.hasLearned ||= window !== before.window || rate !== before.rate;
  }

  #beginRest(forMs: number, reason: DestinationRest['reason'], delivery: HeardDelivery): void {
    const beganAt = this.#surroundings.now();
    const words = delivery.kind === 'refused' ? describeReply(delivery.reply) : '';
    const reply = withoutMailAddresses(words.slice(0, REPLY_MAX_LENGTH));
    const until = new Date(beganAt.getTime() + forMs);
    const last = this.resting;
    // Several mails were on the way.
    if (last && last.until >= new Date(until.getTime() - MINUTE_MS)) return;
    this.pace.beginAgain(this.#surroundings.nowMs());
    this.rest = {
      beganAt: last?.beganAt ?? beganAt,
      until,
      reason,
      reply: reply.replaceAll('\0', '').toWellFormed(),
    };
    this.#narrow(this.rest);
  }

  /** A change for the worse could not be written. @param rest the one that was to be written */
  keepNarrowing(rest: DestinationRest | null): void {
    this.narrowing = { rest: this.narrowing?.rest ?? rest };
  }

  #narrow(rest: DestinationRest | null): void {
    this.narrowing = { rest: rest ?? this.narrowing?.rest ?? null };
    this.#surroundings.onNarrowed(this);
  }

  #share(): number {
    const { lane, processes, now } = this.#surroundings;
    const waitedMs = this.#otherWaitedAt
      ? now().getTime() - this.#otherWaitedAt.getTime()
      : Number.POSITIVE_INFINITY;
    const isShared = Math.abs(waitedMs) < WAITS_MS;
    const part = lane === 'campaign' ? CAMPAIGN_PART : 1 - CAMPAIGN_PART;
    return (isShared ? part : 1) / Math.max(1, processes());
  }
}

function leastOf(a: Pace, b: Pace): Pace {
  const rate = a.rate === null || b.rate === null ? (a.rate ?? b.rate) : Math.min(a.rate, b.rate);
  return { window: Math.min(a.window, b.window), rate };
}

function effectOfDelivery(provider: PacedProvider, delivery: HeardDelivery): ReplyEffect | undefined {
  if (delivery.kind === 'refused') return effectOf(provider.name, delivery.stage, delivery.reply);
  const isRefused = delivery.kind === 'unreachable' && REFUSED_CONNECTION.test(delivery.reason);
  return isRefused ? { kind: 'slow' } : undefined;
}
