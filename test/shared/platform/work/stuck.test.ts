// Stuck rows: the rows of work that have been due for the longest time. test/ops/list-stuck.test.ts tests the command.
import { expect } from 'chai';
import { findStuckRows } from '../../../../shared/platform/work/stuck.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { describeEachWorkTable } from '../../../support/work/work-rows.ts';

const HOUR_MS = 3_600_000;

describe('The rows of work that have waited longest', () => {
  describeEachWorkTable(({ definition }, rows) => {
    const database = useDatabase();
    const now = new Date();
    const at = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);
    beforeEach(() => database.pool.query(`DELETE FROM ${definition.table}`));

    it('are ordered by due time, in every state', async () => {
      const woken = await rows.insert(database.pool, { nextAttemptAt: at(-2), wokenAt: now });
      const due = await rows.insert(database.pool, { nextAttemptAt: at(-3) });
      const found = await findStuckRows(database.pool, definition, now, 10);
      expect(found.map(({ id, state }) => [id, state])).to.deep.equal([
        [due, 'due'],
        [woken, 'woken'],
      ]);
    });

    it('come before held rows, which have the reason of the hold', async () => {
      const heldId = await rows.insert(database.pool, { nextAttemptAt: at(-9) });
      const due = await rows.insert(database.pool, { nextAttemptAt: at(-1) });
      const held = { when: `${definition.key}::text = '${heldId}'`, why: `'It is held.'` };
      const found = await findStuckRows(database.pool, { ...definition, held }, now, 10);
      expect(found.map(({ id, state, heldBy }) => [id, state, heldBy])).to.deep.equal([
        [due, 'due', null],
        [heldId, 'held', 'It is held.'],
      ]);
      const [first] = await findStuckRows(database.pool, { ...definition, held }, now, 1);
      expect(first?.id).to.equal(due);
    });

    it('are not searched among woken rows if rows are never woken', async () => {
      await rows.insert(database.pool, { nextAttemptAt: at(-2), wokenAt: now });
      expect(await findStuckRows(database.pool, { ...definition, wakesRows: false }, now, 10)).to.deep.equal(
        [],
      );
    });
  });
});
