// The parts of pages that need no screen: differences of texts, files that are taken, panes, lines of a chart, and notices
// that can be undone.
import { expect } from 'chai';
import { linePath } from '../../dashboard/design/data/line-path.ts';
import { addToast, dismissToast, readNotices, takeAct } from '../../dashboard/design/feedback/notices.ts';
import { checkFiles } from '../../dashboard/design/work/check-files.ts';
import { shareAfterKey, storedShare } from '../../dashboard/design/work/split-share.ts';
import { differenceOf } from '../../dashboard/editing/line-difference.ts';

describe('The difference of two texts', () => {
  it('faces what was changed, and leaves out long runs of equal lines', () => {
    const lines = Array.from({ length: 20 }, (_, line) => `line ${line}`);
    const mine = lines.with(4, 'my line').join('\n');
    const theirs = [...lines.with(4, 'their line'), 'one more'].join('\n');
    expect(
      differenceOf(mine, theirs).map(({ kind, mine: my, theirs: their, count }) =>
        kind === 'same' ? '=' : (count ?? `${my} | ${their}`),
      ),
    ).to.deep.equal([2, '=', '=', 'my line | their line', '=', '=', 11, '=', '=', 'undefined | one more']);
  });

  it('has all lines of both, in their order, whatever they are', () => {
    for (let round = 0; round < 200; round += 1) {
      const [mine, theirs] = [round, round * 7 + 3].map((seed) =>
        Array.from({ length: (seed % 13) + 1 }, (_, line) => 'abc'[(seed * 31 + line * line) % 3]).join('\n'),
      ) as [string, string];
      const rows = differenceOf(mine, theirs);
      // Runs of equal lines that are left out are long, and these texts are short.
      const left = rows.flatMap((row) => (row.mine === undefined ? [] : [row.mine])).join('\n');
      const right = rows.flatMap((row) => (row.theirs === undefined ? [] : [row.theirs])).join('\n');
      if (rows.some(({ kind }) => kind === 'left-out')) continue;
      expect([left, right]).to.deep.equal([mine, theirs]);
      for (const row of rows) expect(row.kind === 'same').to.equal(row.mine === row.theirs);
    }
  });

  it('of two texts of 5,000 other lines is one change, at once', () => {
    const text = (word: string) => Array.from({ length: 5_000 }, (_, line) => `${word} ${line}`).join('\n');
    const rows = differenceOf(text('a'), text('b'));
    expect(rows).to.have.length(5_000);
    expect(rows[0]).to.deep.equal({ kind: 'changed', mine: 'a 0', theirs: 'b 0' });
  });
});

describe('Files for a page', () => {
  const file = (name: string, size = 10, type = '') => ({ name, size, type });

  it('are taken by their ending or type and their size, and the others are refused in words', () => {
    const rules = { accept: ['.csv', 'image/*'], maxBytes: 2_000_000, isMultiple: true };
    const folder = file('folder', 4_096);
    const { taken, refused } = checkFiles(
      [
        file('A.CSV'),
        file('photo', 10, 'image/png'),
        file('list.xlsx'),
        file('empty.csv', 0),
        file('large.csv', 3_500_000),
        folder,
      ],
      rules,
      (each) => each === folder,
    );
    expect(taken.map(({ name }) => name)).to.deep.equal(['A.CSV', 'photo']);
    expect(refused).to.deep.equal([
      'list.xlsx is not accepted. Choose a file of type .csv, image/*.',
      'empty.csv is empty.',
      'large.csv has 3.3 MB. A file can have at most 1.9 MB.',
      'folder is a folder.',
    ]);
    expect(checkFiles([file('a'), file('b')], {}).refused).to.deep.equal([
      'b was left out: you can add only one file.',
    ]);
  });
});

describe('Two panes', () => {
  const BOUNDS = { min: 20, max: 80 };
  const moved = (share: number, key: string, shiftKey = false) =>
    shareAfterKey(share, { key, shiftKey }, BOUNDS);

  it('are moved by keys within their bounds, and keep nothing that is no width', () => {
    expect([moved(50, 'ArrowLeft'), moved(50, 'ArrowRight', true), moved(79, 'ArrowRight')]).to.deep.equal([
      48, 60, 80,
    ]);
    expect([moved(50, 'Home'), moved(50, 'End'), moved(50, 'a')]).to.deep.equal([20, 80, undefined]);
    expect(['63', '99', '0.5', 'x', null].map((text) => storedShare(text, BOUNDS))).to.deep.equal([
      63,
      80,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('The line of a chart', () => {
  it('has a gap where there is no value, and a dot for a value alone', () => {
    const size = { max: 10, width: 100, height: 10 };
    expect(linePath([0, 5, undefined, 10, undefined], size)).to.equal('M0 10L25 5M75 0h0');
    expect(linePath([4], size)).to.equal('M50 6h0');
  });
});

describe('A notice that can be undone', () => {
  afterEach(() => {
    for (const { id } of readNotices().toasts) dismissToast(id);
  });
  const add = (text: string, onPress?: () => void) =>
    addToast({ text, kind: 'good', ...(onPress && { action: { label: 'Undo', onPress, isUndo: true } }) });

  it('is undone once, however often it is pressed, and by no press when it is gone', () => {
    let undone = 0;
    add('Deleted', () => {
      undone += 1;
    });
    const [toast] = readNotices().toasts;
    for (let press = 0; press < 3; press += 1) takeAct(toast?.id ?? 0)?.();
    expect([undone, readNotices().toasts.length]).to.deep.equal([1, 0]);
  });

  it('stays while later ones come, which make room for each other', () => {
    add('Deleted', () => {});
    for (const text of ['One', 'Two', 'Three', 'Four']) add(text);
    expect(readNotices().toasts.map(({ text }) => text)).to.deep.equal(['Deleted', 'Three', 'Four']);
  });
});
