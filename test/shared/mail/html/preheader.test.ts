// The preheader (preview text): hidden, at the start of the body, and escaped, so that it cannot inject html.
import { expect } from 'chai';
import { htmlToText } from '../../../../shared/mail/html/html-to-text.ts';
import { withPreheader } from '../../../../shared/mail/html/preheader.ts';

const MARK = '<div style="display:none;';

/** The html, with a bar instead of the preview. */
function place(html: string): string {
  return withPreheader({ html, previewText: 'Preview' }).replace(/<div style="display:none;.*?<\/div>/, '|');
}

const PLACES: Record<string, [html: string, expected: string]> = {
  'after the body tag': ['<html><body><p>a</p></body></html>', '<html><body>|<p>a</p></body></html>'],
  'after a body tag with attributes': [
    `<BODY class="a>b" style='c>d'><p>`,
    `<BODY class="a>b" style='c>d'>|<p>`,
  ],
  'after a body tag over several lines': ['<body\n  class="a"\n><p>', '<body\n  class="a"\n>|<p>'],
  'not after a body tag in a comment': [
    '<!--[if mso]><body class="mso"><![endif]--><body><p>',
    '<!--[if mso]><body class="mso"><![endif]--><body>|<p>',
  ],
  'after the head when there is no body tag': ['<html><head></head><p>', '<html><head></head>|<p>'],
  'after the html tag when there is no head': ['<html lang="de"><p>', '<html lang="de">|<p>'],
  'after the doctype, which must stay first': ['<!DOCTYPE html><p>a', '<!DOCTYPE html>|<p>a'],
  'at the start of a fragment': ['<p>a</p>', '|<p>a</p>'],
  'at the start of text': ['a < b', '|a < b'],
  'not after an element whose name only begins with body': ['<bodyguard><p>', '|<bodyguard><p>'],
  'before a comment without an end': ['<p><!-- <body>', '|<p><!-- <body>'],
};

describe('the preview text', () => {
  for (const [title, [html, expected]] of Object.entries(PLACES)) {
    it(`is ${title}`, () => {
      expect(place(html)).to.equal(expected);
    });
  }

  it('is hidden, and html in it is escaped', () => {
    const html = withPreheader({ html: '<body>', previewText: '</div><b>5 < 6 & 7</b>' });
    expect(html).to.include(MARK).and.to.include('mso-hide:all');
    expect(html).to.include('&lt;/div&gt;&lt;b&gt;5 &lt; 6 &amp; 7&lt;/b&gt;');
  });

  it('is padded, so that the body does not follow it in the preview', () => {
    const html = withPreheader({ html: '<body>', previewText: 'Preview' });
    expect(html).to.match(/Preview(?:&nbsp;&zwnj;){143}<\/div>$/);
    expect(htmlToText(html)).to.equal('');
  });

  it('is not padded when it is long', () => {
    expect(withPreheader({ html: '<body>', previewText: 'a'.repeat(150) })).to.match(/a<\/div>$/);
  });

  it('is inserted within a second into hostile html', () => {
    const hostile = ['<body "', '<body a="', '<!-- <body ', '<', `<body ${'a'.repeat(5_000)}`, '<html '];
    for (const piece of hostile) {
      const before = process.cpuUsage();
      withPreheader({ html: piece.repeat(Math.ceil(1_000_000 / piece.length)), previewText: 'Preview' });
      // CPU time, so that the load of the machine does not matter.
      expect(process.cpuUsage(before).user / 1_000, piece.slice(0, 20)).to.be.below(1_000);
    }
  });
});
