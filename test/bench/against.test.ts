// Whether a mail costs more CPU than at another commit: the rule by which pairs of runs are judged.
import { expect } from 'chai';
import { exitCodeOf, describe as words } from '../../bench/against/compare.ts';
import {
  type CpuPair,
  evaluatePairs,
  PAIRS_MAX,
  PAIRS_MIN,
  type PairsVerdict,
} from '../../bench/against/evaluate-pairs.ts';
import { describeLedger, type Ledger, readLedger, toRatio, withEntry } from '../../bench/against/ledger.ts';
import { createRandom, pick, type Random } from '../support/random.ts';
import { RECORDED_PAIRS } from './recorded-pairs.ts';

describe('A comparison with another commit', () => {
  it('calls slower what is more than 3 % above, once it is known to two per cent', () => {
    const alike = (planted: number) =>
      evaluatePairs(
        [99, 101, 100, 98, 102, 100].map((other, at) => ({ own: planted * (100 + (at % 2)), other })),
      );
    for (const planted of [1.05, 1.1]) expect(alike(planted).verdict, `${planted}`).to.equal('slower');
    for (const planted of [0.9, 1, 1.01]) expect(alike(planted).verdict, `${planted}`).to.equal('not slower');
    const { ratio, low, high } = alike(1.05);
    expect(ratio).to.be.within(1.04, 1.07);
    expect([low < ratio, high > ratio]).to.deep.equal([true, true]);
  });

  for (const [planted, expected] of [
    [1.05, 'slower'],
    [1.01, 'not slower'],
  ] as const)
    it(`calls ${planted} × ${expected} at least nine times of ten, in 1,000 samples of pairs that were measured`, () => {
      const random = createRandom(79);
      const verdicts = Array.from({ length: 1_000 }, () => verdictOnSample(random, planted));
      expect(verdicts.filter((verdict) => verdict === expected).length).to.be.at.least(900);
    });

  it('asks for more pairs until the interval is narrow, and for no more than 24', () => {
    const same = { own: 100, other: 100 };
    const pairs = (count: number, make: (at: number) => CpuPair) =>
      Array.from({ length: count }, (_, at) => make(at));
    expect(evaluatePairs(pairs(PAIRS_MIN - 1, () => same)).verdict).to.equal(undefined);
    expect(evaluatePairs(pairs(PAIRS_MIN, () => same))).to.deep.equal({
      ratio: 1,
      low: 1,
      high: 1,
      pairs: PAIRS_MIN,
      verdict: 'not slower',
    });
    const noisy = (at: number) => ({ own: at % 2 === 0 ? 80 : 120, other: 100 });
    expect(evaluatePairs(pairs(PAIRS_MAX - 1, noisy)).verdict).to.equal(undefined);
    const given = evaluatePairs(pairs(PAIRS_MAX, noisy));
    expect(given.verdict).to.equal('undecided');
    expect(given.low).to.be.below(given.ratio);
    expect(words('single', given)).to.match(
      /^single: 0\.980 × \(0\.\d{3} to 1\.\d{3}\) of 24 pairs: undecided$/,
    );
    const slower = evaluatePairs(pairs(PAIRS_MIN, () => ({ own: 104, other: 100 })));
    expect(slower.verdict).to.equal('slower');
    expect(exitCodeOf([given, slower])).to.equal(1);
    expect([exitCodeOf([given]), exitCodeOf([])]).to.deep.equal([2, 0]);
  });

  it('keeps in the ledger what each change cost against one commit, once for each', () => {
    const entry = {
      date: '2026-11-29',
      commit: 'abcdef012345',
      what: 'Mail in parts',
      ratios: { single: toRatio({ ...evaluatePairs(RECORDED_PAIRS.slice(0, 12)), ratio: 1.04312 }) },
    };
    const empty: Ledger = { base: readLedger().base, entries: [] };
    const ledger = withEntry(withEntry(empty, { ...entry, commit: '000000000000' }), entry);
    expect(ledger.entries).to.deep.equal([entry]);
    expect(describeLedger(ledger).split('\n')[1]).to.match(
      /^2026-11-29 abcdef012345 1\.043 × single \(0\.9\d\d to 1\.0\d\d\) of 12 pairs: Mail in parts$/,
    );
  });
});

/** As `compare` asks: after each pair, until it is known. */
function verdictOnSample(random: Random, planted: number): PairsVerdict['verdict'] {
  const pairs: CpuPair[] = [];
  for (;;) {
    const { own, other } = pick(random, RECORDED_PAIRS);
    pairs.push({ own: own * planted, other });
    const { verdict } = evaluatePairs(pairs);
    if (verdict !== undefined) return verdict;
  }
}
