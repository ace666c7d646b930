// The header fields by which a mail client unsubscribes.
import { expect } from 'chai';
import { composeMessage, writeMessage } from '../../../../shared/mail/compose.ts';
import {
  addListUnsubscribe,
  givenUnsubscribeUrls,
} from '../../../../shared/mail/unsubscribing/list-unsubscribe.ts';
import { createPreferencesLinks } from '../../../../shared/resources/messaging/unsubscribe-page/link.ts';

const UNSUBSCRIBE = 'https://p.dev/unsubscribe/t';

describe('The fields of a link to unsubscribe', () => {
  const ONE_CLICK = 'List-Unsubscribe=One-Click';

  it('are added to those of the client', () => {
    expect(addListUnsubscribe({ 'X-A': 'b' }, UNSUBSCRIBE, true)).to.deep.equal({
      'X-A': 'b',
      'List-Unsubscribe': `<${UNSUBSCRIBE}>`,
      'List-Unsubscribe-Post': ONE_CLICK,
    });
  });

  it('are one only, when the link is not https', () => {
    expect(addListUnsubscribe({}, UNSUBSCRIBE, false)).to.deep.equal({
      'List-Unsubscribe': `<${UNSUBSCRIBE}>`,
    });
  });

  for (const name of ['List-Unsubscribe', 'list-unsubscribe', 'LIST-UNSUBSCRIBE']) {
    it(`are not added to a ${name} of the client, nor is the second one`, () => {
      const headers = { [name]: '<mailto:no@acme.dev>' };
      expect(addListUnsubscribe(headers, UNSUBSCRIBE, true)).to.deep.equal(headers);
    });
  }

  it('are not added twice when the client gave the second one only', () => {
    const headers = { 'list-unsubscribe-post': ONE_CLICK };
    expect(addListUnsubscribe(headers, UNSUBSCRIBE, true)).to.deep.equal({
      ...headers,
      'List-Unsubscribe': `<${UNSUBSCRIBE}>`,
    });
  });

  it('are read of the client', () => {
    const headers = {
      'X-A': '<https://no.dev>',
      'LIST-unsubscribe': '<mailto:u@a.dev>, (x) <https://a.dev/?u=1>',
    };
    expect(givenUnsubscribeUrls(headers)).to.deep.equal(['mailto:u@a.dev', 'https://a.dev/?u=1']);
    expect(givenUnsubscribeUrls({ 'List-Unsubscribe': ' https://a.dev ' })).to.deep.equal(['https://a.dev']);
    expect(givenUnsubscribeUrls({ 'X-A': 'https://a.dev' })).to.deep.equal([]);
  });

  it('keep a field that is named like a property of every object', () => {
    const headers = JSON.parse('{"__proto__": "a", "constructor": "b"}');
    expect(Object.keys(addListUnsubscribe(headers, UNSUBSCRIBE, true))).to.deep.equal([
      '__proto__',
      'constructor',
      'List-Unsubscribe',
      'List-Unsubscribe-Post',
    ]);
  });

  for (const [kind, address] of [
    ['the shortest address', 'a@b.dev'],
    ['the longest address', `${'ü'.repeat(32)}@${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(60)}.dev`],
  ] as const) {
    it(`have the link for ${kind} in one piece, in a line of less than 998 octets`, () => {
      const id = '01936d3e-5b7a-7c3d-9f21-0123456789ab';
      const links = createPreferencesLinks(`https://${'mail.'.repeat(20)}example.com`, ['x'.repeat(64)]);
      const target = { accountId: id, address, topicId: id, emailId: id };
      const { unsubscribe } = links.urlsOf(target);
      const mailbox = { name: undefined, address: 'a@acme.dev', domain: 'acme.dev' };
      const { headers, body } = composeMessage({
        from: mailbox,
        to: [mailbox],
        subject: 'Hello',
        date: new Date(0),
        messageId: '<a@b>',
        text: 'Hello',
        headers: addListUnsubscribe({}, unsubscribe, links.canOneClick),
      });
      const lines = writeMessage(headers, body).toString('latin1').split('\r\n');
      expect(lines).to.include(`List-Unsubscribe: <${unsubscribe}>`);
      expect(lines).to.include(`List-Unsubscribe-Post: ${ONE_CLICK}`);
      expect(Math.max(...lines.map((line) => line.length))).to.be.at.most(998);
      expect(links.open(unsubscribe.split('/').at(-1) ?? '')).to.deep.equal(target);
    });
  }
});
