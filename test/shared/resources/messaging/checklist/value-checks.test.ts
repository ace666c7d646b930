// What a checklist says of values that contacts lack, where it is not known how many do.
import { expect } from 'chai';
import { checkValues, lacksOf } from '../../../../../shared/resources/messaging/checklist/value-checks.ts';

const rendered = { subject: '', previewText: null, html: '<p></p>', text: null };
const names = ['FIRST_NAME', 'contact.last_name'];
const source = {
  subject: '{{ FIRST_NAME }}',
  previewText: null,
  html: 'A\n{{ contact.last_name }}',
  text: null,
};
const sample = { isContact: true, rendered: { ...rendered, emptyNames: names }, fault: undefined };
const message = { source, samples: [sample], forAll: [] };

describe('The values of contacts in a checklist', () => {
  it('are counted each, and those of an empty subject together', () => {
    expect(lacksOf(message)).to.deep.equal([['FIRST_NAME'], ['contact.last_name'], ['FIRST_NAME']]);
  });

  it('are named without a number that is not known, and not at all where all contacts have them', () => {
    const found = checkValues(message, () => undefined, 'It was not counted.');
    expect(found.map(({ code, field, line, count }) => [code, field, line, count])).to.deep.equal([
      ['subject_empty', 'subject', undefined, undefined],
      ['value_missing', 'subject', 1, undefined],
      ['value_missing', 'html', 2, undefined],
    ]);
    for (const each of found) expect(each.message).to.match(/ It was not counted\.$/);
    expect(checkValues(message, () => 0, '')).to.deep.equal([]);
  });
});
