// Conversion of html to text: the text for recipients without html, in linear time for hostile html.
import { expect } from 'chai';
import { htmlToText } from '../../../../shared/mail/html/html-to-text.ts';
import { cpuMsOf } from '../../../support/time/cpu-time.ts';

describe('the text of an html body', () => {
  it('has the paragraphs, headings as written, and links with their targets', () => {
    const html = `<h1>Your Order</h1><p>Hello&nbsp;Ana &amp; Bob,</p><p>see <a href="https://shop.test/1">your order</a>.</p>`;
    expect(htmlToText(html)).to.equal(
      'Your Order\n\nHello\u00a0Ana & Bob,\n\nsee your order [https://shop.test/1].',
    );
  });

  it('has lists with bullets and numbers, and indented nested lists', () => {
    const html = '<ul><li>one<li>two<ol start="3"><li>a</li><li>b</li></ol></ul><p>after</p>';
    expect(htmlToText(html)).to.equal('* one\n * two\n    3. a\n    4. b\n\nafter');
  });

  it('has line breaks, rules, quotes and preformatted text', () => {
    const html = 'a<br>b<br><br>c<hr><blockquote><p>d</p>e</blockquote><pre>f\n  g</pre>';
    expect(htmlToText(html)).to.equal(`a\nb\n\nc\n\n${'-'.repeat(40)}\n\n> d\n\n> e\n\nf\n  g`);
  });

  it('has each row of a table on its own line, with all of its cells', () => {
    const html = '<table><tr><th>Article</th><th>Price</th></tr><tr><td>Tea</td><td>9.90</td></tr></table>';
    expect(htmlToText(html)).to.equal('Article Price\nTea 9.90');
  });

  it('collapses white space as a browser does, also around inline elements', () => {
    expect(htmlToText(' <p>\n one <b>two</b>three <i> four</i>\n</p> five')).to.equal(
      'one twothree four\n\nfive',
    );
  });

  it('shows the target of a link that has no text, and an address without its scheme', () => {
    const html = '<a href="https://shop.test/1"><img></a> <a href="mailto:ana@shop.test">ana@shop.test</a>';
    expect(htmlToText(html)).to.equal('https://shop.test/1 ana@shop.test');
  });

  it('includes malformed html: text outside of all elements, and elements that are not closed', () => {
    expect(htmlToText('one</p></div>two<td>three<a href="x">')).to.equal('one\n\ntwo threex');
  });

  it('closes paragraphs and items without an end tag, and everything inside a closed element', () => {
    expect(htmlToText('<div><p>one<div>two</div>three</div>four')).to.equal('one\n\ntwo\nthree\nfour');
    expect(htmlToText('<blockquote><b>one</blockquote>two</b>')).to.equal('> one\n\ntwo');
    expect(htmlToText('<dl><dt>one<dd>two</dl>three</ul></span>')).to.equal('one\ntwo\n\nthree');
  });

  it('omits drawings, and continues after a self-closing one', () => {
    expect(htmlToText('one <svg><text>no</text><path/></svg>two <svg width="1"/>three')).to.equal(
      'one two three',
    );
  });

  it('decodes character references in texts and targets', () => {
    expect(htmlToText('&lt;b&gt; &copy 2026 <a href="/?a=1&amp;b=2&copy=3">&#x20AC;</a>')).to.equal(
      '<b> © 2026 € [/?a=1&b=2&copy=3]',
    );
  });

  it('shows a link once when its text is its target', () => {
    expect(htmlToText('<a href="https://shop.test">https://shop.test</a>')).to.equal('https://shop.test');
  });

  it('omits links within the page, images, styles and scripts', () => {
    const html =
      '<style>p {}</style><script>x()</script><a href="#top">Top</a><img src="https://shop.test/a.png" alt="Logo">';
    expect(htmlToText(html)).to.equal('Top');
  });

  it('does not wrap long lines', () => {
    const words = 'word '.repeat(100).trim();
    expect(htmlToText(`<p>${words}</p>`)).to.equal(words);
  });

  it('is empty when there is no text', () => {
    expect(htmlToText('<img src="https://shop.test/a.png">')).to.equal('');
  });

  it('is cut off for html of megabytes', () => {
    const text = htmlToText('<p>words</p>'.repeat(200_000));
    expect(text.startsWith('words\n\nwords\n\n')).to.equal(true);
    expect(text.length).to.be.within(50_000, 128 * 1024);
  });

  // biome-ignore format: a table.
  const pieces = [
    '<div>', '<b>', '<table><tr><td>', '<ul><li>', '<blockquote>', '<', '&', '</div>', '<a x=', '<a x="',
    '<a x=\'"', '<a href="x">y', '<b></i>', '<p></b>', '<!--', '<![CDATA[', '<title>', '<script/>',
    '</script', '&amp',
  ];
  for (const piece of pieces) {
    it(`takes at most seconds for megabytes of ${piece}`, () => {
      const html = piece.repeat(1_000_000);
      expect(cpuMsOf(() => expect(htmlToText(html)).to.be.a('string'))).to.be.below(20_000);
    });
  }
});
