// The places of a process for connections to all servers. Pools are models here, which take and hold places at random.
import { expect } from 'chai';
import fc from 'fast-check';
import type { SmtpConnection } from '../../../../workers/transports/smtp/connection.ts';
import {
  ConnectionBudget,
  type ConnectionGroup,
} from '../../../../workers/transports/smtp/connection-budget.ts';

/** A pool of which each mail wants a connection of its own. */
class Pool {
  readonly budget: ConnectionBudget;
  waiting = 0;
  busy = 0;
  readonly idle = new Set<SmtpConnection>();
  readonly closing: SmtpConnection[] = [];
  readonly group: ConnectionGroup | undefined;
  constructor(budget: ConnectionBudget, group?: ConnectionGroup) {
    this.budget = budget;
    this.group = group;
  }

  get held(): number {
    return this.busy + this.idle.size + this.closing.length;
  }

  get isServed(): boolean {
    return this.held > 0;
  }

  send(): void {
    const [idle] = this.idle;
    if (idle) {
      this.idle.delete(idle);
      this.budget.removeIdle(idle);
      this.busy += 1;
    } else if (this.budget.take(this)) this.busy += 1;
    else this.waiting += 1;
  }

  serveWaiting(): void {
    while (this.waiting > 0 && this.budget.take(this)) {
      this.waiting -= 1;
      this.busy += 1;
    }
  }

  finish(): void {
    if (this.busy === 0) return;
    if (this.waiting > 0) {
      this.waiting -= 1;
      return;
    }
    this.busy -= 1;
    const connection = {} as SmtpConnection;
    this.idle.add(connection);
    this.budget.addIdle(this, connection, () => this.retire(connection));
  }

  retire(connection: SmtpConnection): void {
    this.budget.removeIdle(connection);
    if (!this.idle.delete(connection)) return;
    // QUIT has its answer first.
    this.closing.push(connection);
  }

  close(): void {
    const connection = this.closing.shift();
    if (!connection) return;
    this.budget.give(this, connection);
    // It may have none now (pool.ts).
    this.serveWaiting();
  }
}

describe('The connections of all pools together', () => {
  const poolsOf = (budget: ConnectionBudget, count: number) =>
    Array.from({ length: count }, () => new Pool(budget));
  /** All that are being closed have ended. */
  const settle = (pools: readonly Pool[]) => {
    while (pools.some(({ closing }) => closing.length > 0)) for (const pool of pools) pool.close();
  };
  const heldBy = (pools: readonly Pool[]) => pools.map(({ held }) => held);

  it('are closed where they have been idle longest when another pool needs one', () => {
    const pools = poolsOf(new ConnectionBudget(2), 3);
    const [first, second, third] = pools as [Pool, Pool, Pool];
    first.send();
    second.send();
    second.finish();
    first.finish();
    third.send();
    third.send();
    settle(pools);
    expect(heldBy(pools)).to.deep.equal([1, 0, 1]);
  });

  it('go to a pool that waits as soon as the mails of the one before have had theirs', () => {
    const pools = poolsOf(new ConnectionBudget(1), 2);
    const [busy, patient] = pools as [Pool, Pool];
    busy.send();
    busy.send();
    patient.send();
    busy.finish();
    settle(pools);
    expect([busy.busy, patient.busy]).to.deep.equal([1, 0]);
    busy.finish();
    settle(pools);
    expect([busy.busy, patient.busy]).to.deep.equal([0, 1]);
  });

  it('go to a pool that has one where another has needed its own for a second', () => {
    let nowMs = 0;
    const pools = poolsOf(new ConnectionBudget(4, () => nowMs), 2);
    const [quiet, loud] = pools as [Pool, Pool];
    for (let mail = 0; mail < 4; mail += 1) quiet.send();
    for (let mail = 0; mail < 4; mail += 1) quiet.finish();
    loud.send();
    loud.send();
    settle(pools);
    expect(heldBy(pools)).to.deep.equal([3, 1]);
    nowMs = 1_000;
    loud.send();
    settle(pools);
    expect(heldBy(pools)).to.deep.equal([1, 3]);
  });

  describe('to servers that share a bound', () => {
    /** Two of a group, and two others. */
    const groupOf = (limit: number, max: number) => {
      const group = { limit };
      const budget = new ConnectionBudget(max);
      const pools = [group, group, undefined, undefined].map((each) => new Pool(budget, each));
      return { group, pools, named: pools as [Pool, Pool, Pool, Pool] };
    };

    it('go to another one of them where one has been idle longest, and to nothing else while there are places', () => {
      const { pools, named } = groupOf(2, 10);
      const [first, second, other] = named;
      other.send();
      other.finish();
      first.send();
      first.send();
      first.finish();
      second.send();
      second.send();
      settle(pools);
      expect(heldBy(pools)).to.deep.equal([1, 1, 1, 0]);
      other.send();
      other.finish();
      expect(heldBy(pools)).to.deep.equal([1, 1, 1, 0]);
      first.finish();
      settle(pools);
      expect(heldBy(pools)).to.deep.equal([1, 1, 1, 0]);
    });

    it('are not closed for the mails of a pool that has one, until they have been idle for a second', () => {
      const { pools, named } = groupOf(3, 10);
      const [first, second] = named;
      for (let mail = 0; mail < 2; mail += 1) first.send();
      for (let mail = 0; mail < 2; mail += 1) first.finish();
      for (let mail = 0; mail < 5; mail += 1) second.send();
      settle(pools);
      expect(heldBy(pools)).to.deep.equal([2, 1, 0, 0]);
    });

    it('leave the idle ones of others alone when a place is needed that only theirs can give', () => {
      const { pools, named } = groupOf(1, 2);
      const [busy, patient, quiet, late] = named;
      busy.send();
      patient.send();
      quiet.send();
      quiet.finish();
      settle(pools);
      expect(heldBy(pools)).to.deep.equal([1, 0, 1, 0]);
      late.send();
      settle(pools);
      expect(heldBy(pools)).to.deep.equal([1, 0, 0, 1]);
      busy.finish();
      settle(pools);
      expect(heldBy(pools)).to.deep.equal([0, 1, 0, 1]);
    });

    it('are found when their bound has grown, and become fewer when it has shrunk', () => {
      const { group, pools, named } = groupOf(1, 10);
      const [first, second] = named;
      first.send();
      second.send();
      group.limit = 2;
      first.finish();
      settle(pools);
      expect(heldBy(pools)).to.deep.equal([1, 1, 0, 0]);
      group.limit = 1;
      second.finish();
      first.send();
      first.send();
      first.finish();
      first.finish();
      settle(pools);
      second.send();
      settle(pools);
      expect(heldBy(pools)[0]).to.be.at.most(1);
    });
  });

  it('are never more than they may be, and no pool waits while there is a place', () => {
    const step = fc.record({ pool: fc.nat(5), what: fc.constantFrom('send', 'finish', 'close') });
    const limit = fc.integer({ min: 1, max: 3 });
    const max = fc.integer({ min: 1, max: 4 });
    const property = fc.property(max, limit, limit, fc.array(step), (most, a, b, steps) => {
      const budget = new ConnectionBudget(most);
      const groups = [{ limit: a }, { limit: b }];
      const pools = [0, 0, 1, 1, 2, 2].map((group) => new Pool(budget, groups[group]));
      const sum = (of: (pool: Pool) => number, some: readonly Pool[] = pools) =>
        some.reduce((total, pool) => total + of(pool), 0);
      const isFull = ({ group }: Pool) =>
        group !== undefined &&
        sum(
          ({ held }) => held,
          pools.filter((pool) => pool.group === group),
        ) >= group.limit;
      const isExceeded = () =>
        groups.some((group) => {
          const members = pools.filter((pool) => pool.group === group);
          return sum(({ held }) => held, members) > group.limit;
        });
      for (const { pool, what } of steps) {
        pools[pool]?.[what]();
        if (sum(({ held }) => held) > most || isExceeded()) return false;
      }
      settle(pools);
      const isFree = sum(({ held }) => held) < most;
      return pools.every((pool) => {
        if (pool.waiting === 0) return true;
        const isGroupFull = isFull(pool);
        // A connection that is idle is closed for a pool that has none, if that helps.
        const givers = pools.filter(({ group }) => !isGroupFull || group === pool.group);
        const isIdle = givers.some(({ idle }) => idle.size > 0);
        return (!isFree || isGroupFull) && (pool.held > 0 || !isIdle);
      });
    });
    fc.assert(property, { numRuns: 2_000 });
  });
});
