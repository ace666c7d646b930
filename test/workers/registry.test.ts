// The groups of a worker process on its command line, and the queues that they work.
import { expect } from 'chai';
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
      [group, queue.name, table.definition.table].join(' ');
    expect(REGISTRY.map(known).sort()).to.deep.equal(WORK_KINDS.map(known).sort());
  });
});
