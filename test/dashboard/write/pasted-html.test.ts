// Pasted html before it is parsed: no code is left in it, whatever it is, and what it says stays.
import { expect } from 'chai';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { cleanPastedHtml } from '../../../dashboard/resources/templates/write/editing/pasted-html.ts';
import { extent, SEED } from '../../support/extent.ts';

const RUNS = extent('PASTED_HTML_RUNS', 500, 50_000);
const PIECES = [
  '<p onclick=alert(1)>',
  '<img src=x onerror="alert(1)"',
  "<a href='https://acme.dev' ONMOUSEOVER = 'x'>",
  '<svg/onload=alert(1)>',
  '<script>',
  '</script >',
  '<style>',
  '<!--',
  '-->',
  '<![if !mso]>',
  '<?xml version="1.0"?>',
  '<o:p>',
  '</p>',
  '>',
  '<',
  '"',
  "'",
  '=',
  '/',
  ' onload=x ',
  'text',
];

describe('Pasted html', () => {
  it('keeps words, links, images and what is bold', () => {
    expect(
      cleanPastedHtml(
        '<meta charset="utf-8"><b style="font-weight:normal" id="docs-internal-guid-1"><span style="font-weight: 700; font-style:italic">A</span> <a href="https://acme.dev?a=1&amp;b=2" onclick="x">B</a></b><img src=\'https://acme.dev/a.png\' alt="C" width=20>',
      ),
    ).to.equal(
      '<meta><b data-plain=""><span data-bold="" data-italic="">A</span> <a href="https://acme.dev?a=1&amp;b=2">B</a></b><img src="https://acme.dev/a.png" alt="C" width="20">',
    );
    expect(cleanPastedHtml('<!--[if mso]>x<![endif]-->1 < 2<style>p{}</style><script>y</script>')).to.equal(
      '1 &lt; 2',
    );
  });

  it('has neither handlers, styles nor scripts, whatever it was', () => {
    const property = fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }), (pieces) => {
      const found: string[] = [];
      const parser = new Parser({
        onopentag: (name, attributes) => void found.push(name, ...Object.keys(attributes)),
        oncomment: () => void found.push('comment'),
      });
      parser.end(cleanPastedHtml(pieces.join('')));
      expect(found.filter((each) => /^(?:on|style|script|svg|comment)/.test(each))).to.deep.equal([]);
    });
    fc.assert(property, { numRuns: RUNS, seed: SEED });
  });
});
