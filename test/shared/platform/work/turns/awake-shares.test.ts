// The shares of accounts in a kind of work, as a process sees them that inserts rows.
import { expect } from 'chai';
import type { Queryable } from '../../../../../shared/platform/db/connect.ts';
import { AwakeShares } from '../../../../../shared/platform/work/turns/awake-shares.ts';
import { FEW_AWAKE, FIRST_MAX, type InitialTurn } from '../../../../../shared/platform/work/turns/turns.ts';
import { moveTime } from '../../../../support/time/moved-time.ts';

/** The share of one account when no other has any awake, and of each of two. */
const ALONE = 1_500;

describe('The share of an account in what is awake', () => {
  /** A database in which so many rows are awake. */
  const databaseOf = (awake: Record<string, number>) => {
    const rows = Object.entries(awake).map(([accountId, count]) => ({ accountId, awake: count }));
    return { query: () => Promise.resolve({ rows }) } as unknown as Queryable;
  };
  const createShares = () => new AwakeShares({ table: 'probe_work', key: 'id', keyType: 'uuid', turns: {} });
  const insert = (shares: AwakeShares, accountId: string, rows: number) => {
    const counts: Record<InitialTurn, number> = { first: 0, in_turn: 0, waiting: 0 };
    for (let row = 0; row < rows; row += 1) counts[shares.begin(accountId)] += 1;
    return counts;
  };

  it('is three quarters of all for one that is alone, of which the first quarter goes ahead', () => {
    expect(insert(createShares(), 'a', 2_000)).to.deep.equal({
      first: FEW_AWAKE,
      in_turn: ALONE - FEW_AWAKE,
      waiting: 2_000 - ALONE,
    });
  });

  it('leaves places for others, which begin ahead of it', () => {
    const shares = createShares();
    insert(shares, 'a', 2_000);
    expect(insert(shares, 'b', 10)).to.deep.equal({ first: 10, in_turn: 0, waiting: 0 });
    expect(insert(shares, 'b', 1_000).in_turn).to.be.within(270, 285);
  });

  it('never is less than the first hundred, however many accounts there are', () => {
    const shares = createShares();
    for (let account = 0; account < 100; account += 1) insert(shares, `account ${account}`, 1_000);
    expect(insert(shares, 'late', 200)).to.deep.equal({ first: FIRST_MAX, in_turn: 0, waiting: 100 });
  });

  it('is what is awake by then, once it is read: rows that are done leave their places', async () => {
    const shares = createShares();
    insert(shares, 'a', 2_000);
    await shares.read(databaseOf({ a: 10, b: 990 }));
    expect(insert(shares, 'a', 1_000)).to.deep.equal({ first: 90, in_turn: 657, waiting: 253 });
  });

  it('is not read where little was added', async () => {
    const shares = createShares();
    insert(shares, 'a', FIRST_MAX - 1);
    const asked: string[] = [];
    await shares.read({ query: () => asked.push('read') } as unknown as Queryable);
    expect(asked).to.deep.equal([]);
  });

  it('is read again where much was awake a second ago, however little was added since', async () => {
    const time = moveTime();
    try {
      const shares = createShares();
      insert(shares, 'a', 2_000);
      await shares.read(databaseOf({ a: 1_900 }));
      expect(insert(shares, 'a', 1)).to.deep.equal({ first: 0, in_turn: 0, waiting: 1 });
      time.pass(1_000);
      await shares.read(databaseOf({ a: 3 }));
      expect(insert(shares, 'a', 1)).to.deep.equal({ first: 1, in_turn: 0, waiting: 0 });
    } finally {
      time.end();
    }
  });
});
