// docs/performance.md has the figures of bench/figures.json and bench/ledger.json, and each says how it was measured.
import { expect } from 'chai';
import { readLedger } from '../../bench/against/ledger.ts';
import { type Figures, faultsOf, readFigures, readPage, withFigures } from '../../bench/figures/figures.ts';

const WAY = { date: '2026-11-30', command: '`npm run bench`', machine: 'idle' };
const ROW = { cells: ['one mail', '1 ms'] };
const SAMPLE_PAGE = 'Before.\n\n[//]: # (figures sample)\n\n–\n\n[//]: # (end)\n\nAfter.';

/** Figures of one row. @param row what differs in it; @param parts what its measurement has in place of the usual */
function sample(row: object, parts: object = {}): Figures {
  const tables = [{ columns: ['what', 'ms'], rows: [{ ...ROW, ...row }] }];
  return { machines: { idle: '2 cores' }, measurements: { sample: { ...WAY, tables, ...parts } } };
}

describe('The figures of performance', () => {
  it('are on the page as they were measured', () => {
    const figures = readFigures();
    expect(
      withFigures(readPage(), figures, readLedger()),
      'Run `npm run figures` and commit the page.',
    ).to.equal(readPage());
    expect(Object.keys(figures.measurements)).to.have.length.above(40);
  });

  it('have a command, a date and a machine each', () => {
    expect(faultsOf(readFigures(), readPage())).to.deep.equal([]);
  });

  it('are written with how they were measured, in total and of a row', () => {
    const figures = sample({ command: 'x', load: '2' }, { why: 'It waits.' });
    const written = withFigures(SAMPLE_PAGE, figures, readLedger());
    expect(written.split('\n\n').slice(2, -2)).to.deep.equal([
      '2026-11-30, idle, `npm run bench`.',
      '| what | ms | measured |\n|---|---|---|\n| one mail | 1 ms | load 2, x |',
      'It waits.',
    ]);
  });

  it('would notice what a figure lacks, and a page without it or without its figures', () => {
    const broken: [Figures, string][] = [
      [sample({}, { command: '' }), 'a command'],
      [sample({ command: '' }), 'a command'],
      [sample({ date: 'yesterday' }), 'a date'],
      [sample({ machine: 'mine' }), 'a machine'],
      [sample({ cells: ['one mail', ''] }), 'a figure'],
      [sample({ cells: ['one mail', '1', '2'] }), 'a figure'],
    ];
    for (const [figures, lack] of broken)
      expect(faultsOf(figures, SAMPLE_PAGE)).to.deep.equal([`sample: one mail lacks ${lack}`]);
    expect(faultsOf(sample({}), 'Nothing.')).to.deep.equal(['sample: the page does not show it']);
    const none = { machines: {}, measurements: {} };
    expect(() => withFigures(SAMPLE_PAGE, none, readLedger())).to.throw('sample: it has no figures');
    expect(withFigures(SAMPLE_PAGE, sample({}), readLedger())).not.to.equal(SAMPLE_PAGE);
  });
});
