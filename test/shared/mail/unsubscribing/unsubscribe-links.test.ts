// The links by which a recipient unsubscribes: placeholders in the contents, and header fields.
import { expect } from 'chai';
import fc from 'fast-check';
import { composeMessage, writeMessage } from '../../../../shared/mail/compose.ts';
import { htmlToText } from '../../../../shared/mail/html/html-to-text.ts';
import {
  addListUnsubscribe,
  givenUnsubscribeUrls,
  insertUnsubscribeLinks,
  PLACEHOLDERS_MAX,
  prepareTextWithLinks,
} from '../../../../shared/mail/unsubscribing/unsubscribe-links.ts';
import { createPreferencesLinks } from '../../../../shared/resources/messaging/unsubscribe-page/link.ts';

const LINKS = { unsubscribe: 'https://p.dev/unsubscribe/t', preferences: 'https://p.dev/preferences/t' };
const { unsubscribe: UNSUBSCRIBE, preferences: PREFERENCES } = LINKS;

describe('Links in contents', () => {
  for (const [content, expected] of [
    ['{{{UNSUBSCRIBE_URL}}}', UNSUBSCRIBE],
    ['{{{RESEND_UNSUBSCRIBE_URL}}}', UNSUBSCRIBE],
    ['{{{PREFERENCES_URL}}}', PREFERENCES],
    ['{{{ UNSUBSCRIBE_URL }}}', UNSUBSCRIBE],
    ['{{{\n\tPREFERENCES_URL\u00a0}}}', PREFERENCES],
    ['{{{UNSUBSCRIBE_URL|https://acme.dev/no}}}', UNSUBSCRIBE],
    ['{{{ PREFERENCES_URL | }}}', PREFERENCES],
    [
      '<a href="{{{UNSUBSCRIBE_URL}}}">a</a> {{{PREFERENCES_URL}}}, {{{UNSUBSCRIBE_URL}}}',
      `<a href="${UNSUBSCRIBE}">a</a> ${PREFERENCES}, ${UNSUBSCRIBE}`,
    ],
    ['{{{{UNSUBSCRIBE_URL}}}}', `{${UNSUBSCRIBE}}`],
  ] as const) {
    it(`replace ${JSON.stringify(content)}`, () => {
      expect(insertUnsubscribeLinks(content, LINKS)).to.equal(expected);
    });
  }

  it('leave everything else unchanged', () => {
    // biome-ignore format: a table.
    const others = [
      '', 'no braces', '{{UNSUBSCRIBE_URL}}', '{{{unsubscribe_url}}}', '{{{UNSUBSCRIBE_URLS}}}',
      '{{{MY_UNSUBSCRIBE_URL}}}', '{{{UNSUBSCRIBE_URL}}', '{{{UNSUBSCRIBE_URL|a{b}}}}',
      '{{{contact.first_name|there}}} $1 $&',
    ];
    for (const content of others) expect(insertUnsubscribeLinks(content, LINKS)).to.equal(content);
  });

  it(`replace the first ${PLACEHOLDERS_MAX}`, () => {
    const content = '{{{UNSUBSCRIBE_URL}}} '.repeat(PLACEHOLDERS_MAX);
    const replaced = `${UNSUBSCRIBE} `.repeat(PLACEHOLDERS_MAX);
    expect(insertUnsubscribeLinks(`${content}{{{PREFERENCES_URL}}}`, LINKS)).to.equal(
      `${replaced}{{{PREFERENCES_URL}}}`,
    );
  });

  it('are put into a text that is made once as into one that is made for each recipient', () => {
    // biome-ignore format: a table.
    const piece = fc.constantFrom(
      '{{{UNSUBSCRIBE_URL}}}', '{{{ RESEND_UNSUBSCRIBE_URL | <b> }}}', '{{{PREFERENCES_URL}}}', '<a href="{{{UNSUBSCRIBE_URL}}}">',
      "<a href='{{{PREFERENCES_URL|x}}}'>", '<a href={{{UNSUBSCRIBE_URL}}}?a>', '<a href="mailto:{{{UNSUBSCRIBE_URL}}}">', '</a>', '<p>', '</p>', '<pre>', '<br>', '<li>',
      '<script>', '</script>', '<!--', '-->', '<textarea>', '</textarea>', ' ', '\n', 'words', '&lt;', '&#123;{{UNSUBSCRIBE_URL}}}', '{{{UNSUBSCRIBE_<b>URL}}}', '<', '>', '"',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 15 }), (pieces) => {
        const html = pieces.join('');
        const once = prepareTextWithLinks(html, htmlToText);
        for (const links of [LINKS, { unsubscribe: 'https://b.dev/$&', preferences: 'https://c.dev/' }])
          expect(once(links)).to.equal(htmlToText(insertUnsubscribeLinks(html, links)));
      }),
      { numRuns: 3_000 },
    );
  });

  it('are inserted as they are: a dollar sign in a link has no meaning', () => {
    const links = { unsubscribe: 'https://p.dev/$&$1', preferences: '' };
    expect(insertUnsubscribeLinks('{{{UNSUBSCRIBE_URL}}}', links)).to.equal(links.unsubscribe);
  });
});

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
      const links = createPreferencesLinks(`https://${'mail.'.repeat(20)}example.com`, 'x'.repeat(64));
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
