// Holds the list of unsteady tests (test/runner/unsteady.md): what fails by chance is mended within a week.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { DAY_MS, SECOND_MS } from '../../shared/platform/time/durations.ts';
import { findCommitTime } from '../runner/git.ts';
import { ROOT } from '../support/documents/root.ts';

const DAYS_MAX = 7;
const HEAD = '| file | title | first seen | what is known |\n|---|---|---|---|';

/** Not after the day of the commit, wherever its author was. */
const isRecent = (days: number) => days > -1 && days <= DAYS_MAX;

/** What is wrong with the rows at an instant. */
function findBreaches(page: string, atMs: number): string[] {
  const [, table] = page.split(HEAD);
  if (table === undefined) return ['the table is missing'];
  return table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => {
      const [file = '', title = '', seen = '', known = ''] = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
      const days = (atMs - Date.parse(seen)) / DAY_MS;
      return [
        ...(existsSync(path.join(ROOT, file)) && file.endsWith('.test.ts') ? [] : [`${file}: is no test`]),
        ...(title && known ? [] : [`${file}: has no title, or nothing is known`]),
        ...(isRecent(days) ? [] : [`${file}: was first seen ${seen}`]),
      ];
    });
}

describe('The list of unsteady tests', () => {
  const page = readFileSync(path.join(ROOT, 'test/runner/unsteady.md'), 'utf8');

  it('has none that was first seen more than seven days before the last commit', () => {
    const seconds = findCommitTime(ROOT, 'HEAD');
    const atMs = seconds === undefined ? Date.now() : seconds * SECOND_MS;
    expect(findBreaches(page, atMs)).to.deep.equal([]);
  });

  it('would show one that is too old, has no day or no test', () => {
    const at = Date.parse('2026-03-09T00:00:00Z');
    const row = (seen: string, file = 'test/architecture/unsteady.test.ts') =>
      findBreaches(`${HEAD}\n| ${file} | it fails | ${seen} | a timer |\n`, at);
    expect(row('2026-03-02')).to.deep.equal([]);
    for (const seen of ['2026-03-01', '2026-03-10', 'yesterday', ''])
      expect(row(seen)).to.deep.equal([`test/architecture/unsteady.test.ts: was first seen ${seen}`]);
    expect(row('2026-03-09', 'test/gone.test.ts')).to.deep.equal(['test/gone.test.ts: is no test']);
    expect(findBreaches('| a |', at)).to.deep.equal(['the table is missing']);
  });
});
