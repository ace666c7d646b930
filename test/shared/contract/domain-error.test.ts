// DomainError: a refusal with an error name of the API and the data that the answer needs.
import { expect } from 'chai';
import { DomainError } from '../../../shared/contract/domain-error.ts';

describe('a DomainError', () => {
  it('is an Error with the given name and message', () => {
    const error = new DomainError('not_found', 'There is no such email.');
    expect(error).to.be.instanceOf(Error);
    expect(`${error}`).to.equal('not_found: There is no such email.');
    expect(error.stack).to.contain('domain-error.test.ts');
  });

  it('has neither a status nor Retry-After by default', () => {
    const error = new DomainError('not_found', 'x');
    expect(error.statusCode).to.equal(undefined);
    expect(error.retryAfterSeconds).to.equal(undefined);
    expect('cause' in error).to.equal(false);
  });

  it('carries status, Retry-After and cause', () => {
    const cause = new Error('the reason');
    const options = { statusCode: 403, retryAfterSeconds: 7, cause };
    expect(new DomainError('validation_error', 'x', options)).to.include(options);
  });

  it('keeps its reason for an item of a list, and out of the fields of the answer', () => {
    const error = new DomainError('validation_error', 'x', { reason: 'unsubscribed' }).at(2);
    expect(error).to.include({ reason: 'unsubscribed' });
    expect(error.details).to.deep.equal({ index: 2 });
  });
});
