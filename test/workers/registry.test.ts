// The groups of a worker process, as its command line names them, and the queues that they work.
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

  it('are every one of them for all', () => {
    expect(parseGroups(['all'])).to.deep.equal(GROUPS);
  });

  it('count once, however often they are named', () => {
    expect(parseGroups(['schedule', 'schedule'])).to.deep.equal(['schedule']);
  });

  it('must be named', () => {
    expect(() => parseGroups([])).to.throw(/^Name the groups to run: send(, \w+)*, all\.$/);
  });

  for (const names of [
    ['nonsense'],
    ['schedule', 'nonsense'],
    ['all', 'nonsense'],
    ['Schedule', 'nonsense'],
  ]) {
    it(`are refused when one is unknown: ${names.join(' ')}`, () => {
      expect(() => parseGroups(names)).to.throw(
        /^Name the groups to run: [^"]*, all\. Unknown: .*"nonsense"\.$/,
      );
    });
  }
});

describe('the registry', () => {
  it('works every queue of the product once', () => {
    expect(REGISTRY.map(({ queue }) => queue.name).sort()).to.deep.equal(
      QUEUES.map(({ name }) => name).sort(),
    );
  });

  it('does every kind of work that metrics and operators know, and no other', () => {
    const known = ({ group, queue, table }: WorkKind) =>
      [group, queue.name, table.definition.table].join(' ');
    expect(REGISTRY.map(known).sort()).to.deep.equal(WORK_KINDS.map(known).sort());
  });
});
