// Several statements in one flight: what is asked for in one turn leaves in one packet, behind one Sync, and the server
// answers in one packet too. A statement by itself costs a waking of each side and a Sync; a group of emails has a dozen
// of them. It saves 8 % of a mail for the round trips and a tenth of what accepting costs for the Syncs
// (docs/performance.md). pg's own pipeline mode would spare the first, but not the Syncs, nor the answers' packets.
// To pg's client a flight is one query, as pg-cursor's are: it writes what it wants to and is handed what comes back.
// Its statements are answered in their order; the server skips those behind one that has failed.
import pg from 'pg';
import type { Queryable } from './connect.ts';

/** What of pg's connection a flight needs; the names are pg 8's, and pipeline.test.ts fails when they change. */
interface Wire extends pg.Connection {
  /** Writes, unless the connection is closed already. */
  _send(octets: Buffer): boolean;
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
}

/** pg's own way to write each message. */
const messages = pg.Connection.prototype;

/** Stands for the connection while a flight is written: pg's messages gather, and leave as one piece. */
class Packet {
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  /** pg would hold back each statement for itself. */
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

  get octets(): Buffer {
    return Buffer.concat(this.#messages);
  }
}

/** One of pg's own queries, as its client works with it. */
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

  /** pg copies a config descriptor by descriptor: 4.5 µs a statement, against 0.1 for the text alone. */
  constructor({ name, text }: pg.QueryConfig, values: unknown[] | undefined, answer: Answer) {
    super(text, values as never, answer as never);
    this.name = name;
    this.queryMode = 'extended';
  }

  /** What pg calls behind the parameters of a statement; its own ends with a Sync. */
  _getRows(packet: Packet): void {
    packet.execute({ portal: '' });
  }
}

/** Statements on their way. */
class Flight implements pg.Submittable {
  readonly #statements: Statement[] = [];
  /** Of these the server has not said yet that it has parsed them. */
  readonly #unparsed: Statement[] = [];
  /** Why pg would not send one of them: a name that another text has. */
  #mistake: Error | null = null;
  #answered = 0;
  #land: () => void = () => {};
  /** Resolves when every statement has its answer or its failure. */
  readonly landed = new Promise<void>((resolve) => {
    this.#land = resolve;
  });
  /** pg hands an error that nobody takes to its listeners. */
  readonly callback = (): void => {};

  add(config: string | pg.QueryConfig, values: unknown[] | undefined): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const query: pg.QueryConfig = typeof config === 'string' ? { text: config } : config;
      const answer: Answer = (error, result) => (error ? reject(error) : resolve(result));
      const statement = new StatementWithoutSync(query, values ?? query.values, answer);
      this.#statements.push(statement as unknown as Statement);
    });
  }

  /** pg's client asks for the name and the text of what it hears was parsed. */
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
    wire._send(packet.octets);
    if (this.#unparsed.length > 0) wire.on('parseComplete', this.#parsed);
  }

  /** Behind the client's own listener, which has asked for its name. */
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
      const error = this.#mistake ?? new Error('The server left statements of a flight without an answer.');
      this.handleError(error, connection);
      return;
    }
    this.#end(connection);
    for (const statement of this.#statements) statement.handleReadyForQuery(connection);
  }

  /** One of them failed, and those behind it with it; or the connection is lost. All are told of it at once. */
  handleError(error: Error, connection: Wire): void {
    for (const { name } of this.#unparsed) if (name) delete connection.submittedNamedStatements[name];
    this.#end(connection);
    for (const statement of this.#statements) statement.handleError(error, connection);
  }

  #end(connection: Wire): void {
    connection.off('parseComplete', this.#parsed);
    this.#land();
  }
}

/**
 * A connection on which statements leave together that are asked for in one turn, or while others are on their way.
 * When one fails, all of its flight fail with its error. It takes single statements only, no text that holds several.
 */
export function gatherStatements(client: pg.PoolClient): Queryable {
  let next: Flight | undefined;
  let isFlying = false;
  const leave = async () => {
    isFlying = true;
    // The turn ends first.
    await undefined;
    for (let flight = next; flight; flight = next) {
      next = undefined;
      client.query(flight);
      await flight.landed;
    }
    isFlying = false;
  };
  return {
    query(config: string | pg.QueryConfig, values?: unknown[]) {
      next ??= new Flight();
      const answer = next.add(config, values);
      if (!isFlying) void leave();
      return answer;
    },
  } as Queryable;
}
