// Rows as parameters of a statement: what is stored is what was given, in every type, and nothing is sent twice.
import { expect } from 'chai';
import fc from 'fast-check';
import {
  column,
  type SentColumns,
  sentRows,
} from '../../../../../shared/platform/db/parameters/sent-rows.ts';
import { useDatabase } from '../../../../support/database/database.ts';

interface Row {
  id: string;
  text: string | null;
  long: string | null;
  bytes: Buffer | null;
  flag: boolean | null;
  small: number | null;
  whole: number | null;
  large: string | null;
  day: string | null;
  time: Date | null;
  texts: string[] | null;
  ids: string[] | null;
  numbers: string[] | null;
  object: object | null;
  document: object | null;
}

const COLUMNS: SentColumns<Row> = {
  id: column('uuid', ({ id }) => id),
  text: column('text', ({ text }) => text),
  long: column('longText', ({ long }) => long),
  bytes: column('bytes', ({ bytes }) => bytes),
  flag: column('boolean', ({ flag }) => flag),
  small: column('smallint', ({ small }) => small),
  whole: column('integer', ({ whole }) => whole),
  large: column('bigint', ({ large }) => large),
  day: column(
    'date',
    ({ day }) => day,
    (name) => `${name}::text`,
  ),
  time: column('time', ({ time }) => time),
  texts: column('texts', ({ texts }) => texts),
  ids: column('uuids', ({ ids }) => ids),
  numbers: column('bigints', ({ numbers }) => numbers),
  object: column('jsonb', ({ object }) => object),
  document: column('json', ({ document }) => document),
};

const storable = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'));
const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null });
const bigints = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
const objects = fc.dictionary(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), fc.integer());
const rows = fc.record<Row>({
  id: fc.uuid(),
  text: orNull(storable),
  long: orNull(storable),
  bytes: orNull(fc.uint8Array().map((bytes) => Buffer.from(bytes))),
  flag: orNull(fc.boolean()),
  small: orNull(fc.integer({ min: -32_768, max: 32_767 })),
  whole: orNull(fc.integer()),
  large: orNull(bigints),
  day: orNull(fc.constantFrom('2026-02-28', '1999-12-31')),
  time: orNull(fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })),
  texts: orNull(fc.array(storable)),
  ids: orNull(fc.array(fc.uuid())),
  numbers: orNull(fc.array(bigints)),
  object: orNull(objects),
  document: orNull(objects),
});

describe('Rows as parameters of a statement', () => {
  const database = useDatabase();

  it('arrive as they were given, in every type, in their order', async () => {
    const sent = sentRows([COLUMNS]);
    const text = `SELECT * FROM (${sent.select(COLUMNS, 'place')}) AS given ORDER BY place`;
    for (const count of [1, 2, 40, 300]) {
      const given = fc.sample(rows, count);
      const { rows: read } = await database.pool.query(text, sent.values(given));
      expect(read).to.deep.equal(given.map((row, index) => ({ ...row, place: String(index + 1) })));
    }
  });

  it('have NULL in a column without any value, and are none when there are none', async () => {
    const sent = sentRows([COLUMNS]);
    const text = sent.select(COLUMNS);
    const empty = Object.fromEntries(Object.keys(COLUMNS).map((name) => [name, null]));
    const [first] = fc.sample(fc.uuid(), 1);
    const given = [{ ...empty, id: first }] as unknown as Row[];
    expect(sent.values(given).slice(1)).to.deep.equal(
      Object.keys(COLUMNS)
        .slice(1)
        .map(() => null),
    );
    expect((await database.pool.query(text, sent.values(given))).rows).to.deep.equal(given);
    expect((await database.pool.query(text, sent.values([]))).rows).to.deep.equal([]);
  });

  it('are sent once for two tables, and are stored as a column says', async () => {
    const id = column<Row>('uuid', (row) => row.id);
    const short = column<Row>(
      'text',
      (row) => row.text,
      (name) => `left(${name}, 2)`,
    );
    const one = { id, text: short };
    const two = { other_id: id, whole: column<Row>('integer', (row) => row.whole) };
    const sent = sentRows<Row>([one, two], 2);
    expect([sent.parameter(id), sent.next]).to.deep.equal(['$2', 5]);
    await database.pool.query(
      'CREATE TABLE sent_one (id uuid, text text); CREATE TABLE sent_two (other_id uuid, whole integer)',
    );
    const given = fc.sample(rows, 3).map((row, whole) => ({ ...row, text: 'abc', whole }));
    const statement = `WITH one AS (${sent.insertInto('sent_one', one)}), given AS (SELECT $1::text)
                       ${sent.insertInto('sent_two', two)}`;
    await database.pool.query(statement, ['first', ...sent.values(given)]);
    const stored = 'SELECT id, text, whole FROM sent_one JOIN sent_two ON other_id = id ORDER BY whole';
    expect((await database.pool.query(stored)).rows).to.deep.equal(
      given.map((row) => ({ id: row.id, text: 'ab', whole: row.whole })),
    );
    expect(() => sentRows<Row>([one]).select(two)).to.throw('is in no list');
  });
});
