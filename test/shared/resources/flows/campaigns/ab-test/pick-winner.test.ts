// The statistics of tests of campaigns, against a calculation in another way: areas under the normal curve by Simpson's
// rule, bounds of an interval by bisection, and Holm's steps by their definition.
import { expect } from 'chai';
import { pickWinner } from '../../../../../../shared/resources/flows/campaigns/ab-test/pick-winner.ts';
import type { Proportion } from '../../../../../../shared/resources/flows/campaigns/ab-test/proportions.ts';
import { createRandom } from '../../../../../support/random.ts';

const EXACT = 1e-6;
const Z = 1.9599639845;

describe('The judgement of a test of a campaign', () => {
  it('agrees with an independent calculation on 50 tables', () => {
    const random = createRandom(50);
    for (let table = 0; table < 50; table += 1) {
      const base = 0.02 + 0.5 * random();
      const counts = Array.from({ length: 2 + Math.floor(4 * random()) }, () => {
        const of = 300 + Math.floor(20_000 * random());
        return draw(random, of, base * (0.9 + 0.2 * random()));
      });
      const { variants, isSignificant, decidedBy } = pickWinner(counts);
      expect(decidedBy).to.equal('metric');
      const best = counts.map(rate).indexOf(Math.max(...counts.map(rate)));
      const others = counts.flatMap((each, place) => (place === best ? [] : [{ each, place }]));
      const chances = others.map(({ each }) => chance(counts[best] as Proportion, each));
      const adjusted = chances.map((own) => holm(own, chances));
      for (const [index, { place }] of others.entries())
        expect(variants[place]?.confidence).to.be.closeTo(1 - (adjusted[index] ?? 0), EXACT);
      expect(variants[best]?.confidence).to.equal(null);
      expect(isSignificant).to.equal(adjusted.every((own) => own <= 0.05));
      for (const [place, each] of counts.entries()) {
        expect(variants[place]?.rate).to.equal(each.successes / each.of);
        expect(variants[place]?.interval.low).to.be.closeTo(bound(each, 0, rate(each)), EXACT);
        expect(variants[place]?.interval.high).to.be.closeTo(bound(each, 1, rate(each)), EXACT);
      }
    }
  });

  it('calls at most 7 of 100 differences significant where there is none', () => {
    const random = createRandom(7);
    const pairs = Array.from({ length: 1_000 }, () => {
      const share = 0.03 + 0.4 * random();
      return pickWinner([draw(random, 1_000, share), draw(random, 1_000, share)]);
    });
    expect(pairs.filter(({ isSignificant }) => isSignificant).length).to.be.within(20, 70);
  });

  it('decides by the rate, by the first where few have got mail, and by the first of the best where they are equal', () => {
    const of = (...counts: [number, number][]) => {
      const { winner, decidedBy } = pickWinner(counts.map(([successes, all]) => ({ successes, of: all })));
      return `${winner} ${decidedBy}`;
    };
    expect(of([100, 1_000], [101, 1_000])).to.equal('1 metric');
    expect(of([10, 100], [10, 99], [9, 100])).to.equal('1 metric');
    // Expected are 5 of 100 each, then a little less; then too few who did not.
    expect(of([2, 100], [8, 100])).to.equal('1 metric');
    expect(of([2, 100], [7, 100])).to.equal('0 too_few');
    expect(of([96, 100], [100, 100])).to.equal('0 too_few');
    expect(of([20, 100], [3, 5])).to.equal('0 too_few');
    expect(of([0, 0], [0, 0])).to.equal('0 too_few');
    expect(of([30, 300], [20, 200])).to.equal('0 tie');
    expect(of([20, 300], [30, 300], [40, 400])).to.equal('1 tie');
  });

  it('has figures where none, all, or none of none have done it', () => {
    const { variants, isSignificant } = pickWinner([
      { successes: 0, of: 0 },
      { successes: 0, of: 10 },
      { successes: 10, of: 10 },
    ]);
    expect(isSignificant).to.equal(false);
    expect(variants.map(({ rate: each }) => each)).to.deep.equal([0, 0, 1]);
    expect(variants[0]?.interval).to.deep.equal({ low: 0, high: 1 });
    expect(variants[1]?.interval.high).to.be.closeTo(0.277533, EXACT);
    expect(variants[2]?.interval.low).to.be.closeTo(1 - 0.277533, EXACT);
    expect(variants.map(({ confidence }) => confidence)).to.deep.equal([null, null, null]);
  });

  it('has intervals from exactly 0 where none have done it, and up to exactly 1 where all have', () => {
    for (let of = 1; of <= 100; of += 1) {
      const { variants } = pickWinner([
        { successes: 0, of },
        { successes: of, of },
      ]);
      expect([variants[0]?.interval.low, variants[1]?.interval.high], String(of)).to.deep.equal([0, 1]);
    }
  });
});

const rate = ({ successes, of }: Proportion) => successes / of;

/** The area outside of ±z. */
function chance(a: Proportion, b: Proportion): number {
  const pooled = (a.successes + b.successes) / (a.of + b.of);
  const z = Math.abs(rate(a) - rate(b)) / Math.sqrt(pooled * (1 - pooled) * (1 / a.of + 1 / b.of));
  const steps = 2_000;
  const density = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  let area = density(0) + density(z);
  for (let step = 1; step < steps; step += 1) area += (step % 2 === 1 ? 4 : 2) * density((step * z) / steps);
  return 1 - (2 * area * z) / (3 * steps);
}

/** The greatest of the chances up to this one, each times the number of those that are not smaller. */
function holm(own: number, all: readonly number[]): number {
  const upTo = all.filter((each) => each <= own);
  const steps = upTo.map((each) => each * all.filter((other) => other >= each).length);
  return Math.min(1, Math.max(...steps));
}

/** The share, between the given one and what was seen, that what was seen is just Z standard errors away from. */
function bound({ of }: Proportion, far: number, seen: number): number {
  let outside = far;
  let inside = seen;
  for (let step = 0; step < 60; step += 1) {
    const middle = (outside + inside) / 2;
    if (Math.abs(seen - middle) > Z * Math.sqrt((middle * (1 - middle)) / of)) outside = middle;
    else inside = middle;
  }
  return inside;
}

function draw(random: () => number, of: number, share: number): Proportion {
  let successes = 0;
  for (let each = 0; each < of; each += 1) if (random() < share) successes += 1;
  return { successes, of };
}
