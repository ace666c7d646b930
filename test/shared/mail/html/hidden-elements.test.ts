// The text of html leaves out what no reader sees, and nothing else, whatever is wrong with the html.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { allHtmlToText, htmlToText } from '../../../../shared/mail/html/html-to-text.ts';
import { preheaderOf } from '../../../../shared/mail/html/preheader.ts';
import { cpuMsOf } from '../../../support/time/cpu-time.ts';

const CLASS = '<p class="x">no</p>yes';

const HIDDEN: readonly (readonly [what: string, html: string])[] = [
  ['the attribute hidden', '<p HIDDEN>no <b>no</b></p>yes'],
  ['display', '<div style="color:red; DISPLAY : None !important"><p>no</p></div>yes'],
  ['visibility', "<div style='visibility:hidden'>no<hr><a href=x>no</a></div>yes"],
  ['mso-hide', '<span style=mso-hide:all>no</span>yes'],
  ['font-size', '<p style="font-size:0px"><b>no</b><b style="font-size:2em">no</b></p>yes'],
  ['font', '<p style="font:0/0 a">no</p><p style="font: 0px x">no</p>yes'],
  ['opacity', '<p style="opacity:0.0">no</p>yes'],
  ['max-height', '<p style="overflow:hidden;max-height:0">no</p>yes'],
  ['data-skip-in-text', '<p data-skip-in-text="true">no</p><p data-skip-in-text>no</p>yes'],
  ['a link', 'yes<a href="https://no.dev" hidden>no</a>'],
  ['an item, which has no number', '<ol><li hidden>no<li>yes<li hidden>no</ol>'],
  ['a rule of a class', `<style>.y, .x { display: none }</style>${CLASS}`],
  ['a rule of an element', '<style>b{font-size:0}</style><b>no</b>yes'],
  [
    'a rule of a class of an element',
    '<style>/* a{ */ p.x { visibility:hidden }</style><i class=x>yes</i><p class="a x">no</p>',
  ],
  ['a rule of an id', '<style>#x{max-height:0;overflow:hidden}</style><p id=x>no</p>yes'],
  ['a rule after the element', `${CLASS}<style>.x{display:none}</style>`],
  ['a rule of a sheet for screens', `<style media=screen>.x{display:none}</style>${CLASS}`],
  ['a rule that counts more than a later one', `<style>p.x{display:none} .x{display:block}</style>${CLASS}`],
  [
    '!important',
    `<style>.x{display:none!important} #i{display:block}</style><p class=x id=i style="display:block">no</p>yes`,
  ],
  ['a hidden element with a shown one', '<div hidden>no<p style="display:block">no</p></div>yes'],
  ['a paragraph without an end', '<p hidden>no<b>no<p>yes'],
  ['a paragraph that a block ends', '<p hidden>no <i>no<h1>yes</h1>'],
  ['an item without an end', '<ul><li hidden><p><b>no</b><li>yes</ul>'],
  [
    'cells and rows without an end',
    '<table><tr hidden><td><div>no<td>no<tr><td hidden>no<b>no<td>yes</table>',
  ],
  ['the last item', '<div><ul><li hidden>no</ul>yes</div>'],
  ['our own preview', `${preheaderOf('no')}<p>yes</p>`],
  ['a drawing with a link', '<svg><a href="https://no.dev">no</a></svg>yes'],
];

const SHOWN: readonly (readonly [what: string, html: string, text?: string])[] = [
  ['void elements', '<img hidden><br style="display:none"><input hidden><hr hidden>yes'],
  [
    'a shown element in an invisible one',
    '<div style="visibility:hidden">no<p style="visibility:visible">yes</p></div>',
  ],
  [
    'a sized element in one of no size',
    '<td style="font-size:0px"><div style="font-size:13px;line-height:1em">yes</div></td>',
  ],
  [
    'a sized class in one of no size',
    '<style>.t{font-size:13px}</style><td style="font-size:0"><p class=t>yes</p></td>',
  ],
  [
    'an image with a link in one of no size',
    '<td style="font-size:0"><a href="https://yes.dev"><img></a></td>',
    'https://yes.dev',
  ],
  [
    'a link for all but Outlook',
    '<a href="https://yes.dev" style="mso-hide:all">yes</a>',
    'yes [https://yes.dev]',
  ],
  ['a rule for some screens', '<style>@media (max-width:9px){.x{display:none}}</style><p class=x>yes</p>'],
  ['a sheet for some screens', '<style media="print">.x{display:none}</style><p class=x>yes</p>'],
  ['a rule for Outlook', '<!--[if mso]><style>.x{display:none}</style><![endif]--><p class=x>yes</p>'],
  ['a later rule', '<style>.x{display:none} .x{display:block}</style><p class=x>yes</p>'],
  [
    'a rule that counts more',
    '<style>#i{display:block} .x{display:none} p{display:none}</style><p class=x id=i>yes</p>',
  ],
  ['a rule against the attribute', '<style>p{display:block}</style><p hidden>yes</p>'],
  ['its own style', '<style>.x{display:none}</style><p class=x style="display:block">yes</p>'],
  ['!important', '<style>.x{display:block !important}</style><p class=x style="display:none">yes</p>'],
  [
    'selectors of more than one part',
    '<style>.a .x, .x:hover, .x > b, .x.y, [hidden]{display:none}</style><p class=x>yes</p>',
  ],
  [
    'names that are longer',
    '<style>.x{display:none}</style><p class="xx x-y" data-hidden aria-hidden=true>yes</p>',
  ],
  ['nearly nothing', '<p style="opacity:0.5;font-size:0.9em;max-height:0">yes</p>'],
  ['words about it', '<p>hidden { display:none }</p><style>p{}', 'hidden { display:none }'],
  ['an element whose end is missing', '<body><div hidden>one<p>two</body>', 'one\n\ntwo'],
  [
    'an inline element whose end is missing',
    '<td><span style="display:none">one<p>two</p></td><td>three',
    'one\n\ntwo\n\nthree',
  ],
  ['an element that ends in its tag, which is no end', '<div hidden/>yes'],
  [
    'single characters without a width',
    'a\u200db&shy;c&nbsp;&nbsp;&nbsp;d\u200e \u200f',
    'a\u200db\u00adc\u00a0\u00a0\u00a0d\u200e \u200f',
  ],
];

describe('Leaves out of that text what the html hides from every reader, such as the preview of a mail.', () => {
  for (const [what, html] of HIDDEN)
    it(what, () => {
      expect(htmlToText(html).replace(/^(?:1\.|\*) /, '')).to.equal('yes');
    });
});

describe('The text of html', () => {
  for (const [what, html, text = 'yes'] of SHOWN)
    it(`has what is shown: ${what}`, () => {
      expect(htmlToText(html)).to.equal(text);
    });

  it('leaves out the padding of a preview, also of one that is seen', () => {
    for (const padding of [
      '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff'.repeat(90),
      '&#847;&zwnj;&nbsp;&#8199;&shy;'.repeat(90),
      ' &zwj;'.repeat(3),
    ])
      expect(htmlToText(`<p>Look${padding}</p><p>Body</p>`)).to.equal('Look\n\nBody');
  });

  it('keeps the lines around what is hidden', () => {
    expect(htmlToText('a<div hidden><p>no</p><br></div>b<p>c</p><p hidden>no</p><p>d</p>')).to.equal(
      'ab\n\nc\n\nd',
    );
  });

  it('has all that is hidden, where all is wanted', () => {
    expect(allHtmlToText('<p hidden>one</p>two')).to.equal('one\n\ntwo');
  });

  it('does not end hidden what the end of long html hides', () => {
    expect(htmlToText(`yes<div hidden>${'<p>no</p>'.repeat(20_000)}</div>`)).to.equal('yes');
  });

  // biome-ignore format: a table.
  const pieces = [
    '<p hidden>', '<b style="display:none">', '<i style="', '<b hidden><i>', '<td hidden><b>', '</b>', '<style>', '<style', '<!--',
    '<style>.x{display:none}</style>', '<b class="x x x x x x x x" hidden>', '&zwnj;', '\u200b ', ' ', 'font-size:0;', '<p style="font:0 0 0 0 0',
  ];
  for (const piece of pieces) {
    it(`takes at most seconds for megabytes of ${piece}`, () => {
      for (const start of [
        '<p hidden>',
        '<style>',
        '<style>b,.x{visibility:hidden}</style>',
        '<p style="display:none;',
      ])
        expect(cpuMsOf(() => htmlToText(start + piece.repeat(500_000)))).to.be.below(10_000);
    });
  }

  it('takes as long for many rules', () => {
    const rules = Array.from(
      { length: 3_000 },
      (_, number) => `.a${number},.b,b{font-size:${number}px}`,
    ).join('');
    const html = `<style>${rules}</style>${'<b class="b a1 a2" hidden>a</b>'.repeat(2_000)}`;
    expect(cpuMsOf(() => expect(htmlToText(html)).to.equal(''))).to.be.below(5_000);
  });

  it('is that of a whole mail', () => {
    const html = readFileSync(new URL('support/hidden-preview.html', import.meta.url), 'utf8');
    expect(htmlToText(html)).to.equal('Hello\n\nBody text.');
  });
});
