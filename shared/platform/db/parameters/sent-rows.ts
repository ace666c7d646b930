// Rows that a statement gets as parameters, one array for each column, which Postgres takes apart (`unnest`): so a statement has one
// text for any number of rows, and is prepared once. Statement and parameters are made from the same list of columns, so no one has
// to count to `$47`. The lists are made at import.
import { textArrayLiteral, uuidArrayLiteral } from './array-literal.ts';
import { byteArray, textArray } from './text-array.ts';

/** How the values of a column are sent. */
interface SentType {
  /** The type of the parameter's elements. */
  sent: string;
  encode(values: readonly unknown[]): unknown;
  /** The cast to the column's own type; absent: none is needed. */
  cast?: string;
}

/** The types of arrays; `null` and `undefined` are NULL in all of them. */
const TYPES = {
  uuid: {
    sent: 'uuid',
    encode: (values) => uuidArrayLiteral(values.map((value) => (value as string) ?? 'NULL')),
  },
  text: { sent: 'text', encode: (values) => values },
  /** Escaping longer ones costs more than writing them in binary. */
  longText: { sent: 'text', encode: (values) => textArray(values as (string | null)[]) },
  bytes: { sent: 'bytea', encode: (values) => byteArray(values as (Buffer | null)[]) },
  boolean: { sent: 'boolean', encode: (values) => values },
  smallint: { sent: 'smallint', encode: (values) => values },
  integer: { sent: 'integer', encode: (values) => values },
  bigint: { sent: 'bigint', encode: (values) => values },
  date: { sent: 'date', encode: (values) => values },
  time: { sent: 'timestamptz', encode: (values) => values },
  /** `unnest` would flatten arrays of arrays. */
  texts: { sent: 'text', encode: (values) => values.map(arrayOrNull), cast: 'text[]' },
  uuids: { sent: 'text', encode: (values) => values.map(arrayOrNull), cast: 'uuid[]' },
  bigints: { sent: 'text', encode: (values) => values.map(arrayOrNull), cast: 'bigint[]' },
  /** Objects, written here. */
  jsonb: { sent: 'text', encode: (values) => textArray(values.map(jsonOrNull)), cast: 'jsonb' },
  json: { sent: 'text', encode: (values) => textArray(values.map(jsonOrNull)), cast: 'json' },
} as const satisfies Record<string, SentType>;

/** A column of a row that is sent. */
export interface Column<Row> {
  type: keyof typeof TYPES;
  of(row: Row): unknown;
  /** The expression for the value in the statement, if it is not stored as it was sent. @param name of the value */
  stored?: ((name: string) => string) | undefined;
}

/** Columns by their names. The same object under two names, or in two lists, is sent once. */
export type SentColumns<Row> = Readonly<Record<string, Column<Row>>>;

/** Columns of a kind of row, with the numbers of their parameters. */
export interface SentRows<Row> {
  /** `SELECT id, … FROM unnest($1::uuid[], …) AS sent (id, …)`. @param place name of a column with the row's place, from 1 */
  select(columns: SentColumns<Row>, place?: string): string;
  /** `INSERT INTO table (id, …) SELECT …` */
  insertInto(table: string, columns: SentColumns<Row>): string;
  /** `$3`: the array of a column. */
  parameter(column: Column<Row>): string;
  /** The parameters of rows: a column without any value is NULL. */
  values(rows: readonly Row[]): unknown[];
  /** The number of the first parameter after them. */
  next: number;
}

/** A column. */
export function column<Row>(
  type: Column<Row>['type'],
  of: (row: Row) => unknown,
  stored?: Column<Row>['stored'],
): Column<Row> {
  return { type, of, stored };
}

/** Numbers columns. @param lists of the same kind of row @param first number of the first parameter */
export function sentRows<Row>(lists: readonly SentColumns<Row>[], first = 1): SentRows<Row> {
  const sent = [...new Set(lists.flatMap((columns) => Object.values(columns)))];
  const numbers = new Map(sent.map((each, index) => [each, first + index]));
  const parameter = (each: Column<Row>) => {
    const number = numbers.get(each);
    if (number === undefined) throw new Error('A column of the statement is in no list of its rows.');
    return `$${number}`;
  };
  const select = (columns: SentColumns<Row>, place?: string) => {
    const entries = Object.entries(columns);
    const names = [...entries.map(([name]) => name), ...(place === undefined ? [] : [place])];
    const read = [...entries.map(readColumn), ...(place === undefined ? [] : [place])];
    const arrays = entries.map(([, each]) => `${parameter(each)}::${TYPES[each.type].sent}[]`);
    const ordinality = place === undefined ? '' : ' WITH ORDINALITY';
    return `SELECT ${read.join(', ')} FROM unnest(${arrays.join(', ')})${ordinality} AS sent (${names.join(', ')})`;
  };
  return {
    select,
    parameter,
    insertInto: (table, columns) =>
      `INSERT INTO ${table} (${Object.keys(columns).join(', ')}) ${select(columns)}`,
    values: (rows) => sent.map(({ type, of }) => encode(type, rows, of)),
    next: first + sent.length,
  };
}

function readColumn([name, { type, stored }]: [string, Column<never>]): string {
  const { cast }: SentType = TYPES[type];
  if (cast === undefined && !stored) return name;
  const typed = cast === undefined ? name : `${name}::${cast}`;
  return `${stored ? stored(typed) : typed} AS ${name}`;
}

/** Nearly all of some columns are NULL: what no row has costs neither side an array. */
function encode<Row>(type: Column<Row>['type'], rows: readonly Row[], of: (row: Row) => unknown): unknown {
  const values: unknown[] = [];
  let isEmpty = true;
  for (const row of rows) {
    const value = of(row) ?? null;
    if (value !== null) isEmpty = false;
    values.push(value);
  }
  return isEmpty ? null : TYPES[type].encode(values);
}

function arrayOrNull(value: unknown): string | null {
  return value === null ? null : textArrayLiteral(value as string[]);
}

function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
