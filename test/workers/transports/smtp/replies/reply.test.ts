import { expect } from 'chai';
import { describeReply, parseReply } from '../../../../../workers/transports/smtp/replies/reply.ts';

describe('A reply of an SMTP server', () => {
  const replies: [raw: string, read: ReturnType<typeof parseReply>][] = [
    ['250 2.1.5 Ok', { code: 250, enhanced: '2.1.5', text: 'Ok' }],
    ['250 Ok', { code: 250, text: 'Ok' }],
    ['250', { code: 250, text: '' }],
    ['354 go ahead', { code: 354, text: 'go ahead' }],
    ['550 5.1.1', { code: 550, enhanced: '5.1.1', text: '' }],
    ['550-5.1.1 No such\n550 5.1.1 user', { code: 550, enhanced: '5.1.1', text: 'No such user' }],
    ['550-No such\r\n550 user', { code: 550, text: 'No such user' }],
    ['421 4.3.2 Überlastet', { code: 421, enhanced: '4.3.2', text: 'Überlastet' }],
    ['550-5.1.1 No such\r550 5.1.1 user\r', { code: 550, enhanced: '5.1.1', text: 'No such user' }],
    ['250 2.0.0 a\0b\u2028c', { code: 250, enhanced: '2.0.0', text: 'ab\u2028c' }],
    ['250 1.2.3.4 is an address', { code: 250, text: '1.2.3.4 is an address' }],
    ['hello', undefined],
    ['', undefined],
    ['2500 too many digits', undefined],
    ['999 no such code', undefined],
    ['25', undefined],
  ];
  for (const [raw, read] of replies) {
    it(`is read from ${JSON.stringify(raw)}`, () => {
      expect(parseReply(raw, (words) => words)).to.deep.equal(read);
    });
  }

  it('is described as text', () => {
    expect(describeReply({ code: 535, enhanced: '5.7.8', text: 'no' })).to.equal('535 5.7.8 no');
    expect(describeReply({ code: 535, text: '' })).to.equal('535');
  });
});
