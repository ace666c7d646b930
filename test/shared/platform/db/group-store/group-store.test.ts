// The group store: a write that knows which items are at fault. The other faults are tested where emails are accepted
// (test/shared/resources/messaging/emails/accept).
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { FaultyItemsError } from '../../../../../shared/platform/db/group-store/faulty-items.ts';
import { createGroupStore } from '../../../../../shared/platform/db/group-store/group-store.ts';
import type { Transaction } from '../../../../../shared/platform/db/transaction.ts';
import { useDatabase } from '../../../../support/database/database.ts';

interface Note {
  id: string;
  text: string;
}

describe('a group store', () => {
  const database = useDatabase();
  before(() => database.pool.query('CREATE TABLE notes (id uuid PRIMARY KEY, text text NOT NULL)'));
  beforeEach(() => database.pool.query('TRUNCATE notes'));

  const note = (text: string): Note => ({ id: randomUUID(), text });
  /** Stores a group with a write that throws what `check` returns. */
  const store = async (group: readonly Note[], check: (items: readonly Note[]) => Error | undefined) => {
    const tries: string[][] = [];
    const write = async (client: Transaction, items: readonly Note[]) => {
      tries.push(items.map(({ text }) => text));
      const { rows } = await client.query<{ transactionId: string }>(
        `INSERT INTO notes SELECT * FROM unnest($1::uuid[], $2::text[])
         RETURNING pg_current_xact_id()::text AS "transactionId"`,
        [items.map(({ id }) => id), items.map(({ text }) => text)],
      );
      const error = check(items);
      if (error) throw error;
      return { transactionId: rows[0]?.transactionId ?? '', results: items.map(({ text }) => `${text}!`) };
    };
    const { store: storeGroup } = createGroupStore<Note, string>({
      database: database.pool,
      ownerOf: () => 'one',
      write,
      isFaultOfOne: (error) => error instanceof RangeError,
      idsOf: ({ id }) => [id],
      table: undefined,
      resultAfterLostCommit: ({ text }) => text,
    });
    const outcomes = await storeGroup(group);
    return { tries, outcomes: await Promise.all(group.map((item) => outcomes.get(item))) };
  };
  const stored = async () => {
    const { rows } = await database.pool.query<{ text: string; transactions: number }>(
      'SELECT text, (SELECT count(DISTINCT xmin::text)::integer FROM notes) AS transactions FROM notes ORDER BY text',
    );
    return { texts: rows.map(({ text }) => text), transactions: rows[0]?.transactions ?? 0 };
  };
  const faultsOf = (items: readonly Note[], ...texts: string[]) =>
    new Map(items.filter(({ text }) => texts.includes(text)).map((item) => [item, new Error(item.text)]));

  it('answers each item at fault with its own error, and stores the others together, once', async () => {
    const group = ['a', 'b', 'c', 'd'].map(note);
    const { tries, outcomes } = await store(group, (items) => {
      const faults = faultsOf(items, 'a', 'c');
      return faults.size > 0 ? new FaultyItemsError(faults) : undefined;
    });
    const errors = outcomes.map((outcome) =>
      outcome && 'error' in outcome ? String(outcome.error) : outcome,
    );
    expect(errors).to.deep.equal(['Error: a', { result: 'b!' }, 'Error: c', { result: 'd!' }]);
    expect(tries).to.deep.equal([
      ['a', 'b', 'c', 'd'],
      ['b', 'd'],
    ]);
    expect(await stored()).to.deep.equal({ texts: ['b', 'd'], transactions: 1 });
  });

  it('finds further faults among the others', async () => {
    const { tries, outcomes } = await store(['a', 'b', 'c'].map(note), (items) => {
      const [first] = ['c', 'a'].filter((text) => items.some((item) => item.text === text));
      return first ? new FaultyItemsError(faultsOf(items, first)) : undefined;
    });
    expect(tries).to.deep.equal([['a', 'b', 'c'], ['a', 'b'], ['b']]);
    expect(outcomes.map((outcome) => outcome && 'result' in outcome)).to.deep.equal([false, true, false]);
  });

  it('writes no second time when all items are at fault, or the error names none of them', async () => {
    for (const faults of [undefined, new Map([[note('x'), 'x']])]) {
      const { tries, outcomes } = await store(
        ['a', 'b'].map(note),
        (items) => new FaultyItemsError(faults ?? faultsOf(items, 'a', 'b')),
      );
      expect(tries).to.have.length(1);
      expect(outcomes.map((outcome) => outcome && 'error' in outcome)).to.deep.equal([true, true]);
    }
    expect((await stored()).texts).to.deep.equal([]);
  });

  it('writes one by one when an error is the fault of one and does not say of which', async () => {
    const { tries, outcomes } = await store(['a', 'b', 'c'].map(note), (items) =>
      items.some(({ text }) => text === 'b') ? new RangeError('b') : undefined,
    );
    expect(tries).to.deep.equal([['a', 'b', 'c'], ['a'], ['b'], ['c']]);
    expect(outcomes.map((outcome) => outcome && 'result' in outcome)).to.deep.equal([true, false, true]);
  });
});
