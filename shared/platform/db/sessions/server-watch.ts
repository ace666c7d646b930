// Notices that the database server of a process is lost or was replaced (failover), and cuts the connections that would
// wait for it: TCP reports a machine that vanished only after about 15 minutes. A probe asks on a connection of its
// own. Time is counted in looks, not by a clock: a process that was suspended itself does not take that for silence.
//
//   answers ──no answer for 5 looks──► silent ──an answer on a new connection──► answers
//   When it is answered again, or by another server (or timeline), the connections from before are cut: idle ones, also
//   those that LISTEN, at once; others when their statement has run for 5 looks, or at once when the former server was
//   silent. Which server is the present one, the last connection of the probe says (docs/architecture/failover.md).
import pg from 'pg';
import { isConnectionException, isIntervention, sqlstateOf } from '../../failures/sqlstates.ts';
import { NoAnswerError, UnusableServerError } from '../../failures/unavailable.ts';
import type { Logger } from '../../log/log.ts';
import { cutConnection, openSession } from './open-session.ts';
import { findBackend, requireOwnSession, requireUsableServer } from './usable-server.ts';

/** Options of a watch. */
export interface ServerWatchOptions {
  connectionString: string;
  /** The name of the process, shown in `pg_stat_activity`. */
  applicationName: string;
  /** Shorter in tests. */
  checkEveryMs?: number;
  /** The sessions of the connections were compared just now. */
  isCompared?: boolean;
  log: Logger;
}

/** The private parts of pg's client that a look reads. */
interface ClientParts {
  readonly connection: { once(event: 'end', listener: () => void): void };
  /** The statement, pipeline or cursor that the server has not answered. */
  _getActiveQuery(): object | null | undefined;
}

/** A connection of a pool. */
interface Watched {
  readonly server: string | undefined;
  /** Whether the probe connected after it; then the probe's answer decides about it. */
  isOlderThanProbe: boolean;
  /** Whether it leads to a server that is lost or was replaced. */
  isFormer: boolean;
  statement: object | undefined;
  /** Looks at which it had the same statement. */
  looks: number;
}

const CHECK_EVERY_MS = 1_000;
/** Looks from one question of the probe to the next. */
const PROBE_EVERY = 2;
/** Silence is so many looks without an answer. */
const SILENT_AFTER = 5;

/** An outage in the log, which lasts while this is repeated (shared/platform/log/outage-lines.ts). */
const SILENCE = new NoAnswerError('No answer for five seconds.');

const partsOf = (client: pg.ClientBase) => client as unknown as ClientParts;

/**
 * Checks the server of a process (usable-server.ts), then watches it.
 * @param mayBeAway the process starts without its database, which is checked when it answers
 */
export async function watchServer(
  options: ServerWatchOptions,
  { mayBeAway = false } = {},
): Promise<ServerWatch> {
  try {
    await requireUsableServer(options.connectionString);
  } catch (error) {
    if (!mayBeAway || error instanceof UnusableServerError) throw error;
    return new ServerWatch(options);
  }
  return new ServerWatch({ ...options, isCompared: true });
}

/** Watches the server of a process from now on. */
export class ServerWatch {
  readonly #options: ServerWatchOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #watched = new Map<pg.ClientBase, Watched>();
  readonly #listeners: (() => void)[] = [];
  /** The identity of the server (open-session.ts). */
  #server: string | undefined;
  #probe: pg.Client | undefined;
  /** The process in Postgres that answers the probe. */
  #backend: string | undefined;
  /** Why connections are refused: a pooler shares their sessions since its settings were changed. */
  #unusable: UnusableServerError | undefined;
  /** Until a comparison of the sessions finds nothing. */
  #mustCompare: boolean;
  #isComparing = false;
  #isAsking = false;
  #looksSinceQuestion = 0;
  /** Looks since the first question without an answer; undefined: the last one was answered. */
  #unanswered: number | undefined;
  #hasFailed = false;

  constructor(options: ServerWatchOptions) {
    this.#options = options;
    this.#mustCompare = !options.isCompared;
    this.#timer = setInterval(() => this.#look(), options.checkEveryMs ?? CHECK_EVERY_MS);
    void this.#ask();
  }

  /**
   * Watches a connection of a pool, which leads to this server, until it ends.
   * @throws UnusableServerError while a pooler shares the sessions of connections
   */
  add(client: pg.ClientBase, server: string | undefined): void {
    if (this.#unusable) {
      cutConnection(client);
      throw this.#unusable;
    }
    const watched = { server, isOlderThanProbe: false, isFormer: false, statement: undefined, looks: 0 };
    this.#watched.set(client, watched);
    // Not of the client: BullMQ removes all of its listeners.
    partsOf(client).connection.once('end', () => this.#watched.delete(client));
    this.#server ??= server;
  }

  /** Calls back each time that another server or timeline was seen. */
  onMove(listener: () => void): void {
    this.#listeners.push(listener);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#dropProbe();
  }

  get #isSilent(): boolean {
    return this.#unanswered !== undefined && this.#unanswered >= SILENT_AFTER;
  }

  #look(): void {
    if (this.#unanswered !== undefined) this.#unanswered += 1;
    if (this.#isSilent && (this.#unanswered ?? 0) % SILENT_AFTER === 0)
      this.#options.log.warn({ err: SILENCE }, 'the database does not answer');
    this.#cutLost(1);
    this.#looksSinceQuestion += 1;
    const hangs = this.#isAsking && this.#looksSinceQuestion >= SILENT_AFTER;
    if (hangs || this.#hasUnknownServer()) this.#askAgain();
    else if (!this.#isAsking && this.#looksSinceQuestion >= PROBE_EVERY) void this.#ask();
  }

  /** A connection that is younger than the probe leads to another server: it may be the new one, or the former. */
  #hasUnknownServer(): boolean {
    return [...this.#watched.values()].some((one) => !one.isOlderThanProbe && this.#isElsewhere(one));
  }

  #isElsewhere({ server }: Watched): boolean {
    return server !== undefined && server !== this.#server;
  }

  /**
   * @param looks 1 in a look, 0 between two
   * @param isReplaced a silent server was replaced: it no longer answers any statement, however new
   */
  #cutLost(looks: 0 | 1, isReplaced = false): void {
    for (const [client, watched] of this.#watched) {
      const statement = partsOf(client)._getActiveQuery() ?? undefined;
      watched.looks = statement === watched.statement ? watched.looks + looks : 0;
      watched.statement = statement;
      const { isFormer } = watched;
      const isOld = isReplaced || watched.looks >= SILENT_AFTER;
      if (statement ? isOld && (isFormer || this.#isSilent) : isFormer) cutConnection(client);
    }
  }

  #askAgain(): void {
    this.#dropProbe();
    void this.#ask();
  }

  #dropProbe(): void {
    if (this.#probe) cutConnection(this.#probe);
    this.#probe = undefined;
  }

  /** A connection leads to the same server until it ends, so only a new one is asked which server it is. */
  async #ask(): Promise<void> {
    const known = this.#probe;
    const probe = known ?? this.#createProbe();
    this.#probe = probe;
    this.#isAsking = true;
    this.#looksSinceQuestion = 0;
    this.#unanswered ??= 0;
    try {
      const server = known ? this.#server : await this.#open(probe);
      const backend = await findBackend(probe);
      if (probe !== this.#probe) return;
      this.#answered(server);
      // Only a pooler exchanges it.
      this.#mustCompare ||= this.#backend !== undefined && backend !== this.#backend;
      this.#backend = backend;
      if (this.#mustCompare) void this.#compareSessions();
    } catch (error) {
      if (probe !== this.#probe) return;
      this.#dropProbe();
      this.#failed(error);
    } finally {
      if (probe === this.#probe || !this.#probe) this.#isAsking = false;
    }
  }

  async #open(probe: pg.Client): Promise<string | undefined> {
    for (const one of this.#watched.values()) one.isOlderThanProbe = true;
    await probe.connect();
    return await openSession(probe, { application_name: this.#probeName });
  }

  /** Compares on connections of its own, so that the probe does not wait for it. */
  async #compareSessions(): Promise<void> {
    if (this.#isComparing) return;
    this.#isComparing = true;
    try {
      await requireOwnSession(this.#options.connectionString);
      if (this.#unusable) this.#options.log.info('each connection to the database has its own session again');
      this.#unusable = undefined;
      this.#mustCompare = false;
    } catch (error) {
      // Another error says nothing about the sessions.
      if (error instanceof UnusableServerError) this.#refuse(error);
    } finally {
      this.#isComparing = false;
    }
  }

  /** The sessions of all connections are shared with others from now on. */
  #refuse(error: UnusableServerError): void {
    if (!this.#unusable) this.#options.log.error(error.message);
    this.#unusable = error;
    for (const client of this.#watched.keys()) cutConnection(client);
  }

  get #probeName(): string {
    return `${this.#options.applicationName} watch`;
  }

  #createProbe(): pg.Client {
    const { connectionString } = this.#options;
    const probe = new pg.Client({ connectionString, application_name: this.#probeName });
    // Without a listener the loss of the connection would end the process; the next question finds it.
    return probe.on('error', () => {});
  }

  /** Postgres that refuses the probe (its password, too many connections) serves the connections that exist. */
  #failed(error: unknown): void {
    const code = sqlstateOf(error);
    const isRefusal = error instanceof pg.DatabaseError && !isIntervention(code);
    // PgBouncer has one code for being full and for an unavailable Postgres: this code neither begins nor ends a silence.
    if (isRefusal && isConnectionException(code) && !this.#isSilent) this.#unanswered = undefined;
    if (isRefusal && !isConnectionException(code)) this.#answered(this.#server);
    else this.#hasFailed = true;
  }

  /** @param server the identity that was read on the last connection of the probe; undefined where it is refused */
  #answered(server: string | undefined): void {
    const { log, checkEveryMs = CHECK_EVERY_MS } = this.#options;
    const wasSilent = this.#isSilent;
    if (wasSilent || this.#hasFailed) {
      const seconds = ((this.#unanswered ?? 0) * checkEveryMs) / 1_000;
      log.info({ databaseAnswers: true, seconds }, 'the database answers again');
    }
    this.#hasFailed = false;
    this.#unanswered = undefined;
    const former = this.#server;
    this.#server = server ?? former;
    const hasMoved = former !== undefined && former !== this.#server;
    for (const one of this.#watched.values()) {
      if (!one.isOlderThanProbe) continue;
      // Those of the present server were opened while the probe waited for the former one.
      if (hasMoved) one.isFormer = one.server !== this.#server;
      else one.isFormer ||= wasSilent || this.#isElsewhere(one);
    }
    this.#cutLost(0, wasSilent && hasMoved);
    if (!hasMoved) return;
    log.warn({ former, server }, 'the database is another server or timeline');
    for (const listener of this.#listeners) listener();
  }
}
