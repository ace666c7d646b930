// Links of a recipient's own: placeholders in contents.
import { expect } from 'chai';
import fc from 'fast-check';
import { htmlToText } from '../../../../shared/mail/html/html-to-text.ts';
import {
  findLinkPlaceholders,
  insertRecipientLinks,
  PLACEHOLDERS_MAX,
  prepareTextWithLinks,
} from '../../../../shared/mail/recipient-links/recipient-links.ts';

const LINKS = { unsubscribe: 'https://p.dev/unsubscribe/t', preferences: 'https://p.dev/preferences/t' };
const { unsubscribe: UNSUBSCRIBE, preferences: PREFERENCES } = LINKS;

describe('Links of a recipient', () => {
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
    ['<a href="http://{{{UNSUBSCRIBE_URL}}}">', `<a href="${UNSUBSCRIBE}">`],
    ["<a href='HTTPS://{{{ PREFERENCES_URL | x }}}'>", `<a href='${PREFERENCES}'>`],
    ['<a href=https://{{{UNSUBSCRIBE_URL}}}>', `<a href=${UNSUBSCRIBE}>`],
    ['<a href=" http:// {{{UNSUBSCRIBE_URL}}}">', `<a href=" ${UNSUBSCRIBE}">`],
    ['<a href="http://https://{{{UNSUBSCRIBE_URL}}}">', `<a href="${UNSUBSCRIBE}">`],
    [
      'Leave: http://{{{UNSUBSCRIBE_URL}}}http://{{{PREFERENCES_URL}}}',
      `Leave: ${UNSUBSCRIBE}${PREFERENCES}`,
    ],
    [
      'ftp://{{{UNSUBSCRIBE_URL}}} xhttp://{{{UNSUBSCRIBE_URL}}}',
      `ftp://${UNSUBSCRIBE} xhttp://${UNSUBSCRIBE}`,
    ],
    ['http://a {{{UNSUBSCRIBE_URL}}}', `http://a ${UNSUBSCRIBE}`],
  ] as const) {
    it(`replace ${JSON.stringify(content)}`, () => {
      expect(insertRecipientLinks(content, LINKS)).to.equal(expected);
    });
  }

  it('replace the placeholders of those links alone that are given', () => {
    const content = '{{{POLL_1}}} {{{POLL_10}}} {{{ WEB_VERSION_URL }}} {{{PREFERENCES_URL}}}';
    expect(insertRecipientLinks(content, { poll10: 'ten', webVersion: 'web' })).to.equal(
      '{{{POLL_1}}} ten web {{{PREFERENCES_URL}}}',
    );
    expect(findLinkPlaceholders(content, (kind) => kind === 'poll1')).to.deep.equal([
      { start: 0, end: 12, kind: 'poll1' },
    ]);
  });

  it('leave everything else unchanged', () => {
    // biome-ignore format: a table.
    const others = [
      '', 'no braces', '{{UNSUBSCRIBE_URL}}', '{{{unsubscribe_url}}}', '{{{UNSUBSCRIBE_URLS}}}',
      '{{{MY_UNSUBSCRIBE_URL}}}', '{{{UNSUBSCRIBE_URL}}', '{{{UNSUBSCRIBE_URL|a{b}}}}',
      '{{{contact.first_name|there}}} $1 $&',
    ];
    for (const content of others) expect(insertRecipientLinks(content, LINKS)).to.equal(content);
  });

  it(`replace the first ${PLACEHOLDERS_MAX}`, () => {
    const content = '{{{UNSUBSCRIBE_URL}}} '.repeat(PLACEHOLDERS_MAX);
    const replaced = `${UNSUBSCRIBE} `.repeat(PLACEHOLDERS_MAX);
    expect(insertRecipientLinks(`${content}{{{PREFERENCES_URL}}}`, LINKS)).to.equal(
      `${replaced}{{{PREFERENCES_URL}}}`,
    );
  });

  it('are put into a text that is made once as into one that is made for each recipient', () => {
    // biome-ignore format: a table.
    const piece = fc.constantFrom(
      '{{{UNSUBSCRIBE_URL}}}', '{{{ RESEND_UNSUBSCRIBE_URL | <b> }}}', '{{{PREFERENCES_URL}}}', '<a href="{{{UNSUBSCRIBE_URL}}}">',
      "<a href='{{{PREFERENCES_URL|x}}}'>", '<a href={{{UNSUBSCRIBE_URL}}}?a>', '<a href="http://{{{UNSUBSCRIBE_URL}}}">', 'https://', '<a href="mailto:{{{UNSUBSCRIBE_URL}}}">', '</a>', '<p>', '</p>', '<pre>', '<br>', '<li>',
      '<script>', '</script>', '<!--', '-->', '<textarea>', '</textarea>', ' ', '\n', 'words', '&lt;', '&#123;{{UNSUBSCRIBE_URL}}}', '{{{UNSUBSCRIBE_<b>URL}}}', '<', '>', '"',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 15 }), (pieces) => {
        const html = pieces.join('');
        const once = prepareTextWithLinks(html, ['unsubscribe', 'preferences'], htmlToText);
        for (const links of [LINKS, { unsubscribe: 'https://b.dev/$&', preferences: 'https://c.dev/' }])
          expect(once(links)).to.equal(htmlToText(insertRecipientLinks(html, links)));
      }),
      { numRuns: 3_000 },
    );
  });

  it('are inserted as they are: a dollar sign in a link has no meaning', () => {
    const links = { unsubscribe: 'https://p.dev/$&$1', preferences: '' };
    expect(insertRecipientLinks('{{{UNSUBSCRIBE_URL}}}', links)).to.equal(links.unsubscribe);
  });
});
