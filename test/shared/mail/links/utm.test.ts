// The parameters that links get: to which links and where, and that they are taken off again. Nothing else of the html changes.
import { expect } from 'chai';
import fc from 'fast-check';
import { TARGET_MAX_LENGTH } from '../../../../shared/mail/links/link-target.ts';
import { addUtm, type Utm, withoutUtm } from '../../../../shared/mail/links/utm.ts';
import { findLinks } from '../../../../shared/mail/tracking/find-links.ts';

const UTM = { source: 'news', campaign: 'mai "ü" & co' };
const ADDED = 'utm_source=news&utm_campaign=mai%20%22%C3%BC%22%20%26%20co';
const WRITTEN = ADDED.replaceAll('&', '&amp;');
const A = 'https://a.test/';

/** Html of links, and the same with their parameters. */
const CHANGED: Record<string, [html: string, changed: string]> = {
  'a link without a query': [`<a href="${A}">`, `<a href="${A}?${WRITTEN}">`],
  'a query': [
    `<a href='${A}?a=1&amp;b&#38;c&copy=2'>`,
    `<a href='${A}?a=1&amp;b&amp;c&amp;copy=2&amp;${WRITTEN}'>`,
  ],
  'an empty query, so that it is found again': [`<a href="${A}?">`, `<a href="${A}?&amp;${WRITTEN}">`],
  'a fragment, also with a question mark': [
    `<a href="${A}#a?b&amp;c">`,
    `<a href="${A}?${WRITTEN}#a?b&amp;c">`,
  ],
  'a value without quotes': [`<a href=${A}#x>a</a>`, `<a href="${A}?${WRITTEN}#x">a</a>`],
  'an apostrophe': [`<a href='${A}?a=&#39;"&gt;'>`, `<a href='${A}?a=&#39;&quot;&gt;&amp;${WRITTEN}'>`],
  'a link of a person who is not tracked': [
    `<a data-track=off href="${A}">`,
    `<a data-track=off href="${A}?${WRITTEN}">`,
  ],
  'an area, a button and a comment for Outlook': [
    `<area href="${A}"><!--[if mso]><v:rect HREF="${A}"><![endif]-->`,
    `<area href="${A}?${WRITTEN}"><!--[if mso]><v:rect HREF="${A}?${WRITTEN}"><![endif]-->`,
  ],
  'one of its names, in any form': [
    `<a href="${A}?UTM_Source"><a href="${A}?utm%5fsource=x&amp;%">`,
    ['UTM_Source', 'utm%5fsource=x&amp;%']
      .map((query) => `<a href="${A}?${query}&amp;${WRITTEN.split('amp;')[1]}">`)
      .join(''),
  ],
  'international names': ['<a href="https://grüße.test/ü">', `<a href="https://grüße.test/ü?${WRITTEN}">`],
};

/** Html that has no link which gets parameters. */
const KEPT = [
  'mailto:bo@a.test',
  'tel:+49',
  '#a',
  '?a',
  '/a',
  '//a.test/',
  'https:a',
  'https://',
  'ftp://a.test/',
  '',
  '{{{UNSUBSCRIBE_URL}}}',
  `${A}{{{PREFERENCES_URL}}}`,
  `${A}?utm_source&amp;utm_campaign=`,
  A.padEnd(TARGET_MAX_LENGTH - ADDED.length, 'x'),
].map((href) => `<p>${A}<a href="${href}" title="${A}"><img src="${A}"><!-- <a href="${A}"> -->`);

describe('Parameters of links', () => {
  for (const [title, [html, changed]] of Object.entries(CHANGED))
    it(`are added to ${title}`, async () => expect(await addUtm(html, UTM)).to.equal(changed));

  it('are added to no other html, and to no link that would be too long', async () => {
    for (const html of KEPT) expect(await addUtm(html, UTM)).to.equal(html);
    const longest = `<a href="${A.padEnd(TARGET_MAX_LENGTH - ADDED.length - 1, 'x')}">`;
    expect(await addUtm(longest, UTM)).to.have.length(longest.length + 1 + WRITTEN.length);
  });

  it('are bounded in html of which nearly all is links', async () => {
    const html = `<a href=${A}>`.repeat(20_000);
    const utm = { source: 'ü'.repeat(200) };
    expect((await addUtm(html, utm)).length - html.length).to.be.within(1_990_000, 2_000_000);
    expect(await addUtm(html, { source: 'x' })).to.match(
      /utm_source=x">(<a href=https:\/\/a\.test\/>){10000}$/,
    );
  });

  it('are taken off again, for any link, values and place', async () => {
    const part = fc.string({ unit: fc.constantFrom(...'ab=&?/%+;.ü"\'<> ') });
    const url = fc.tuple(part, fc.option(part), fc.option(part)).map(([path, query, fragment]) => {
      const end = `${query === null ? '' : `?${query}`}${fragment === null ? '' : `#${fragment}`}`;
      return `${A}${path.replaceAll('?', '')}${end}`;
    });
    const value = fc.string({ minLength: 1, unit: fc.constantFrom(..."ab=&#?'ü😀 ") });
    const utms = fc.record(
      { source: value, medium: value, campaign: value, content: value },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(url, utms as fc.Arbitrary<Utm>, async (given, utm) => {
        const html = `<a href="${given.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">`;
        const targetsOf = async (text: string) =>
          (await findLinks(text, () => false)).map(({ target }) => target);
        const changed = await targetsOf(await addUtm(html, utm));
        expect(changed.map((target) => withoutUtm(target, utm))).to.deep.equal(await targetsOf(html));
        for (const target of changed)
          for (const [name, text] of Object.entries(utm))
            expect(new URL(target).searchParams.getAll(`utm_${name}`)).to.deep.equal([text]);
      }),
      { numRuns: 500 },
    );
  });

  it('stay where a link has others', () => {
    for (const target of [`${A}?utm_source=other`, `${A}?utm_source=news&a=1`, `${A}?a#?${ADDED}`])
      expect(withoutUtm(target, UTM)).to.equal(target);
  });
});
