// Marked rows of the dashboard's lists: which rows a range has, and one act with many rows.
import { expect } from 'chai';
import { ApiFailure } from '../../dashboard/api/failure.ts';
import { actOnEach } from '../../dashboard/lists/marks/act-on-each.ts';
import { dropMarks, extendMarks, markAll, noMarks, toggleMark } from '../../dashboard/lists/marks/marks.ts';

const rowsOf = (ids: string) => [...ids].map((id) => ({ id }));
const SHOWN = rowsOf('abcdef');
const idsOf = ({ rows }: { rows: ReadonlyMap<string, unknown> }) => [...rows.keys()].sort().join('');
const failing = (name: string, status: number) => new ApiFailure({ status, name, message: name });

describe('Selected rows', () => {
  it('are a range from the last that was marked, which grows and shrinks and leaves the others', () => {
    const first = toggleMark(toggleMark(noMarks<{ id: string }>(), { id: 'f' }), { id: 'c' });
    const down = extendMarks(first, SHOWN, { to: 'e' });
    expect(idsOf(down)).to.equal('cdef');
    expect(idsOf(extendMarks(down, SHOWN, { to: 'b' }))).to.equal('bcf');
    // The row at which it began is no longer shown.
    expect(idsOf(extendMarks(first, rowsOf('xyz'), { to: 'z', from: 'y' }))).to.equal('cfyz');
    expect(idsOf(extendMarks(noMarks(), SHOWN, { to: 'd', from: 'c' }))).to.equal('cd');
    expect(idsOf(toggleMark(down, { id: 'd' }))).to.equal('cef');
    expect(idsOf(markAll(first, rowsOf('xy')))).to.equal('cfxy');
    expect(idsOf(dropMarks(down, new Set('cd')))).to.equal('ef');
  });

  it('are acted on four at a time, and those that fail do not keep the others from it', async () => {
    let running = 0;
    let most = 0;
    const shares: number[] = [];
    const { done, failed } = await actOnEach(
      SHOWN,
      async ({ id }) => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        if (id === 'b') throw failing('not_found', 404);
      },
      {
        signal: new AbortController().signal,
        onProgress: (progress) => shares.push(progress.done.length + progress.failed.length),
      },
    );
    expect([most, shares]).to.deep.equal([4, [1, 2, 3, 4, 5, 6]]);
    expect(done).to.have.length(5);
    expect(failed.map(({ row, failure }) => [row.id, failure.name])).to.deep.equal([['b', 'not_found']]);
  });

  it('are left as they are once the session has ended', async () => {
    const { done, failed } = await actOnEach(SHOWN, () => Promise.reject(failing('missing_api_key', 401)), {
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    expect([done.length, failed.length]).to.deep.equal([0, 4]);
  });
});
