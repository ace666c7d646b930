// The groups of a worker process on its command line, and the queues that they work.
import { expect } from 'chai';
import { nameOfWork } from '../../shared/platform/work/work-table-definition.ts';
import { QUEUES } from '../../shared/resources/queues.ts';
import { WORK_KINDS, type WorkKind } from '../../shared/resources/work-kinds.ts';
import { GROUPS, parseGroups, REGISTRY } from '../../workers/registry.ts';

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

describe('the registry', () => {
  it('has every queue exactly once', () => {
    expect(REGISTRY.map(({ queue }) => queue.name).sort()).to.deep.equal(
      QUEUES.map(({ name }) => name).sort(),
    );
  });

  it('has exactly the kinds of work that metrics and commands of operators know', () => {
    const known = ({ group, queue, table }: WorkKind) =>
      [group, queue.name, nameOfWork(table.definition)].join(' ');
    expect(REGISTRY.map(known).sort()).to.deep.equal(WORK_KINDS.map(known).sort());
  });

  // Prepared statements and metrics are told apart by it.
  it('has a name of its own for each kind of work', () => {
    const names = WORK_KINDS.map(({ table }) => nameOfWork(table.definition));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).to.deep.equal([]);
  });

  it('gives each kind rows of its own where a table has several kinds', () => {
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
