import { expect } from 'chai';
import type { RunResult } from '../../bench/measure-run.ts';
import { readOptions } from '../../bench/options.ts';
import { describeResults, medianDelivered } from '../../bench/report.ts';

function result(variant: string, deliveredPerSecond: number, cpu: Record<string, number> = {}): RunResult {
  return {
    variant,
    deliveredPerSecond,
    acceptedPerSecond: 2_000,
    acceptP50Ms: 5.04,
    acceptP99Ms: 20,
    cpuPerMail: cpu,
    statements: [],
  };
}

const cells = (row: string | undefined) => row?.split('|').map((cell) => cell.trim()) ?? [];

describe('The report of the benchmark', () => {
  it('shows smallest, middle and largest rate, and ratios taken within each round', () => {
    const rounds = [
      [result('naive', 100), result('posthorn-redis', 300)],
      [result('posthorn-redis', 200), result('naive', 200)],
      [result('naive', 150), result('posthorn-redis', 600)],
    ];
    const rows = describeResults(rounds, 10).split('\n');
    expect(rows).to.have.length(4);
    expect(cells(rows[2])).to.include.members(['naive', '100 / **150** / 200', '1.00 / **1.00** / 1.00']);
    expect(cells(rows[3])).to.include.members([
      'posthorn-redis',
      '200 / **300** / 600',
      '1.00 / **3.00** / 4.00',
    ]);
    expect(medianDelivered(rounds, 'naive')).to.equal(150);
  });

  it('shows no ratio when the naive pipeline was not measured', () => {
    expect(cells(describeResults([[result('posthorn-redis', 300)]], 10).split('\n')[2])).to.include('–');
    expect(medianDelivered([[result('posthorn-redis', 300)]], 'naive')).to.equal(undefined);
  });

  it('takes the middle of two rounds between them', () => {
    expect(medianDelivered([[result('naive', 100)], [result('naive', 300)]], 'naive')).to.equal(200);
  });

  it('shows what Postgres spent on each statement, a call and a mail', () => {
    const statements = [{ statement: 'SELECT a || `b`', calls: 5, totalMs: 2 }];
    const rows = describeResults([[{ ...result('naive', 100), statements }]], 10).split('\n');
    expect(rows.slice(-1)).to.deep.equal(['| `SELECT a \\|\\| b` | 0.500 | 400 | 200.0 |']);
  });

  it('adds up the CPU time of all processes, also of those that only one variant has', () => {
    const rounds = [
      [result('naive', 100, { api: 10, redis: 5 }), result('x', 100, { api: 10, schedule: 1 })],
    ];
    const rows = describeResults(rounds, 10).split('\n').slice(-4);
    expect(cells(rows[0])).to.deep.equal([
      '',
      'CPU µs a mail, median',
      'api',
      'redis',
      'schedule',
      'sum',
      '',
    ]);
    expect(cells(rows[2])).to.deep.equal(['', 'naive', '10', '5', '–', '15', '']);
    expect(cells(rows[3])).to.deep.equal(['', 'x', '10', '–', '1', '11', '']);
  });
});

describe('The command line of the benchmark', () => {
  const known = ['naive', 'posthorn-redis'];

  it('measures everything in three rounds of 3,000 mails when nothing is said', () => {
    const defaults = { rounds: 3, mails: 3_000, warmUp: 300, htmlBytes: 1_850, variants: known };
    expect(readOptions([], known)).to.deep.equal({ ...defaults, profiles: undefined, statements: false });
  });

  it('takes what is said', () => {
    const args = ['--rounds=1', '--mails=50', '--warm-up=5', '--size=10000', '--variants=naive'];
    const said = { rounds: 1, mails: 50, warmUp: 5, htmlBytes: 10_000, variants: ['naive'] };
    const watching = ['--profiles=/tmp', '--statements'];
    const watched = { profiles: '/tmp', statements: true };
    expect(readOptions([...args, ...watching], known)).to.deep.equal({ ...said, ...watched });
  });

  for (const wrong of ['--rounds=0', '--mails=many', '--size=10', '--variants=naive,fast', '--colour=red']) {
    it(`refuses ${wrong}`, () => {
      expect(() => readOptions([wrong], known)).to.throw(/--/);
    });
  }
});
