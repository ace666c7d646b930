// Holds the times of the test files (test/runner/times.json, written by `npm test -- --write-times`): a suite that
// takes too long is not run.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { readTimes } from '../runner/times.ts';
import { ROOT } from '../support/documents/root.ts';

const LIMIT_S = 60;
/** Files that may take longer on two idle cores, with the reason. */
const LONG: Readonly<Record<string, string>> = {
  'test/dev/start.test.ts': 'It starts all of `npm start` again and again, each time ten seconds of CPU.',
  'test/dev/stop.test.ts': 'It starts and ends all of `npm start` six times, five seconds of CPU each.',
  'test/e2e/dashboard/pages.test.ts':
    'Seventy pages, each loaded and looked at by axe, while the crash flows run.',
  'test/flows/submission-crash.test.ts':
    'Programs wait before they submit again what a dead process did not answer, five times.',
};

function tooLong(times: Readonly<Record<string, number>>): string[] {
  return Object.keys(times).filter((file) => (times[file] ?? 0) > LIMIT_S && !(file in LONG));
}

describe('The times of the tests', () => {
  const times = readTimes();

  it('are those of files that exist, and of most long ones', () => {
    expect(Object.keys(times)).to.have.length.above(20);
    const gone = Object.keys({ ...times, ...LONG }).filter((file) => !existsSync(path.join(ROOT, file)));
    expect(gone).to.deep.equal([]);
  });

  it('are below a minute per file, but for files with a reason', () => {
    expect(tooLong(times)).to.deep.equal([]);
    const short = Object.keys(LONG).filter((file) => (times[file] ?? 0) <= LIMIT_S / 2);
    expect(short, 'need no reason').to.deep.equal([]);
  });

  it('would show a long file', () => {
    expect(tooLong({ 'test/a.test.ts': LIMIT_S, 'test/b.test.ts': LIMIT_S + 1 })).to.deep.equal([
      'test/b.test.ts',
    ]);
  });
});
