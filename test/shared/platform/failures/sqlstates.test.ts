import { expect } from 'chai';
import { isDataError, sqlstateOf } from '../../../../shared/platform/failures/sqlstates.ts';

const withCode = (code: unknown) => Object.assign(new Error('refused'), { code });

describe('The SQLSTATE of an error', () => {
  it('is its code', () => {
    expect(sqlstateOf(withCode('40P01'))).to.equal('40P01');
  });

  it('is empty if there is none', () => {
    for (const value of [undefined, null, 'text', new Error('no code'), withCode(23505)])
      expect(sqlstateOf(value), String(value)).to.equal('');
  });

  it('says whether it is a data error', () => {
    for (const code of ['22021', '23505', '22']) expect(isDataError(withCode(code)), code).to.equal(true);
    for (const code of ['40P01', 'ENOENT']) expect(isDataError(withCode(code)), code).to.equal(false);
  });
});
