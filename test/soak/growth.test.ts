import { expect } from 'chai';
import { evaluateGrowth } from './growth.ts';

const MB = 2 ** 20;

/** Three samples of each quarter. */
const courseOf = (what: string, quarters: readonly number[], mustEmpty = false) => {
  const samples = quarters.flatMap((value, quarter) =>
    [0, 1, 2].map((third) => ({ at: (quarter + third / 3) / 4, values: { [what]: value } })),
  );
  return evaluateGrowth(samples, mustEmpty)[0];
};

/** What was sampled, and whether it is a fault. */
const ROWS: [what: string, quarters: number[], isFault: boolean][] = [
  ['heap web', [20, 40, 41, 43].map((size) => size * MB), false],
  ['heap web', [20, 40, 41, 45].map((size) => size * MB), true],
  ['heap web', [20, 40, 30, 45].map((size) => size * MB), true],
  ['files send', [40, 40, 60, 80], true],
  ['files send', [40, 40, 80, 60], false],
  ['files send', [40, 40, 41, 43], false],
  ['bytes emails', [5, 10, 15, 20].map((size) => size * MB), true],
  ['bytes emails', [5, 10, 10, 10].map((size) => size * MB), false],
  ['rows emails', [100, 1_000, 2_000, 3_000], true],
  ['rows emails', [100, 1_000, 3_000, 2_000], false],
];

describe('What grows during a long run', () => {
  for (const [what, quarters, isFault] of ROWS)
    it(`is ${isFault ? 'a fault' : 'no fault'}: ${what} of ${quarters.join(', ')}`, () => {
      expect(courseOf(what, quarters)?.fault !== undefined).to.equal(isFault);
    });

  it('may be a table from which nothing is removed, and its index', () => {
    for (const what of ['rows unsubscribes', 'bytes unsubscribes unsubscribes_pkey'])
      expect(
        courseOf(
          what,
          [1, 2, 3, 4].map((size) => size * MB),
          true,
        )?.fault,
      ).to.equal(undefined);
  });

  it('is in a run of an hour each table that never lost a row', () => {
    expect(courseOf('rows emails', [900, 950, 950, 951], true)?.fault).to.match(/only grew/);
    expect(courseOf('rows emails', [900, 950, 949, 951], true)?.fault).to.equal(undefined);
    expect(courseOf('rows emails', [900, 900, 900, 900], true)?.fault).to.equal(undefined);
    // A few rows are counters, one for each account or endpoint.
    expect(courseOf('rows emails', [0, 1, 1, 2], true)?.fault).to.equal(undefined);
  });

  it('is judged by what was read, where a value is absent for a time', () => {
    const samples = [0.1, 0.3, 0.6, 0.9].map((at) => ({ at, values: at === 0.6 ? {} : { 'files web': 10 } }));
    expect(evaluateGrowth(samples, true)[0]?.quarters).to.deep.equal([10, 10, 0, 10]);
  });
});
