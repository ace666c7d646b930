// Work in turns does not keep the event loop from everything else.
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { mapInTurns } from '../../../../shared/platform/sharing/turns.ts';

/** Longer than a turn. */
const ROW_MS = 25;

describe('turns of the event loop', () => {
  it('let other work run between two rows that take long, and keep the order of the rows', async () => {
    const finished: string[] = [];
    const other = setImmediate().then(() => finished.push('other'));
    const results = await mapInTurns([1, 2, 3], (row) => {
      const endsAtMs = performance.now() + ROW_MS;
      while (performance.now() < endsAtMs);
      finished.push(`row ${row}`);
      return row * 2;
    });
    await other;
    expect(results).to.deep.equal([2, 4, 6]);
    expect(finished).to.deep.equal(['row 1', 'other', 'row 2', 'row 3']);
  });
});
