// The groups of a worker process on its command line, and the queues that they work.
import { expect } from 'chai';
import { defineWork } from '../../shared/platform/work/define-work.ts';
import { nameOfWork } from '../../shared/platform/work/work-table-definition.ts';
import { GROUPS, QUEUES, WORK_KINDS } from '../../shared/resources/work-kinds.ts';
import { loadEntries, parseGroups } from '../../workers/registry.ts';
import { failureOf } from '../support/failure-of.ts';

const UNKNOWN = defineWork({
  group: 'send',
  queue: 'probe',
  job: 'do-probe-work',
  table: 'probe_work',
  concurrency: 1,
});

describe('the groups of a worker', () => {
  for (const group of GROUPS) {
    it(`can be ${group}`, () => {
      expect(parseGroups([group])).to.deep.equal([group]);
    });
  }

  it('are all of them for `all`', () => {
    expect(parseGroups(['all'])).to.deep.equal(GROUPS);
  });

  it('count once, however often they are given', () => {
    expect(parseGroups(['schedule', 'schedule'])).to.deep.equal(['schedule']);
  });

  it('must be given', () => {
    expect(() => parseGroups([])).to.throw(/^Name the groups to run: send(, \w+)*, all\.$/);
  });

  for (const names of [
    ['nonsense'],
    ['schedule', 'nonsense'],
    ['all', 'nonsense'],
    ['Schedule', 'nonsense'],
  ]) {
    it(`are refused when one of them is unknown: ${names.join(' ')}`, () => {
      expect(() => parseGroups(names)).to.throw(
        /^Name the groups to run: [^"]*, all\. Unknown: .*"nonsense"\.$/,
      );
    });
  }
});

describe('the kinds of work', () => {
  it('have a handler each', async () => {
    const entries = await loadEntries(WORK_KINDS);
    expect(entries.map(({ queue }) => queue)).to.deep.equal(WORK_KINDS.map(({ queue }) => queue));
  });

  it('have queues of their own', () => {
    expect(new Set(QUEUES.map(({ name }) => name)).size).to.equal(QUEUES.length);
  });

  it('are refused without a handler', async () => {
    const { message } = await failureOf(loadEntries([UNKNOWN]));
    expect(message).to.equal('There is no handler of the job do-probe-work.');
  });

  // Prepared statements and metrics are distinguished by it.
  it('have a name each', () => {
    const names = WORK_KINDS.map(({ table }) => nameOfWork(table.definition));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).to.deep.equal([]);
  });

  it('have rows of their own where a table has several', () => {
    const ofTable = new Map<string, (string | undefined)[]>();
    for (const { table } of WORK_KINDS) {
      const { table: name, rows } = table.definition;
      ofTable.set(name, [...(ofTable.get(name) ?? []), rows]);
    }
    for (const conditions of ofTable.values()) {
      if (conditions.length === 1) continue;
      expect(conditions).not.to.include(undefined);
      expect(new Set(conditions).size).to.equal(conditions.length);
    }
  });
});
