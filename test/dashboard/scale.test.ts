// The scale of a chart (dashboard/design/data/scale.ts).
import { expect } from 'chai';
import { scaleOf } from '../../dashboard/design/data/scale.ts';

describe('the scale of a chart', () => {
  const CASES: readonly (readonly [most: number, ticks: readonly number[]])[] = [
    [0, [0, 1, 2]],
    [1, [0, 1, 2]],
    [3, [0, 1, 2, 3]],
    [5, [0, 2, 4, 6]],
    [99, [0, 50, 100]],
    [3_135, [0, 1_000, 2_000, 3_000, 4_000]],
    [1_000_001, [0, 500_000, 1_000_000, 1_500_000]],
  ];
  for (const [most, ticks] of CASES) {
    it(`up to ${most} has lines at ${ticks.join(', ')}`, () => {
      expect(scaleOf([0, most, Number.NaN])).to.deep.equal({ max: ticks.at(-1), ticks });
    });
  }

  it('of rates has lines between whole numbers', () => {
    expect(scaleOf([0.03], { isWhole: false }).ticks).to.deep.equal([0, 0.01, 0.02, 0.03]);
  });

  it('holds every value with two to four lines above 0', () => {
    for (let most = 1; most < 1e12; most = Math.ceil(most * 1.37)) {
      const { max, ticks } = scaleOf([most]);
      expect(max, `${most}`).to.be.at.least(most);
      expect(ticks.length, `${most}`).to.be.within(3, 5);
      expect(new Set(ticks).size).to.equal(ticks.length);
    }
  });
});
