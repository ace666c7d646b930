// Inlining CSS: what becomes a style attribute, and what stays in a style element (docs/reference/templates.md#inline-css).
import { expect } from 'chai';
import { splitRules } from '../../../../shared/mail/css/css-rules.js';
import { createCssInliner } from '../../../../shared/mail/css/inline-css.ts';
import { cpuMsOf } from '../../../support/time/cpu-time.ts';

const { inline } = createCssInliner();

/** Css, what stays of it, and the style attribute of `<p class="x" data-x="1">` in a body with the class `body`. */
type Row = readonly [kind: string, css: string, kept: string, style?: string];

const ROWS: readonly Row[] = [
  [
    '@import',
    '@import url("https://f.dev/a;b.css"); p{top:0}',
    '@import url("https://f.dev/a;b.css");',
    'top: 0;',
  ],
  ['@supports', '@supports (display:grid) { p { top: 0 } }', '@supports (display:grid) { p { top: 0 } }'],
  [
    '@font-face',
    '@font-face { src: url(data:font/woff;base64,AA==) }',
    '@font-face { src: url(data:font/woff;base64,AA==) }',
  ],
  [
    '@media, in it !important',
    '@media (max-width:9px) { p { top: 1px !important } }',
    '@media (max-width:9px) { p { top: 1px !important } }',
  ],
  [
    '@media in @supports',
    '@supports (top:0) { @media print { p { top: 0 } } }',
    '@supports (top:0) { @media print { p { top: 0 } } }',
  ],
  ['@keyframes', '@-webkit-keyframes a { 50.5% { top: 0 } }', '@-webkit-keyframes a { 50.5% { top: 0 } }'],
  [
    '@layer and @container',
    '@layer a, b; @container (width>1px) { p{top:0} }',
    '@layer a, b;\n@container (width>1px) { p{top:0} }',
  ],
  ['a rule in a rule', 'p { top: 0; &:hover { top: 1px } }', 'p { top: 0; &:hover { top: 1px } }'],
  ['a pseudo-element', 'p::before{content:"}"} p:after{top:0}', 'p::before {content:"}"}\np:after {top:0}'],
  ['a state', '.x:hover, p:not(:focus) {top:0}', '.x:hover, p:not(:focus) {top:0}'],
  ['a state among others', '.x, .x:hover{top:0}', '.x:hover {top:0}', 'top: 0;'],
  ['Outlook in dark mode', '[data-ogsc] .x{top:0}', '[data-ogsc] .x {top:0}'],
  ['Outlook.com', '#outlook a { top: 0 }', '#outlook a {\n  top: 0;\n}'],
  [
    'Hotmail, a selector of several',
    '.ExternalClass, p { top: 0 }',
    '.ExternalClass {\n  top: 0;\n}',
    'top: 0;',
  ],
  ['Gmail', 'u + .body .x { top: 0 }', 'u + .body .x {\n  top: 0;\n}'],
  [
    'an attribute, which a send may give',
    'p[data-x="1"]{top:0} a[href*="a,b"]{top:0}',
    'p[data-x="1"] {top:0}\na[href*="a,b"] {top:0}',
    'top: 0;',
  ],
  [
    'custom properties',
    ':root{--t:0} p{top:var(--t)} @media print{p{top:var(--t)}}',
    ':root {--t:0}\n@media print{p{top:var(--t)}}',
    'top: 0;',
  ],
  [
    'what is kept in its order',
    '.n{top:0}@media a{}p:hover{top:0}',
    '.n {\n  top: 0;\n}\n@media a{}\np:hover {top:0}',
  ],
  ['a block that is not closed', '@media print { p { top: 0', '@media print { p { top: 0}}'],
  ['code in a declaration', '@media print { p { top: {{ TOP }} } }', '@media print { p { top: {{ TOP }} } }'],
  [
    'nothing of what is inlined',
    '/* @media { */ p{top:0} body > p:first-child{left:"}"}',
    '',
    `top: 0; left: '}';`,
  ],
  ['faults as they are', 'b{} } p{top:0} ; p{top:1px} p{top:2px}', '} p {top:0}\n; p {top:1px}', 'top: 2px;'],
  ['nothing of an empty style element', ' /* */ ', ''],
];

describe('Keeps in a style element, in its order, what cannot be inlined.', () => {
  for (const [kind, css, kept, style] of ROWS) {
    it(kind, async () => {
      const head = (inner: string) => `<html><head>${inner}</head><body class="body">`;
      const inlined = await inline(
        'a',
        `${head(`<style type="text/css">${css}</style>`)}<p class="x" data-x="1">a</p></body></html>`,
      );
      const attribute = style === undefined ? '' : ` style="${style}"`;
      expect(inlined.replace(/\n+/g, '\n')).to.equal(
        `${head(kept && `<style type="text/css">${kept}</style>`)}<p class="x" data-x="1"${attribute}>a</p></body></html>`,
      );
    });
  }

  it('a style element for some screens, and what is for Outlook alone', async () => {
    const html =
      '<style media="(max-width: 9px)">p{top:0}</style><!--[if mso]><style>p{top:1px}</style><![endif]-->';
    expect(await inline('a', `${html}<style media="Screen">p{top:2px}</style><p>a</p>`)).to.equal(
      `${html}<p style="top: 2px;">a</p>`,
    );
  });
});

describe('Inlined declarations', () => {
  for (const [title, css, style, expected] of [
    ['of a later rule win', '.x{top:0} .x{top:1px}', '', 'top: 1px;'],
    ['of the style attribute win', '#p{top:0}', 'top:1px', 'top: 1px;'],
    [
      'with !important win over those without',
      'p{top:0 ! IMPORTANT} .x{top:1px}',
      'top:2px',
      'top: 0 !important;',
    ],
    [
      'leave !important to a rule that is kept and has it',
      'p{top:0 !important} @media print{p{top:1px!important}}',
      'top:2px',
      'top: 0;',
    ],
  ] as const) {
    it(title, async () => {
      const inlined = await inline('a', `<style>${css}</style><p id="p" class="x" style="${style}">a</p>`);
      expect(inlined)
        .to.match(/ style="[^"]*">a<\/p>$/)
        .and.include(` style="${expected}">a`);
    });
  }
});

describe('The rules of a style sheet', () => {
  it('are cut where browsers cut them', () => {
    const css = '<!-- a:is(b, c) , [d="},"] { e: "f}" } /* } */ @g "h;{"; ; i { j { k: l } } -->';
    expect(
      splitRules(css).map(({ selectors, body, isSimple }) => ({ selectors, body, isSimple })),
    ).to.deep.equal([
      { selectors: ['a:is(b, c)', '[d="},"]'], body: ' e: "f}" ', isSimple: true },
      { selectors: [], body: '', isSimple: false },
      { selectors: [], body: ' j { k: l } ', isSimple: false },
    ]);
  });

  for (const piece of [
    '{',
    '}',
    'a{',
    'a{}',
    '/*',
    '"',
    "'",
    '\\',
    '@a;',
    '@',
    ',',
    '(',
    '<!--',
    'a,',
    '"\n',
    '"\\',
  ]) {
    it(`take at most seconds for a megabyte of ${JSON.stringify(piece)}`, () => {
      const css = piece.repeat(1_000_000 / piece.length);
      expect(cpuMsOf(() => expect(splitRules(css)).to.be.an('array'))).to.be.below(5_000);
    });
  }
});
