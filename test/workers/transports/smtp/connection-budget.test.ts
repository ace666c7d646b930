// The places of a process for connections to all servers. Pools are models here, which take and hold places at random.
import { expect } from 'chai';
import fc from 'fast-check';
import type { SmtpConnection } from '../../../../workers/transports/smtp/connection.ts';
import { ConnectionBudget } from '../../../../workers/transports/smtp/connection-budget.ts';

/** A pool of which each mail wants a connection of its own. */
class Pool {
  readonly budget: ConnectionBudget;
  waiting = 0;
  busy = 0;
  readonly idle = new Set<SmtpConnection>();
  readonly closing: SmtpConnection[] = [];
  constructor(budget: ConnectionBudget) {
    this.budget = budget;
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
    this.budget.addIdle(connection, () => this.retire(connection));
  }

  retire(connection: SmtpConnection): void {
    this.budget.removeIdle(connection);
    if (!this.idle.delete(connection)) return;
    // QUIT has its answer first.
    this.closing.push(connection);
  }

  close(): void {
    const connection = this.closing.shift();
    if (connection) this.budget.give(connection);
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

  it('are never more than they may be, and no pool waits while there is a place', () => {
    const step = fc.record({ pool: fc.nat(4), what: fc.constantFrom('send', 'finish', 'close') });
    const property = fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step), (max, steps) => {
      const budget = new ConnectionBudget(max);
      const pools = poolsOf(budget, 5);
      const sum = (of: (pool: Pool) => number) => pools.reduce((total, pool) => total + of(pool), 0);
      for (const { pool, what } of steps) {
        pools[pool]?.[what]();
        if (sum(({ held }) => held) > max) return false;
      }
      settle(pools);
      const isFree = sum(({ held }) => held) < max;
      const isIdle = pools.some(({ idle }) => idle.size > 0);
      const areServed = pools.every(({ waiting }) => waiting === 0);
      const hasEach = pools.every(({ waiting, held }) => waiting === 0 || held > 0);
      return (areServed || !isFree) && (hasEach || !isIdle);
    });
    fc.assert(property, { numRuns: 2_000 });
  });
});
