// The text of html: what a reader without html is to see, and never a long wait for it.
import { expect } from 'chai';
import { htmlToText } from '../../../shared/mail/html-to-text.ts';

describe('the text of an html body', () => {
  it('has the paragraphs, headings as written, and links with their targets', () => {
    const html = `<h1>Your Order</h1><p>Hello&nbsp;Ana &amp; Bob,</p><p>see <a href="https://shop.test/1">your order</a>.</p>`;
    expect(htmlToText(html)).to.equal(
      'Your Order\n\nHello\u00a0Ana & Bob,\n\nsee your order [https://shop.test/1].',
    );
  });

  it('names a link once when its text is its target', () => {
    expect(htmlToText('<a href="https://shop.test">https://shop.test</a>')).to.equal('https://shop.test');
  });

  it('leaves out links within the page, images, styles and scripts', () => {
    const html =
      '<style>p {}</style><script>x()</script><a href="#top">Top</a><img src="https://shop.test/a.png" alt="Logo">';
    expect(htmlToText(html)).to.equal('Top');
  });

  it('keeps long lines whole', () => {
    const words = 'word '.repeat(100).trim();
    expect(htmlToText(`<p>${words}</p>`)).to.equal(words);
  });

  it('is empty when there is no text', () => {
    expect(htmlToText('<img src="https://shop.test/a.png">')).to.equal('');
  });

  it('ends early for html of megabytes', () => {
    const text = htmlToText('<p>words</p>'.repeat(200_000));
    expect(text.startsWith('words\n\nwords\n\n')).to.equal(true);
    expect(text.length).to.be.within(50_000, 128 * 1024);
  });

  for (const piece of [
    '<div>',
    '<b>',
    '<table><tr><td>',
    '<ul><li>',
    '<blockquote>',
    '<',
    '&',
    '</div>',
    '<a x=',
  ]) {
    it(`comes within seconds from megabytes of ${piece}`, () => {
      const startMs = performance.now();
      expect(htmlToText(piece.repeat(1_000_000))).to.be.a('string');
      expect(performance.now() - startMs).to.be.below(3_000);
    });
  }
});
