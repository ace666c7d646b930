// Each state transition of a row of work and each refusal, on both kinds of work tables: one with text keys, and one
// that is partitioned by UUID.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Database } from '../../../../shared/platform/db/connect.ts';
import type { Claim } from '../../../../shared/platform/work/work-table.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { describeEachWorkTable, type WorkRow } from '../../../support/work/work-rows.ts';

const NOW = new Date('2026-01-15T12:00:00.000Z');
const secondsFrom = (instant: Date, seconds: number) => new Date(instant.getTime() + seconds * 1_000);
const PAST = secondsFrom(NOW, -1);
const FUTURE = secondsFrom(NOW, 1);
const LEASE = () => ({ worker: randomUUID(), token: randomUUID() });

describeEachWorkTable((table, rows) => {
  const database = useDatabase();
  const pool = (): Database => database.pool;
  const insert = (row: Partial<WorkRow> = {}) => rows.insert(pool(), row);
  const read = (id: string) => rows.read(pool(), id);
  beforeEach(() => pool().query(`TRUNCATE ${table.definition.table}, worker_processes`));

  const heartbeat = async (worker: string, age: string) => {
    await pool().query(
      `INSERT INTO worker_processes (id, groups, host, pid, heartbeat_at)
       VALUES ($1, '{}', 'h', 1, clock_timestamp() - $2::interval)`,
      [worker, age],
    );
  };
  const claimed = async (lease = LEASE()): Promise<{ claim: Claim; lease: typeof lease }> => {
    const id = await insert({ nextAttemptAt: PAST, wokenAt: PAST });
    const [claim] = await table.claim(pool(), [id], lease);
    if (!claim) throw new Error('The row could not be claimed.');
    return { claim, lease };
  };

  describe('markDue', () => {
    it('wakes a row that is due', async () => {
      const id = await insert({ nextAttemptAt: NOW });
      expect(await table.markDue(pool(), NOW, 10)).to.deep.equal([id]);
      expect((await read(id)).wokenAt).to.be.instanceOf(Date);
    });

    for (const [what, row] of [
      ['that is not due', { nextAttemptAt: FUTURE }],
      ['that is finished', { nextAttemptAt: null }],
      ['that is woken already', { nextAttemptAt: PAST, wokenAt: PAST }],
      ['that is claimed', { nextAttemptAt: PAST, wokenAt: PAST, claimedBy: randomUUID() }],
    ] as const) {
      it(`does not change a row ${what}`, async () => {
        await insert(row);
        expect(await table.markDue(pool(), NOW, 10)).to.deep.equal([]);
      });
    }

    it('wakes the rows with the earliest due times, up to its limit', async () => {
      await insert({ nextAttemptAt: secondsFrom(NOW, -1) });
      const oldest = [
        await insert({ nextAttemptAt: secondsFrom(NOW, -3) }),
        await insert({ nextAttemptAt: secondsFrom(NOW, -2) }),
      ];
      expect(await table.markDue(pool(), NOW, 2)).to.have.members(oldest);
    });

    it('wakes a row once when two processes run it', async () => {
      const id = await insert({ nextAttemptAt: PAST });
      const both = await Promise.all([1, 2].map(() => table.markDue(pool(), NOW, 10)));
      expect(both.flat()).to.deep.equal([id]);
    });

    it('skips a row that another transaction has locked', async () => {
      const locked = await insert({ nextAttemptAt: PAST });
      const free = await insert({ nextAttemptAt: PAST });
      await rows.whileLocked(pool(), locked, async () => {
        expect(await table.markDue(pool(), NOW, 10)).to.deep.equal([free]);
      });
    });
  });

  describe('markLostWakeUps', () => {
    it('wakes a row again that was woken before the given time', async () => {
      const id = await insert({ nextAttemptAt: PAST, wokenAt: PAST });
      expect(await table.markLostWakeUps(pool(), NOW, 10, new Date())).to.deep.equal([id]);
      expect((await read(id)).wokenAt?.getTime()).to.be.above(PAST.getTime());
    });

    for (const [what, row] of [
      ['that was woken at the given time', { nextAttemptAt: PAST, wokenAt: NOW }],
      ['that was never woken', { nextAttemptAt: PAST }],
      ['that is claimed', { nextAttemptAt: PAST, wokenAt: PAST, claimedBy: randomUUID() }],
    ] as const) {
      it(`does not change a row ${what}`, async () => {
        await insert(row);
        expect(await table.markLostWakeUps(pool(), NOW, 10, new Date())).to.deep.equal([]);
      });
    }

    it('wakes the rows that were woken first, up to its limit', async () => {
      await insert({ wokenAt: secondsFrom(NOW, -1) });
      const first = await insert({ wokenAt: secondsFrom(NOW, -2) });
      expect(await table.markLostWakeUps(pool(), NOW, 1, new Date())).to.deep.equal([first]);
    });

    it('skips a row that another transaction has locked', async () => {
      const locked = await insert({ wokenAt: PAST });
      await rows.whileLocked(pool(), locked, async () => {
        expect(await table.markLostWakeUps(pool(), NOW, 10, new Date())).to.deep.equal([]);
      });
    });
  });

  describe('claim', () => {
    it('claims a woken row and counts the attempt', async () => {
      const { claim, lease } = await claimed();
      expect(claim.token).to.equal(lease.token);
      expect(await read(claim.id)).to.include({
        claimedBy: lease.worker,
        claimToken: lease.token,
        attempts: 1,
      });
    });

    for (const [what, row] of [
      ['that is not woken', { nextAttemptAt: PAST }],
      ['that is finished', {}],
      [
        'that another worker has claimed',
        { wokenAt: PAST, claimedBy: randomUUID(), claimToken: randomUUID() },
      ],
    ] as const) {
      it(`does not claim a row ${what}`, async () => {
        const id = await insert(row);
        expect(await table.claim(pool(), [id], LEASE())).to.deep.equal([]);
        expect((await read(id)).attempts).to.equal(0);
      });
    }

    it('does not claim a row whose key is not given', async () => {
      await insert({ wokenAt: PAST });
      expect(await table.claim(pool(), [], LEASE())).to.deep.equal([]);
    });

    it('claims nothing for a key that does not exist', async () => {
      expect(await table.claim(pool(), [rows.unknownKey], LEASE())).to.deep.equal([]);
    });

    it('gives each row to one of two concurrent workers', async () => {
      const ids = await Promise.all(Array.from({ length: 20 }, () => insert({ wokenAt: PAST })));
      const both = await Promise.all([1, 2].map(() => table.claim(pool(), ids, LEASE())));
      expect(both.flat().map(({ id }) => id)).to.have.members(ids);
    });

    it('skips a row that another transaction has locked', async () => {
      const ids = [await insert({ wokenAt: PAST }), await insert({ wokenAt: PAST })];
      await rows.whileLocked(pool(), ids[0] ?? '', async () => {
        const claims = await table.claim(pool(), ids, LEASE());
        expect(claims.map(({ id }) => id)).to.deep.equal(ids.slice(1));
      });
    });
  });

  describe('release', () => {
    for (const [what, nextAttemptAt] of [
      ['that is finished', null],
      ['that is due again', FUTURE],
    ] as const) {
      it(`frees a row ${what}`, async () => {
        const { claim } = await claimed();
        expect(await table.release(pool(), [{ ...claim, nextAttemptAt }])).to.deep.equal([claim.id]);
        expect(await read(claim.id)).to.deep.include({
          nextAttemptAt,
          attempts: 1,
          claimedBy: null,
          claimToken: null,
          wokenAt: null,
        });
      });
    }

    it('does not change a row whose token is stale', async () => {
      const { claim, lease } = await claimed();
      const stale = { id: claim.id, token: randomUUID(), nextAttemptAt: null };
      expect(await table.release(pool(), [stale])).to.deep.equal([]);
      expect((await read(claim.id)).claimToken).to.equal(lease.token);
    });

    it('frees a row once', async () => {
      const { claim } = await claimed();
      const release = { ...claim, nextAttemptAt: null };
      await table.release(pool(), [release]);
      expect(await table.release(pool(), [release])).to.deep.equal([]);
    });

    it('frees those of several rows whose token is valid, each with its own due time', async () => {
      const first = await claimed();
      const second = await claimed();
      const third = await claimed();
      const released = await table.release(pool(), [
        { ...first.claim, nextAttemptAt: FUTURE },
        { ...second.claim, token: randomUUID(), nextAttemptAt: FUTURE },
        { ...third.claim, nextAttemptAt: null },
      ]);
      expect(released).to.have.members([first.claim.id, third.claim.id]);
      expect((await read(first.claim.id)).nextAttemptAt).to.deep.equal(FUTURE);
      expect((await read(third.claim.id)).nextAttemptAt).to.equal(null);
    });
  });

  describe('abandon', () => {
    it('frees all rows that are claimed under the lease, due again at the given time', async () => {
      const { claim, lease } = await claimed();
      expect(await table.abandon(pool(), lease, FUTURE)).to.deep.equal([claim.id]);
      expect(await read(claim.id)).to.deep.include({
        nextAttemptAt: FUTURE,
        claimedBy: null,
        claimToken: null,
        wokenAt: null,
      });
    });

    it('does not make a later due time earlier', async () => {
      const later = secondsFrom(FUTURE, 60);
      const lease = LEASE();
      const id = await insert({ nextAttemptAt: later, wokenAt: PAST });
      await table.claim(pool(), [id], lease);
      await table.abandon(pool(), lease, FUTURE);
      expect((await read(id)).nextAttemptAt).to.deep.equal(later);
    });

    it('does not count the attempt, because it had no outcome', async () => {
      const { claim, lease } = await claimed();
      await table.abandon(pool(), lease, FUTURE);
      expect((await read(claim.id)).attempts).to.equal(0);
    });

    it('does not change rows that the same worker has claimed under another token', async () => {
      const { claim, lease } = await claimed();
      expect(await table.abandon(pool(), { ...lease, token: randomUUID() }, FUTURE)).to.deep.equal([]);
      expect((await read(claim.id)).claimedBy).to.equal(lease.worker);
    });
  });

  describe('reclaim', () => {
    const findLost = (limit = 10) => table.findLost(pool(), 60_000, limit);
    const reclaim = (...lost: Claim[]) => table.reclaim(pool(), lost, NOW);
    for (const [what, age] of [
      ['has no heartbeat', undefined],
      ['has an old heartbeat', '61 seconds'],
    ] as const) {
      it(`frees a row whose worker ${what}, and does not count the attempt`, async () => {
        const { claim, lease } = await claimed();
        if (age) await heartbeat(lease.worker, age);
        expect(await findLost()).to.deep.equal([claim]);
        expect(await reclaim(claim)).to.deep.equal([claim.id]);
        expect(await read(claim.id)).to.deep.include({
          nextAttemptAt: PAST,
          attempts: 0,
          claimedBy: null,
          wokenAt: null,
        });
      });
    }

    it('finds no row whose worker has a recent heartbeat', async () => {
      const { lease } = await claimed();
      await heartbeat(lease.worker, '50 seconds');
      expect(await findLost()).to.deep.equal([]);
    });

    it('finds no row that is not claimed', async () => {
      await insert({ nextAttemptAt: PAST, wokenAt: PAST });
      expect(await findLost()).to.deep.equal([]);
    });

    it('finds no more rows than its limit', async () => {
      await claimed();
      await claimed();
      expect(await findLost(1)).to.have.length(1);
    });

    it('frees a row once, and no row that was claimed again', async () => {
      const { claim } = await claimed();
      expect(await reclaim(claim)).to.deep.equal([claim.id]);
      expect(await reclaim(claim)).to.deep.equal([]);
      await table.markDue(pool(), NOW, 10);
      await table.claim(pool(), [claim.id], LEASE());
      expect(await reclaim(claim)).to.deep.equal([]);
    });

    it('skips a row whose outcome is being written', async () => {
      const { claim } = await claimed();
      await rows.whileLocked(pool(), claim.id, async () => {
        expect(await reclaim(claim)).to.deep.equal([]);
      });
    });
  });
});
