// The judge finds each fault that an upgrade can have.
import { expect } from 'chai';
import { type Evidence, findDifferences, verify } from './verify.ts';

const GOOD: Evidence = {
  expected: ['one to a', 'two to b'],
  arrived: ['two to b', 'one to a'],
  taken: ['three'],
  received: ['three'],
  refused: [],
  announced: ['m1'],
  heard: ['m1'],
  unsigned: [],
  unfinished: [],
  errors: [],
  waits: [],
  differences: [],
};
const FAULTS: Record<string, Partial<Evidence>> = {
  'lost: two to b': { arrived: ['one to a'] },
  'stray: four to a': { arrived: [...GOOD.arrived, 'four to a'] },
  'mailed twice: one to a': { arrived: [...GOOD.arrived, 'one to a'] },
  'not received: three': { received: [] },
  'received twice: three': { received: ['three', 'three'] },
  'refused: POST /emails: 500': { refused: ['POST /emails: 500'] },
  'not heard: m1': { heard: [] },
  'unsigned: m2': { unsigned: ['m2'] },
  'unfinished: campaign c1 is sending': { unfinished: ['campaign c1 is sending'] },
  'error: previous: column does not exist': { errors: ['previous: column does not exist'] },
  'waited: process 7 still waiting': { waits: ['process 7 still waiting'] },
  'read otherwise: /emails/1/status': { differences: ['/emails/1/status'] },
};

describe('The judge of an upgrade', () => {
  it('finds nothing in an upgrade that lost, doubled and refused nothing', () => {
    expect(verify(GOOD)).to.deep.equal([]);
  });

  for (const [fault, evidence] of Object.entries(FAULTS))
    it(`finds "${fault}"`, () => {
      expect(verify({ ...GOOD, ...evidence })).to.deep.equal([fault]);
    });

  it('lets the older release say less than the newer one, and nothing else', () => {
    const now = { id: '1', tags: [{ name: 'a', color: 'red' }], added: true };
    expect(findDifferences({ id: '1', tags: [{ name: 'a' }] }, now)).to.deep.equal([]);
    expect(findDifferences({ id: '2', tags: [{ name: 'a' }], gone: 1 }, now)).to.deep.equal([
      '/id: "2", now "1"',
      '/gone: 1, now undefined',
    ]);
    expect(findDifferences({ data: [] }, { data: [now] })).to.deep.equal(['/data/length: 0, now 1']);
  });
});
