// Where a form shows a refusal (dashboard/api/form-failure.ts).
import { expect } from 'chai';
import { ApiFailure } from '../../dashboard/api/failure.ts';
import { fieldError, formFailure } from '../../dashboard/api/form-failure.ts';

const refused = (field?: string, name = 'validation_error') =>
  new ApiFailure({ status: 422, name, message: 'It is too long.', field });

describe('The refusal of a form', () => {
  it('is at the field that the API names', () => {
    expect(fieldError(refused('email'), 'email')).to.equal('It is too long.');
    expect(fieldError(refused('email'), 'password')).to.equal(undefined);
    expect(formFailure(refused('email'), ['email'])).to.equal(undefined);
  });

  it('is at each field in whose source there is a fault', () => {
    const problems = [{ field: 'subject', line: 1, column: 7, message: 'tag not closed' }];
    const failure = new ApiFailure({ status: 422, name: 'validation_error', message: 'Faults.', problems });
    expect(fieldError(failure, 'subject')).to.equal('Line 1, column 7: tag not closed');
    expect([fieldError(failure, 'html'), formFailure(failure, ['html'])]).to.deep.equal([undefined, failure]);
  });

  it('is at all fields that the API names, each with its own words', () => {
    const faults = [
      { field: 'email', name: 'validation_error', message: 'It is no address.' },
      { field: 'to.1', name: 'missing_required_field', message: 'Missing `to.1` field.' },
      { field: null, name: 'validation_error', message: 'They do not fit.' },
    ];
    const failure = new ApiFailure({ status: 422, name: 'x', message: 'No.', field: 'email', faults });
    expect(['email', 'to', 'from'].map((field) => fieldError(failure, field))).to.deep.equal([
      'It is no address.',
      'Fill this in.',
      undefined,
    ]);
  });

  it('says of an empty field what to do', () => {
    expect(fieldError(refused('email', 'missing_required_field'), 'email')).to.equal('Fill this in.');
  });

  it('is above the form when no field shows it', () => {
    const elsewhere = refused('token');
    expect(formFailure(elsewhere, ['email'])).to.equal(elsewhere);
    const general = refused();
    expect(formFailure(general, ['email'])).to.equal(general);
    expect(fieldError(general, 'email')).to.equal(undefined);
  });

  it('is nowhere when there is none, or when the session has ended', () => {
    expect(formFailure(null, [])).to.equal(undefined);
    expect(formFailure(new ApiFailure({ status: 401, name: 'missing_api_key', message: 'x' }), [])).to.equal(
      undefined,
    );
  });
});
