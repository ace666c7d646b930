import { expect } from 'chai';
import { WaitingBounds } from '../../../../shared/platform/db/waiting-bounds.ts';

describe('The bounds of waiting items', () => {
  const shared = () => new WaitingBounds({ maxCount: 8, maxBytes: 100, isShared: true });

  it('are three quarters for one owner', () => {
    const bounds = shared();
    for (let item = 0; item < 6; item += 1) bounds.add('a', { count: 1, bytes: 10 });
    expect([bounds.mayAdd('a', 1), bounds.mayAdd('b', 40)]).to.deep.equal([false, true]);
    bounds.remove('a', { count: 1, bytes: 10 });
    expect([bounds.mayAdd('a', 25), bounds.mayAdd('a', 26)]).to.deep.equal([true, false]);
  });

  it('allow one item of an owner that is larger than that', () => {
    expect(shared().mayAdd('a', 100)).to.equal(true);
  });

  it('allow items of an owner without waiting items, up to twice the bounds, after others have filled them', () => {
    const bounds = shared();
    bounds.add('a', { count: 1, bytes: 75 });
    bounds.add('b', { count: 1, bytes: 75 });
    expect([bounds.mayAdd('a', 1), bounds.mayAdd('c', 50), bounds.mayAdd('c', 51)]).to.deep.equal([
      false,
      true,
      false,
    ]);
  });

  it('do not count an owner whose items were removed', () => {
    const bounds = shared();
    bounds.add('a', { count: 8, bytes: 100 });
    bounds.remove('a', { count: 8, bytes: 100 });
    expect([bounds.count, bounds.mayAdd('a', 100)]).to.deep.equal([0, true]);
  });

  it('are not divided when there is one owner', () => {
    const bounds = new WaitingBounds({ maxCount: 2, maxBytes: 10, isShared: false });
    bounds.add('', { count: 1, bytes: 9 });
    expect([bounds.mayAdd('', 1), bounds.mayAdd('', 2)]).to.deep.equal([true, false]);
  });
});
