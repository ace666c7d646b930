// The order of the phases of an erasure (docs/architecture/erasure.md#phases).
import { expect } from 'chai';
import { phaseAfter } from '../../../../../shared/resources/flows/erasures/order.ts';
import { MANIFESTS } from '../../../../../shared/resources/resources.ts';

/** All phases in their order. */
function orderOf(names: readonly string[]): string[] {
  const ordered: string[] = [];
  for (let at: string | undefined = 'scheduled'; at !== undefined; at = phaseAfter(at, names))
    ordered.push(at);
  return ordered;
}

describe('the order of the phases of an erasure', () => {
  const names = MANIFESTS.flatMap(({ erasurePhases = {} }) => Object.keys(erasurePhases));

  it('has each phase of the manifests once', () => {
    expect(orderOf(names)).to.have.members(names);
    expect(new Set(names).size).to.equal(names.length);
  });

  it('has a phase that no list names before that which waits for what was in progress', () => {
    const withMore = orderOf([...names, 'coupons']);
    expect(withMore.slice(withMore.indexOf('runs'))).to.deep.equal([
      'runs',
      'coupons',
      'unfinished',
      'late_logs',
    ]);
  });
});
