// Whether a mail costs more CPU than at another commit: the rule, on pairs of runs of the same program that were really measured, and
// a short live comparison is left to `npm run bench`.
import { expect } from 'chai';
import { exitCodeOf, describe as words } from '../../bench/against/compare.ts';
import { type CpuPair, type Judgement, judge, PAIRS_MAX, PAIRS_MIN } from '../../bench/against/judge.ts';
import { SEED } from '../support/extent.ts';
import { createRandom, pick } from '../support/random.ts';

/** CPU µs a mail of 30 pairs of the same program: `single`, posthorn-postgres, 2 cores, 2026-11-29. */
const RECORDED: readonly (readonly [own: number, other: number])[] = [];
const RESAMPLINGS = 1_000;
const MOST = 0.9;

/** Judged as the bench does it: after each pair, until it is known. */
function judged(seed: number, planted: number): Judgement {
  const random = createRandom(seed);
  const pairs: CpuPair[] = [];
  for (;;) {
    const [own, other] = pick(random, RECORDED);
    pairs.push({ own: own * planted, other });
    const judgement = judge(pairs);
    if (judgement.verdict !== undefined) return judgement;
  }
}

const verdictsOf = (planted: number) =>
  Array.from({ length: RESAMPLINGS }, (_, number) => judged(SEED + number, planted).verdict);
const share = (verdicts: readonly unknown[], verdict: string) =>
  verdicts.filter((each) => each === verdict).length / RESAMPLINGS;

describe('A comparison with another commit', () => {
  it('finds 5 % more CPU, and lets 1 % pass, at least nine times of ten', () => {
    expect(RECORDED).to.have.length(30);
    expect(share(verdictsOf(1.05), 'slower')).to.be.at.least(MOST);
    expect(share(verdictsOf(1.01), 'not slower')).to.be.at.least(MOST);
    expect(share(verdictsOf(1), 'not slower')).to.be.at.least(MOST);
    expect(share(verdictsOf(0.9), 'not slower')).to.be.at.least(MOST);
  });

  it('asks for more pairs until the interval is narrow, and for no more than 24', () => {
    const same = { own: 100, other: 100 };
    const pairs = (count: number, make: (at: number) => CpuPair) =>
      Array.from({ length: count }, (_, at) => make(at));
    expect(judge(pairs(PAIRS_MIN - 1, () => same)).verdict).to.equal(undefined);
    expect(judge(pairs(PAIRS_MIN, () => same))).to.deep.equal({
      ...{ ratio: 1, low: 1, high: 1, pairs: PAIRS_MIN, verdict: 'not slower' },
    });
    const noisy = (at: number) => ({ own: at % 2 === 0 ? 80 : 120, other: 100 });
    expect(judge(pairs(PAIRS_MAX - 1, noisy)).verdict).to.equal(undefined);
    const given = judge(pairs(PAIRS_MAX, noisy));
    expect(given.verdict).to.equal('undecided');
    expect(given.low).to.be.below(given.ratio);
    expect(words('single', given)).to.match(
      /^single: 0\.980 × \(0\.\d{3} to 1\.\d{3}\) of 24 pairs: undecided$/,
    );
    const slower = judge(pairs(PAIRS_MIN, () => ({ own: 104, other: 100 })));
    expect(slower.verdict).to.equal('slower');
    expect(exitCodeOf([given, slower])).to.equal(1);
    expect([exitCodeOf([given]), exitCodeOf([])]).to.deep.equal([2, 0]);
  });
});
