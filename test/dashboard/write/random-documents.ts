// Random documents of the visual editor: every block, every mark, texts with braces and markup, and URLs of all kinds.
import fc from 'fast-check';
import type {
  Section,
  WriteDocument,
} from '../../../dashboard/resources/templates/write/document/document.ts';
import { FONTS, WIDTH } from '../../../dashboard/resources/templates/write/document/schema.ts';

/** The variables that they use, and a value for each. */
export const VALUES = { NAME: 'Bo', PLAN: '<b>pro</b>', LINK: 'https://acme.dev/confirm' };
export const HOSTILE_URLS = [
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  '//evil.example',
  '{{{LINK|javascript:alert(1)}}}',
  'https://',
  '',
];
const URLS = [
  ...HOSTILE_URLS,
  'https://acme.dev/?a=1&b={{ NAME }}',
  'http://acme.dev/"onclick="x',
  'mailto:ana@acme.dev',
  'tel:+4930123',
  '{{{LINK}}}',
  'https://acme.dev/{{{NAME}}}/{% if %}',
];
const PIECES = [
  'Hello ',
  '{{ NAME }}',
  '{{{',
  '}}}',
  '{% if x %}',
  '{%- endraw -%}',
  '{% raw %}',
  '{',
  '%}',
  '<b>',
  '&amp;',
  '"',
  "'",
];

const text = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 8, unit: 'binary' })), {
    minLength: 1,
    maxLength: 5,
  })
  .map((pieces) => pieces.join('').replaceAll('\0', '') || 'x');
const url = fc.constantFrom(...URLS);
const attrs = <T extends object>(type: string, fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record({ type: fc.constant(type), attrs: fc.record(fields) });
const marks = fc.uniqueArray(
  fc.oneof(
    fc.constantFrom('bold', 'italic', 'underline', 'strike', 'code').map((type) => ({ type })),
    url.map((href) => ({ type: 'link', attrs: { href } })),
  ),
  { maxLength: 3, selector: ({ type }) => type },
);
const written = text.map((each) => ({ type: 'text', text: each }));
const variable = attrs('variable', {
  key: fc.constantFrom('NAME', 'PLAN', 'FIRST_NAME', 'contact.properties.city'),
  fallback: text.map((each) => each.replace(/[{}]/g, '')),
});
const withMarks = (node: fc.Arbitrary<object>) =>
  fc.tuple(node, marks).map(([each, some]) => ({ ...each, ...(some.length > 0 && { marks: some }) }));
const line = fc.array(withMarks(fc.oneof(written, variable, fc.constant({ type: 'hardBreak' }))), {
  maxLength: 4,
});
const paragraph = line.map((content) => ({ type: 'paragraph', content }));
const listOf = (type: string, item: fc.Arbitrary<object>, fields: object = {}) =>
  fc
    .array(
      fc.tuple(paragraph, fc.array(item, { maxLength: 1 })).map(([first, others]) => ({
        type: 'listItem',
        content: [first, ...others],
      })),
      { minLength: 1, maxLength: 2 },
    )
    .map((content) => ({ type, ...fields, content }));
const { prose } = fc.letrec<{ prose: object }>((tie) => ({
  prose: fc.oneof(
    { maxDepth: 2 },
    paragraph,
    fc
      .tuple(fc.constantFrom(1, 2, 3), line)
      .map(([level, content]) => ({ type: 'heading', attrs: { level }, content })),
    listOf('bulletList', tie('prose')),
    listOf('orderedList', tie('prose'), { attrs: { start: 3 } }),
  ),
}));
const block = fc.oneof(
  { arbitrary: prose, weight: 4 },
  fc.array(prose, { minLength: 1, maxLength: 2 }).map((content) => ({ type: 'blockquote', content })),
  fc.tuple(url, fc.array(fc.oneof(written, variable), { maxLength: 2 })).map(([each, content]) => ({
    type: 'button',
    attrs: { url: each },
    content,
  })),
  attrs('image', { url, alt: text, width: fc.option(fc.integer({ min: 1, max: 900 })) }),
  attrs('html', {
    code: fc.constantFrom('<p>{{ NAME }}</p>', '{% if PLAN %}<hr>{% endif %}', '<b>Bold</b>'),
  }),
  fc.constantFrom({ type: 'horizontalRule' }, { type: 'poll' }),
);
const columns = fc
  .tuple(...[1, 2].map(() => fc.array(block, { minLength: 1, maxLength: 2 })))
  .map((both) => ({
    type: 'columns',
    content: both.map((content) => ({ type: 'column', content })),
  }));
const color = fc.constantFrom('#ffffff', '#1c2430', '#1f4fd8', '#FFDD00');

/** Any document that the editor could have made. */
export const documents: fc.Arbitrary<WriteDocument> = fc.record({
  version: fc.constant(1 as const),
  settings: fc.record({
    width: fc.integer({ min: WIDTH.minimum, max: WIDTH.maximum }),
    font: fc.constantFrom(...FONTS),
    backgroundColor: color,
    textColor: color,
    accentColor: color,
  }),
  content: fc.array(fc.oneof({ arbitrary: block, weight: 4 }, columns), {
    minLength: 1,
    maxLength: 4,
  }) as fc.Arbitrary<Section[]>,
});
