import { expect } from 'chai';
import { isDataError, sqlstateOf } from '../../../../shared/platform/db/sqlstates.ts';

const withCode = (code: unknown) => Object.assign(new Error('refused'), { code });

describe('The SQLSTATE of an error', () => {
  it('is its code', () => {
    expect(sqlstateOf(withCode('40P01'))).to.equal('40P01');
  });

  for (const value of [undefined, null, 'text', new Error('no code'), withCode(23505)]) {
    it(`is empty if there is none: ${String(value)}`, () => {
      expect(sqlstateOf(value)).to.equal('');
    });
  }

  for (const [code, isOne] of [
    ['22021', true],
    ['23505', true],
    ['40P01', false],
    ['ENOENT', false],
    ['22', true],
  ] as const) {
    it(`${isOne ? 'is' : 'is not'} a data error: ${code}`, () => {
      expect(isDataError(withCode(code))).to.equal(isOne);
    });
  }
});
