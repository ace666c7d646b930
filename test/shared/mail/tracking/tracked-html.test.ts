// Html whose links and opens are measured: which values are replaced, where the pixel stands, and that nothing else
// changes. Hostile html takes time in proportion to its length.
import { expect } from 'chai';
import { LINKS_MAX } from '../../../../shared/mail/links/link-places.ts';
import { TARGET_MAX_LENGTH } from '../../../../shared/mail/links/link-target.ts';
import {
  type RecipientUrls,
  type TrackingPlan,
  trackHtml,
} from '../../../../shared/mail/tracking/tracked-html.ts';
import { TRACKED_TARGETS_MAX_LENGTH } from '../../../../shared/mail/tracking/tracking-tokens.ts';

const PLAN: TrackingPlan = {
  opens: false,
  clicks: true,
  previewText: undefined,
  ownLinks: [],
  isUntracked: (target) => target.startsWith('https://own.test/'),
};
const URLS: RecipientUrls = {
  pixel: () => 'PIXEL',
  link: ({ number, target }) => `[${number} ${target}]`,
  own: { unsubscribe: 'LEAVE', preferences: 'CHOOSE' },
};
const OWN_LINKS = ['unsubscribe', 'preferences'] as const;
const A = 'https://a.test/';

/** The html of a recipient. */
async function track(html: string, changes: Partial<TrackingPlan> = {}): Promise<string> {
  const write = await trackHtml(html, { ...PLAN, ...changes });
  return (await write?.(URLS)) ?? html;
}

/** The CPU time that it takes. */
async function cpuMs(html: string): Promise<number> {
  const before = process.cpuUsage();
  await track(html, { opens: true, ownLinks: OWN_LINKS });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Html → what becomes of it, where `@` stands for a link that is tracked. */
// biome-ignore format: a table.
const TRACKED: Record<string, string> = {
  'with quotes': `<a href="@">x</a>`,
  'with single quotes': `<a href='@'>x</a>`,
  'without quotes': `<a href=@ >x</a><a href=@>y</a>`,
  'with spaces around the sign': `<a href = "@">x</a><a\nhref\n=\n'@'>y</a>`,
  'in capitals': `<A HREF="@">x</A>`,
  'after other attributes': `<a class="a>b" title='"' data-x href="@" id=c>x</a>`,
  'after an attribute without a space': `<a class="b"href="@">x</a>`,
  'after slashes': `<a/href="@"/>x</a>`,
  'in an area': `<map><area shape=rect href="@" alt=""></map>`,
  'before a second one': `<a href="@" href="https://b.test/">x</a>`,
  'within another link': `<a href="@"><a href="@">x</a></a>`,
  'of a link that is not closed': `<a href="@">x<p><b></a></i>`,
  'of a link at the end': `<p>x</p><a href="@">`,
  'with a switch that is on': `<a data-track="on" clicktracking=on href="@">x</a>`,
  'before a switch that is off twice': `<a data-track="" data-track="off" href="@">x</a>`,
  'of a button of Outlook': `<v:roundrect href="@" arcsize="8%"><v:textbox>x</v:textbox></v:roundrect>`,
  'for Outlook': `<!--[if mso]><table><tr><td><a href="@">x</a><v:rect href='@'/></td></tr></table><![endif]-->`,
  'for Outlook in spite of a quote': `<!--[if mso | IE]><p title="><![endif]--><a href="@">x</a>`,
  'for all but Outlook': `<!--[if !mso]><!--><a href="@">x</a><!--<![endif]--><![if !mso]><a href="@">y</a><![endif]>`,
  'after a comment': `<!-- <a href="https://b.test/"> --><a href="@">x</a>`,
  'after a comment of one sign': `<!--><a href="@">x</a>`,
  'after raw text': `<style>a:after{content:"<a href='https://b.test/'>"}</style><a href="@">x</a>`,
  'after a sign that begins no tag': `1 < 2 <3 <a href="@">x</a>`,
  'in a template of html': `<template><a href="@">x</a></template>`,
  'in svg': `<svg><a href="@"><text>x</text></a></svg>`,
};

/** Html in which nothing is tracked. */
// biome-ignore format: a table.
const UNTRACKED: Record<string, string> = {
  'a comment': `<!-- <a href="${A}"> --><!--[if]><a href="${A}"><![endif]-->`,
  'a condition without an end': `<!--[if mso><a href="${A}">-->`,
  'a comment without an end': `<p>x<!--[if mso]><a href="${A}">`,
  'a script': `<script>document.write('<a href="${A}">')</script>`,
  'a style': `<style><a href="${A}"></style>`,
  'a title': `<title><a href="${A}"></title>`,
  'a field': `<textarea><a href="${A}"></textarea>`,
  'the value of another attribute': `<p title='<a href="${A}">'><img src="${A}"><form action="${A}">`,
  'another element': `<link href="${A}"><base href="${A}"><abbr href="${A}"><vrect href="${A}">`,
  'another name': `<a data-href="${A}" xlink:href="${A}" hrefs="${A}">x</a>`,
  'an end tag': `</a href="${A}">`,
  'a tag without an end': `<a href="${A}"`,
  'a value without an end': `<a href="${A}>x</a>`,
  'a link that is switched off': `<a data-track="off" href="${A}">x</a><a href="${A}" DATA-TRACK=' OFF '>y</a>`,
  'a link that is switched off as elsewhere': `<a clicktracking=off href="${A}">x</a><a href="${A}" clicktracking="off">y</a>`,
  'our own link': `<a href="https://own.test/u/1">x</a>`,
  'a placeholder': `<a href="{{{UNSUBSCRIBE_URL}}}">x</a><a href="${A}?u={{{PREFERENCES_URL}}}">x</a>`,
  'a second value': `<a href="#top" href="${A}">x</a><a href href="${A}">y</a>`,
  'no text': '',
};

/** Where the pixel and the preview are put, marked by `|`. */
const BEGINNINGS: Record<string, string> = {
  'after the body tag': '<!doctype html><html><head><title>x</title></head><body class="a">|<p>x',
  'after the head when there is no body tag': '<!doctype html><html><head></head>|<p>x',
  'after the doctype': '<!DOCTYPE html>|<p>x',
  'at the start of a fragment': '|<p>x</p>',
  'not in the value of an attribute': '|<p title="<body>">x</p>',
  'not in raw text': '<html><head><title><body></title></head>|<p>x',
  'not in a comment': '<html>|<!-- <body> --><p>x',
};

describe('Html that is tracked', () => {
  for (const [title, html] of Object.entries(TRACKED))
    it(`has the value of a link ${title} replaced`, async () => {
      let number = 0;
      const expected = html.replaceAll('@', () => `[${number++} ${A}]`);
      expect(await track(html.replaceAll('@', A))).to.equal(expected);
      expect(number).to.be.above(0);
    });

  for (const [title, html] of Object.entries(UNTRACKED))
    it(`is left alone: ${title}`, async () => {
      expect(await trackHtml(html, PLAN)).to.equal(undefined);
    });

  for (const [title, expected] of Object.entries(BEGINNINGS))
    it(`has the pixel ${title}`, async () => {
      const html = expected.replace('|', '');
      const written = await track(html, { opens: true, clicks: false });
      expect(written.replace(/<img src="PIXEL" width="1" height="1" alt="" style="[^"]+">/, '|')).to.equal(
        expected,
      );
      const previewed = await track(html, {
        opens: true,
        clicks: false,
        previewText: '{{{UNSUBSCRIBE_URL}}} <x>',
        ownLinks: OWN_LINKS,
      });
      expect(previewed.replace(/<div style="display:none.*?<\/div><img src="PIXEL"[^>]+>/, '|')).to.equal(
        expected,
      );
      expect(previewed).to.include('{{{UNSUBSCRIBE_URL}}} &lt;x&gt;');
    });

  it('has the links of a recipient in place of their names, whatever their fallback is', async () => {
    const html = `<a href="${A}">x</a><a href="{{{UNSUBSCRIBE_URL|<a href='${A}'>}}}">y</a> {{{ PREFERENCES_URL }}} {{{NAME}}}`;
    expect(await track(html, { ownLinks: OWN_LINKS })).to.equal(
      `<a href="[0 ${A}]">x</a><a href="LEAVE">y</a> CHOOSE {{{NAME}}}`,
    );
    expect(await track(html)).to.include('{{{ PREFERENCES_URL }}}');
  });

  it('has the target of each link as a browser reads it, in the order of the links', async () => {
    const html =
      '<a href="https://a.test/?b=1&amp;c=2">x</a><!--[if mso]><v:rect href=" HTTP://b.test/ü "/><![endif]--><a href=https://c.test>y</a>';
    expect(await track(html)).to.equal(
      '<a href="[0 https://a.test/?b=1&c=2]">x</a><!--[if mso]><v:rect href="[1 HTTP://b.test/%C3%BC]"/><![endif]--><a href=[2 https://c.test]>y</a>',
    );
  });

  it(`has ${LINKS_MAX} links at most that are tracked`, async () => {
    const link = `<a href="${A}">`;
    const html = link.repeat(LINKS_MAX + 2);
    const written = await track(html);
    expect(written.match(/\[\d+ /g)).to.have.length(LINKS_MAX);
    expect(written.endsWith(`[${LINKS_MAX - 1} ${A}]">${link}${link}`)).to.equal(true);
  });

  it('has none that is tracked after as many that are not', async () => {
    const html = '<a href="#top">'.repeat(LINKS_MAX - 1) + `<a href="${A}">`.repeat(2);
    expect((await track(html)).endsWith(`<a href="[0 ${A}]"><a href="${A}">`)).to.equal(true);
  });

  it(`has targets of ${TRACKED_TARGETS_MAX_LENGTH} characters at most`, async () => {
    const tracked = TRACKED_TARGETS_MAX_LENGTH / TARGET_MAX_LENGTH;
    const link = `<a href="${A.padEnd(TARGET_MAX_LENGTH, 'x')}">`;
    const written = await track(`${link.repeat(tracked)}<a href="${A}">`);
    expect(written.match(/\[\d+ /g)).to.have.length(tracked);
    expect(written.endsWith(`<a href="${A}">`)).to.equal(true);
  });

  it('has no link that is tracked in and after a tag with more than 10,000 attributes', async () => {
    const link = `<a href="${A}">`;
    const withAttributes = (count: number) => `${link}<a href="${A}"${' x'.repeat(count - 1)}>${link}`;
    expect((await track(withAttributes(9_999))).match(/\[\d+ /g)).to.have.length(3);
    expect((await track(withAttributes(10_000))).match(/\[\d+ /g)).to.have.length(1);
  });

  it('is scanned in several parts as in one', async () => {
    const parts = Object.values(TRACKED).map((part) => `${part}<p title="${'x'.repeat(20_000)}">`);
    const forOutlook = `<p class=b>x</p><a href="@">y</a>`.repeat(1_000);
    const html = [...parts, '<!--[if mso]>', forOutlook.repeat(9), '<![endif]-->', ...parts].join('');
    const written = await track(html.replaceAll('@', A));
    const expected = html
      .split('@')
      .reduce((before, after, number) => `${before}[${number - 1} ${A}]${after}`);
    // Not by chai, which would print both.
    expect(written === expected).to.equal(true);
  });

  it('is prepared in time that is in proportion to its length', async () => {
    const hostile = [
      `<a href="${A}">x</a>`,
      '<a href="',
      "<a href='",
      '<a href=',
      '<a ',
      '<',
      '<!--',
      '<!--[if mso]>',
      '<!--[if mso]><a href="-->',
      '<!--[if mso]><title>-->',
      '<!--[if ',
      '<title>',
      '<title/>',
      '<v:a href=https://',
      '</a',
      '<![CDATA[',
      '<a href="https://a.test/&amp;',
      '<a href="https://ü.test/">',
      `<a ${'x '.repeat(5_000)}>`,
      '{{{UNSUBSCRIBE_URL|',
      '{{{',
    ];
    for (const piece of hostile) {
      const of = (length: number) => piece.repeat(Math.ceil(length / piece.length));
      const short = of(128 * 1_024);
      const long = of(1_024 * 1_024);
      const first = Math.min(await cpuMs(short), await cpuMs(short));
      // Eight times as long, so that a quadratic one takes 64 times as long.
      expect(await cpuMs(long), piece.slice(0, 30)).to.be.below(24 * first + 300);
    }
  });
});
