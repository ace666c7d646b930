// Names in mails from the domain of the operator: no mail program makes a link of any part of them.
import { expect } from 'chai';
import { shownName } from '../../../../../../shared/resources/people/one-time-links/texts/shown-name.ts';

const CASES: Record<string, string> = {
  'evil.com': 'evil com',
  'a@evil.com': 'a evil com',
  'Your mailbox is full, see www.evil.com/login now': 'Your mailbox is full, see www evil com login now',
  'https://user:word@evil.com:8080/x?y=z': 'https user word evil com 8080 x?y=z',
  'HTTP:\\\\evil\\x': 'HTTP evil x',
  '//evil': '/ evil',
  'mailto:bo': 'mailto bo',
  'evil\u3002com evil\uff0ecom evil\uff61com evil\u2024com': 'evil com evil com evil com evil com',
  'a\uff20evil http\uff1a\uff0f\uff0fevil\u2044x': 'a evil http evil x',
  'evil\u200b.\u200bcom': 'evil com',
  'evil.\u2060com e\u061cvil\ufeff.com': 'evil com evil com',
  '[::1]': '[ 1]',
  '3.14': '3 14',
};

const UNCHANGED = [
  'Acme Inc.',
  'Ada B. Lovelace',
  'Acme: Mail & More',
  'Either / Or',
  'Who? Me!',
  'Äkta Café 東京',
];

describe('A name in a mail', () => {
  for (const [name, shown] of Object.entries(CASES)) {
    it(`has nothing that becomes a link: ${JSON.stringify(name)}`, () => {
      expect(shownName(name)).to.equal(shown);
      expect(shownName(shown), 'once more').to.equal(shown);
    });
  }

  for (const name of UNCHANGED) {
    it(`stays: ${name}`, () => {
      expect(shownName(name)).to.equal(name);
    });
  }

  it('has no invisible characters', () => {
    expect(shownName('A\u200bc\u200c\u200dm\u2060e\ufeff\u061c\u202e\u200f Mail')).to.equal('Acme Mail');
  });
});
