// Pipelining (batching) of statements: statements that are issued in the same turn of the event loop are sent to
// Postgres in one packet with one Sync, and the server answers in one packet too. Sent one by one, each statement of a
// group of emails (a dozen) would cost a round trip and a Sync. Batching saves 8 % of a mail for the round trips and a
// tenth of the cost of accepting for the Syncs (docs/performance-history.md). pg's own pipeline mode would avoid the
// round trips, but neither the Syncs nor the separate packets of answers. For pg's client a batch is one query, like
// those of pg-cursor: it writes its own messages and receives all messages of the server. Answers arrive in the order of
// the statements; the server skips those after a failed one.
import pg from 'pg';
import type { Queryable } from './connect.ts';

/**
 * The private parts of pg's connection that a batch uses; the names are pg 8's, and pipeline.test.ts fails otherwise.
 */
interface Wire extends pg.Connection {
  /** Writes, unless the connection is closed already. */
  _send(octets: Buffer): boolean;
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
}

/** pg's own methods, each of which writes one message of the protocol. */
const messages = pg.Connection.prototype;

/** Replaces the connection while a batch is written: it collects pg's messages, which are then sent as one piece. */
class Packet {
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  /** pg corks the socket for each statement alone; here there is nothing to cork. */
  readonly stream = { cork() {}, uncork() {} };
  readonly #messages: Buffer[] = [];
  readonly parse = messages.parse;
  readonly bind = messages.bind;
  readonly describe = messages.describe;
  readonly execute = messages.execute as (config: { portal: string }) => void;
  readonly close = messages.close;
  readonly sync = messages.sync;

  constructor({ parsedStatements, submittedNamedStatements }: Wire) {
    this.parsedStatements = parsedStatements;
    this.submittedNamedStatements = submittedNamedStatements;
  }

  _send(message: Buffer): void {
    this.#messages.push(message);
  }

  /** The messages as one piece; large ones are not copied, because that would hold up the event loop. */
  get pieces(): readonly Buffer[] {
    const bytes = this.#messages.reduce((sum, { length }) => sum + length, 0);
    return bytes > JOINED_MAX_BYTES ? this.#messages : [Buffer.concat(this.#messages)];
  }
}

/** Copying more takes longer than the system calls that it saves. */
const JOINED_MAX_BYTES = 256 * 1024;

/** One of pg's own queries, with the methods that pg's client calls. */
interface Statement {
  readonly name?: string;
  readonly text: string;
  submit(packet: Packet): Error | null;
  hasBeenParsed(packet: Packet): boolean;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleReadyForQuery(wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
}

type Answer = (error: Error | null, result: pg.QueryResult) => void;

class StatementWithoutSync extends pg.Query {
  declare name: string | undefined;
  declare queryMode: string;

  /** With a config object pg copies each property descriptor: 4.5 µs per statement, against 0.1 µs for a text. */
  constructor({ name, text }: pg.QueryConfig, values: unknown[] | undefined, answer: Answer) {
    super(text, values as never, answer as never);
    this.name = name;
    this.queryMode = 'extended';
  }

  /** pg calls this after the parameters of a statement; its own version ends with a Sync. */
  _getRows(packet: Packet): void {
    packet.execute({ portal: '' });
  }
}

/** A batch of statements that are sent together. */
class StatementBatch implements pg.Submittable {
  readonly #statements: Statement[] = [];
  /** Statements for which the server has not confirmed the Parse yet. */
  readonly #unparsed: Statement[] = [];
  /** The reason why pg refused to send one of them: another statement has the same name and another text. */
  #mistake: Error | null = null;
  #answered = 0;
  #settle: () => void = () => {};
  /** Resolves when every statement has its result or its error. */
  readonly settled = new Promise<void>((resolve) => {
    this.#settle = resolve;
  });
  /** pg would emit an error of a query without a callback as an event. */
  readonly callback = (): void => {};

  add(config: string | pg.QueryConfig, values: unknown[] | undefined): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const query: pg.QueryConfig = typeof config === 'string' ? { text: config } : config;
      const answer: Answer = (error, result) => (error ? reject(error) : resolve(result));
      const statement = new StatementWithoutSync(query, values ?? query.values, answer);
      this.#statements.push(statement as unknown as Statement);
    });
  }

  /** At ParseComplete pg's client reads the name and the text of the statement that was parsed. */
  get name(): string | undefined {
    return this.#unparsed[0]?.name;
  }

  get text(): string | undefined {
    return this.#unparsed[0]?.text;
  }

  submit(connection: pg.Connection): void {
    const wire = connection as Wire;
    const packet = new Packet(wire);
    for (const statement of this.#statements) {
      if (!statement.hasBeenParsed(packet)) this.#unparsed.push(statement);
      this.#mistake ??= statement.submit(packet);
    }
    packet.sync();
    for (const piece of packet.pieces) wire._send(piece);
    if (this.#unparsed.length > 0) wire.on('parseComplete', this.#parsed);
  }

  /** Runs after the client's own listener, which has read the name. */
  readonly #parsed = (): void => {
    this.#unparsed.shift();
  };

  handleRowDescription(message: unknown): void {
    this.#statements[this.#answered]?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#statements[this.#answered]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Wire): void {
    this.#statements[this.#answered]?.handleCommandComplete(message, connection);
    this.#answered += 1;
  }

  handleEmptyQuery(): void {
    this.#answered += 1;
  }

  handleReadyForQuery(connection: Wire): void {
    if (this.#answered < this.#statements.length) {
      const error = this.#mistake ?? new Error('The server did not answer all statements of a batch.');
      this.handleError(error, connection);
      return;
    }
    this.#end(connection);
    for (const statement of this.#statements) statement.handleReadyForQuery(connection);
  }

  /** A statement failed, and all after it were skipped; or the connection is lost. All statements get the error. */
  handleError(error: Error, connection: Wire): void {
    for (const { name } of this.#unparsed) if (name) delete connection.submittedNamedStatements[name];
    this.#end(connection);
    for (const statement of this.#statements) statement.handleError(error, connection);
  }

  #end(connection: Wire): void {
    connection.off('parseComplete', this.#parsed);
    this.#settle();
  }
}

/**
 * Wraps a connection so that statements are sent as one batch if they are issued in the same turn of the event loop, or
 * while another batch is running. When one fails, all statements of its batch fail with its error. Each `query` must be
 * a single statement.
 */
export function batchStatements(client: pg.PoolClient): Queryable {
  let next: StatementBatch | undefined;
  let isSending = false;
  const sendBatches = async () => {
    isSending = true;
    // Lets the current turn end first, so that all of its statements are in the batch.
    await undefined;
    for (let batch = next; batch; batch = next) {
      next = undefined;
      client.query(batch);
      await batch.settled;
    }
    isSending = false;
  };
  return {
    query(config: string | pg.QueryConfig, values?: unknown[]) {
      next ??= new StatementBatch();
      const answer = next.add(config, values);
      if (!isSending) void sendBatches();
      return answer;
    },
  } as Queryable;
}
