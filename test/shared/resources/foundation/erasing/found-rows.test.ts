// How many of the rows that it looks at a step of an erasure changes.
import { expect } from 'chai';
import { takeRows } from '../../../../../shared/resources/foundation/erasing/found-rows.ts';

const MIB = 1024 * 1024;

describe('the rows of a step', () => {
  const row = (number: number, isFound: boolean, bytes = 1) => ({ id: String(number), isFound, bytes });

  it('are all that were found, and the step goes on after the last row of the page', () => {
    const rows = [row(1, true), row(2, false), row(3, true), row(4, false)];
    expect(takeRows({ rows, isEnd: true })).to.deep.equal({ ids: ['1', '3'], last: '4', isEnd: true });
    expect(takeRows({ rows, isEnd: false })).to.deep.equal({ ids: ['1', '3'], last: '4', isEnd: false });
    expect(takeRows({ rows: [], isEnd: true })).to.deep.equal({ ids: [], last: undefined, isEnd: true });
  });

  it('are at most a hundred', () => {
    const rows = Array.from({ length: 150 }, (_, index) => row(index, true));
    const { ids, last, isEnd } = takeRows({ rows, isEnd: true });
    expect([ids.length, last, isEnd]).to.deep.equal([100, '99', false]);
  });

  it('are at most four mebibytes, or a single row that is larger', () => {
    const rows = [
      row(1, true, 20 * MIB),
      row(2, false, 20 * MIB),
      row(3, true, 3 * MIB),
      row(4, true, 2 * MIB),
    ];
    expect(takeRows({ rows, isEnd: true })).to.deep.equal({ ids: ['1'], last: '2', isEnd: false });
    expect(takeRows({ rows: rows.slice(2), isEnd: true })).to.deep.equal({
      ids: ['3'],
      last: '3',
      isEnd: false,
    });
  });
});
