import { expect } from 'chai';
import { readOptions } from '../../bench/options.ts';
import { describeResults } from '../../bench/report.ts';
import type { Column, RunResult } from '../../bench/scenario.ts';

function result(contender: string, rate: number, cpu: Record<string, number> = {}): RunResult {
  const figures = { rate, waitMs: 5.04 };
  return { contender, figures, cpuPerMessage: cpu, statements: [], messages: 10 };
}

const COLUMNS: Column[] = [
  { title: 'sent/s', key: 'rate', digits: 0, spread: true },
  { title: 'wait ms', key: 'waitMs', digits: 1 },
];
const NAIVE = { name: 'naive', dividedBy: { '× naive': 'naive' } };
const FAST = { name: 'fast', dividedBy: { '× naive': 'naive' } };
const REPORTED = { columns: COLUMNS, compared: 'rate' };

const cells = (row: string | undefined) =>
  row
    ?.split('|')
    .slice(1, -1)
    .map((cell) => cell.trim()) ?? [];

describe('The report of the benchmark', () => {
  it('shows the minimum, median and maximum rate, and ratios taken within each round', () => {
    const rounds = [
      [result('naive', 100), result('fast', 300)],
      [result('fast', 200), result('naive', 200)],
      [result('naive', 150), result('fast', 600)],
    ];
    const rows = describeResults(REPORTED, [NAIVE, FAST], rounds).split('\n');
    expect(rows.filter((row) => !row.includes('---')).map(cells)).to.deep.equal([
      ['', 'sent/s, min / median / max', '× naive', 'wait ms'],
      ['naive', '100 / **150** / 200', '1.00 / **1.00** / 1.00', '5.0'],
      ['fast', '200 / **300** / 600', '1.00 / **3.00** / 4.00', '5.0'],
    ]);
  });

  it('shows no ratio when the baseline was not measured', () => {
    const rounds = [[result('fast', 300)]];
    expect(cells(describeResults(REPORTED, [FAST], rounds).split('\n')[2])[2]).to.equal('–');
  });

  it('has a ratio column for each baseline', () => {
    const both = { name: 'fast', dividedBy: { '× naive': 'naive', '× other': 'other' } };
    const rounds = [[result('fast', 300), result('naive', 100), result('other', 200)]];
    const [head, , , row] = describeResults(REPORTED, [NAIVE, both], rounds).split('\n').map(cells);
    expect(head?.slice(2, 4)).to.deep.equal(['× naive', '× other']);
    expect(row?.slice(2, 4)).to.deep.equal(['3.00 / **3.00** / 3.00', '1.50 / **1.50** / 1.50']);
  });

  it('has ratios of another figure where a scenario names one', () => {
    const both = { ...FAST, dividedBy: { '× naive': 'naive', '× wait': 'naive' } };
    const slow = result('naive', 100);
    const rounds = [[result('fast', 300), { ...slow, figures: { ...slow.figures, waitMs: 2.52 } }]];
    const reported = { ...REPORTED, comparedIn: { '× wait': 'waitMs' } };
    const row = cells(describeResults(reported, [NAIVE, both], rounds).split('\n')[3]);
    expect(row.slice(2, 4)).to.deep.equal(['3.00 / **3.00** / 3.00', '2.00 / **2.00** / 2.00']);
  });

  it('shows a target column when a contender has a target', () => {
    const asked = { ...FAST, wanted: '≥ 3 × naive' };
    const rounds = [[result('fast', 300), result('naive', 100)]];
    const rows = describeResults(REPORTED, [NAIVE, asked], rounds).split('\n').map(cells);
    expect(rows.map((row) => row.at(-1))).to.deep.equal(['target', '---', '–', '≥ 3 × naive']);
  });

  it('takes the mean of the two middle rounds as the median of an even number of rounds', () => {
    const rounds = [[result('naive', 100)], [result('naive', 300)]];
    expect(cells(describeResults(REPORTED, [NAIVE], rounds).split('\n')[2])[1]).to.equal(
      '100 / **200** / 300',
    );
  });

  it('shows the time of Postgres for each statement, per call and per message', () => {
    const statements = [{ statement: 'SELECT a || `b`', calls: 5, totalMs: 2 }];
    const rows = describeResults(REPORTED, [NAIVE], [[{ ...result('naive', 100), statements }]]).split('\n');
    expect(rows.slice(-1)).to.deep.equal(['| `SELECT a \\|\\| b` | 0.500 | 400 | 200.0 |']);
  });

  it('adds up the CPU time of all processes, including those that only one contender has', () => {
    const rounds = [
      [result('naive', 100, { api: 10, redis: 5 }), result('fast', 100, { api: 10, schedule: 1 })],
    ];
    const rows = describeResults(REPORTED, [NAIVE, FAST], rounds).split('\n').slice(-4).map(cells);
    expect(rows[0]).to.deep.equal(['CPU µs per message, median', 'api', 'redis', 'schedule', 'sum']);
    expect(rows[2]).to.deep.equal(['naive', '10', '5', '–', '15']);
    expect(rows[3]).to.deep.equal(['fast', '10', '–', '1', '11']);
  });

  it('divides the CPU time by that of the limit, without the processes of the bench', () => {
    const rounds = [
      [result('limit', 400, { api: 400, sink: 60 }), result('fast', 100, { api: 300, send: 500, sink: 60 })],
    ];
    const limit = { name: 'limit', dividedBy: {} };
    const rows = describeResults(REPORTED, [limit, FAST], rounds).split('\n').slice(-4).map(cells);
    expect(rows[0]?.at(-1)).to.equal('× limit, without load and sink');
    expect(rows.slice(2).map((row) => row.slice(-2))).to.deep.equal([
      ['460', '1.00'],
      ['860', '2.00'],
    ]);
  });
});

describe('The command line of the benchmark', () => {
  const known = { scenarios: ['single', 'batch'], variants: ['naive', 'posthorn-redis'] };

  it('measures single sends in three rounds of 3,000 mails by default', () => {
    expect(readOptions([], known)).to.deep.equal({
      scenarios: ['single'],
      rounds: 3,
      mails: 3_000,
      warmUp: 300,
      htmlBytes: 1_850,
      variants: known.variants,
      idleMails: 200,
      memoryMails: [20_000, 100_000],
      storedMails: 5_000_000,
      heldMails: 1_000_000,
      contactCounts: [10_000, 1_000_000],
      profiles: undefined,
      against: undefined,
      ledger: undefined,
      sameAs: undefined,
      entered: false,
      timeline: false,
      statements: false,
    });
  });

  it('reads every option', () => {
    const counts = [
      '--rounds=1',
      '--mails=50',
      '--warm-up=5',
      '--size=10000',
      '--idle=9',
      '--memory=10,20',
      '--stored=30',
      '--held=20',
      '--contacts=40,50',
    ];
    const names = [
      '--scenarios=single,batch',
      '--variants=naive',
      '--profiles=/tmp',
      '--against=main',
      '--ledger=Mail in parts',
      '--same-as=next',
      '--entered',
      '--timeline',
      '--statements',
    ];
    expect(readOptions([...counts, ...names], known)).to.deep.equal({
      scenarios: ['single', 'batch'],
      rounds: 1,
      mails: 50,
      warmUp: 5,
      htmlBytes: 10_000,
      variants: ['naive'],
      idleMails: 9,
      memoryMails: [10, 20],
      storedMails: 30,
      heldMails: 20,
      contactCounts: [40, 50],
      profiles: '/tmp',
      against: 'main',
      ledger: 'Mail in parts',
      sameAs: 'next',
      entered: true,
      timeline: true,
      statements: true,
    });
  });

  const wrong = [
    '--rounds=0',
    '--mails=many',
    '--size=10',
    '--idle=0',
    '--memory=10',
    '--memory=20,10',
    '--variants=naive,fast',
    '--scenarios=all',
    '--colour=red',
  ];
  for (const argument of wrong) {
    it(`refuses ${argument}`, () => {
      expect(() => readOptions([argument], known)).to.throw(/--/);
    });
  }
});
