// Values of contact properties in the dashboard: as one types them, as they are shown, and as a template says them.
import { expect } from 'chai';
import {
  inTemplate,
  readPropertyValue,
  typedText,
  valueWords,
} from '../../dashboard/resources/contact-properties/property-value.ts';

describe('A value of a contact property', () => {
  it('is read as its type wants it, and nothing is no value', () => {
    const typed: [type: Parameters<typeof readPropertyValue>[0], text: string, value: unknown][] = [
      ['string', ' pro ', ' pro '],
      ['number', ' 12.5 ', 12.5],
      ['boolean', 'false', false],
      ['date', '2026-11-20', '2026-11-20'],
      ['string', '', null],
      ['number', ' ', null],
    ];
    for (const [type, text, value] of typed)
      expect(readPropertyValue(type, text), `${type} ${text}`).to.deep.equal({ value });
  });

  it('that does not fit its type is a fault that says what fits', () => {
    const wrong: [type: Parameters<typeof readPropertyValue>[0], text: string][] = [
      ['string', 'x'.repeat(2_001)],
      ['number', '1,5'],
      ['number', '1e999'],
      ['boolean', 'perhaps'],
      ['date', '2026-02-30'],
      ['date', '20.11.2026'],
    ];
    for (const [type, text] of wrong) expect(readPropertyValue(type, text), text).to.have.property('fault');
  });

  it('is typed and read again without loss', () => {
    for (const [type, value] of [
      ['number', 0],
      ['boolean', false],
      ['string', 'pro'],
    ] as const)
      expect(readPropertyValue(type, typedText(value))).to.deep.equal({ value });
    expect(typedText(null)).to.equal('');
    expect([true, false, null, 0, 'x'].map(valueWords)).to.deep.equal(['Yes', 'No', 'None', '0', 'x']);
    expect(inTemplate('plan')).to.equal('{{ contact.properties.plan }}');
  });
});
