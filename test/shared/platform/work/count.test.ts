// The counts of rows of work by state.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { countWork } from '../../../../shared/platform/work/count.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { describeEachWorkTable } from '../../../support/work/work-rows.ts';

const HOUR_MS = 3_600_000;

describe('The rows of work', () => {
  describeEachWorkTable((table, rows) => {
    const database = useDatabase();
    const now = new Date();
    const at = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);
    beforeEach(() => database.pool.query(`DELETE FROM ${table.definition.table}`));
    const count = () => countWork(database.pool, table.definition, now);
    const claimed = { claimedBy: randomUUID(), claimToken: randomUUID() };

    it('are zero when there is no work', async () => {
      await rows.insert(database.pool, { nextAttemptAt: null });
      expect(await count()).to.deep.equal({
        waiting: 0,
        due: 0,
        held: 0,
        woken: 0,
        claimed: 0,
        oldestDueAt: undefined,
      });
    });

    it('are counted by state', async () => {
      await rows.insert(database.pool, { nextAttemptAt: at(1) });
      await rows.insert(database.pool, { nextAttemptAt: at(2) });
      await rows.insert(database.pool, { nextAttemptAt: at(-1) });
      await rows.insert(database.pool, { nextAttemptAt: at(-1), wokenAt: now });
      await rows.insert(database.pool, { nextAttemptAt: at(-9), wokenAt: at(-9), ...claimed });
      const { oldestDueAt, ...counts } = await count();
      expect(counts).to.deep.equal({ waiting: 2, due: 1, held: 0, woken: 1, claimed: 1 });
      expect(oldestDueAt).to.deep.equal(at(-1));
    });

    it('count as held when something else than the due time holds them, and are not considered for the oldest one', async () => {
      const id = await rows.insert(database.pool, { nextAttemptAt: at(-9) });
      await rows.insert(database.pool, { nextAttemptAt: at(-1) });
      const held = { when: `${table.definition.key}::text = '${id}'`, why: `'It is held.'` };
      const { oldestDueAt, ...counts } = await countWork(database.pool, { ...table.definition, held }, now);
      expect(counts).to.deep.equal({ waiting: 0, due: 1, held: 1, woken: 0, claimed: 0 });
      expect(oldestDueAt).to.deep.equal(at(-1));
    });

    it('count as held before they are due where they wait for others than their time', async () => {
      const id = await rows.insert(database.pool, { nextAttemptAt: at(1) });
      await rows.insert(database.pool, { nextAttemptAt: at(2) });
      await rows.insert(database.pool, { nextAttemptAt: at(-1) });
      const later = { when: `${table.definition.key}::text = '${id}'`, why: `'It waits for others.'` };
      const held = { when: 'false', why: `'It is held.'`, later };
      const { oldestDueAt, ...counts } = await countWork(database.pool, { ...table.definition, held }, now);
      expect(counts).to.deep.equal({ waiting: 1, due: 1, held: 1, woken: 0, claimed: 0 });
      expect(oldestDueAt).to.deep.equal(at(-1));
    });

    it('are not searched among woken rows if rows are never woken', async () => {
      await rows.insert(database.pool, { nextAttemptAt: at(-1), wokenAt: now });
      const definition = { ...table.definition, wakesRows: false as const };
      const { oldestDueAt, ...counts } = await countWork(database.pool, definition, now);
      expect(counts).to.deep.equal({ waiting: 0, due: 0, held: 0, woken: 0, claimed: 0 });
      expect(oldestDueAt).to.equal(undefined);
    });

    it('have their oldest row by due time, even if it was woken again since', async () => {
      await rows.insert(database.pool, { nextAttemptAt: at(-3), wokenAt: now });
      await rows.insert(database.pool, { nextAttemptAt: at(-2), wokenAt: at(-2) });
      await rows.insert(database.pool, { nextAttemptAt: at(-1) });
      expect((await count()).oldestDueAt).to.deep.equal(at(-3));
    });

    it('have an oldest row also among those that are not woken', async () => {
      await rows.insert(database.pool, { nextAttemptAt: at(-2), wokenAt: at(-2) });
      await rows.insert(database.pool, { nextAttemptAt: at(-3) });
      expect((await count()).oldestDueAt).to.deep.equal(at(-3));
    });
  });
});
