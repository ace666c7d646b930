// The preview text: first thing in the body, hidden, and nothing that a client could break out of.
import { expect } from 'chai';
import { htmlToText } from '../../../../shared/mail/html/html-to-text.ts';
import { insertPreheader } from '../../../../shared/mail/html/preheader.ts';

const MARK = '<div style="display:none;';

/** The html, with a bar where the preview stands. */
function place(html: string): string {
  return insertPreheader(html, 'Preview').replace(/<div style="display:none;.*?<\/div>/, '|');
}

const PLACES: Record<string, [html: string, expected: string]> = {
  'behind the body tag': ['<html><body><p>a</p></body></html>', '<html><body>|<p>a</p></body></html>'],
  'behind a body tag with attributes': [
    `<BODY class="a>b" style='c>d'><p>`,
    `<BODY class="a>b" style='c>d'>|<p>`,
  ],
  'behind a body tag over several lines': ['<body\n  class="a"\n><p>', '<body\n  class="a"\n>|<p>'],
  'not behind a body tag in a comment': [
    '<!--[if mso]><body class="mso"><![endif]--><body><p>',
    '<!--[if mso]><body class="mso"><![endif]--><body>|<p>',
  ],
  'behind the head when there is no body tag': ['<html><head></head><p>', '<html><head></head>|<p>'],
  'behind the html tag when there is no head': ['<html lang="de"><p>', '<html lang="de">|<p>'],
  'behind the doctype, which must stay first': ['<!DOCTYPE html><p>a', '<!DOCTYPE html>|<p>a'],
  'at the start of a fragment': ['<p>a</p>', '|<p>a</p>'],
  'at the start of text': ['a < b', '|a < b'],
  'not behind an element that only begins like a body': ['<bodyguard><p>', '|<bodyguard><p>'],
  'before a comment without an end': ['<p><!-- <body>', '|<p><!-- <body>'],
};

describe('the preview text', () => {
  for (const [title, [html, expected]] of Object.entries(PLACES)) {
    it(`stands ${title}`, () => {
      expect(place(html)).to.equal(expected);
    });
  }

  it('is hidden, and its html is text', () => {
    const html = insertPreheader('<body>', '</div><b>5 < 6 & 7</b>');
    expect(html).to.include(MARK).and.to.include('mso-hide:all');
    expect(html).to.include('&lt;/div&gt;&lt;b&gt;5 &lt; 6 &amp; 7&lt;/b&gt;');
  });

  it('is padded, so that the body does not follow it in the preview', () => {
    const shown = htmlToText(insertPreheader('<body>', 'Preview'));
    expect(shown).to.have.length.above(150);
    expect(shown.replace(/[\u00a0\u200c]/g, '')).to.equal('Preview');
  });

  it('is not padded when it is long', () => {
    expect(insertPreheader('<body>', 'a'.repeat(150))).to.match(/a<\/div>$/);
  });

  it('is placed within a second in html made to take long', () => {
    const hostile = ['<body "', '<body a="', '<!-- <body ', '<', `<body ${'a'.repeat(5_000)}`, '<html '];
    for (const piece of hostile) {
      const before = process.cpuUsage();
      insertPreheader(piece.repeat(Math.ceil(1_000_000 / piece.length)), 'Preview');
      // Of the processor: what else the machine does takes no part.
      expect(process.cpuUsage(before).user / 1_000, piece.slice(0, 20)).to.be.below(1_000);
    }
  });
});
