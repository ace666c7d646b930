// Twenty layouts of the visual editor, which are compared with what MJML makes of the same, and looked at in a browser.
import {
  type Block,
  type DocumentSettings,
  type Inline,
  newDocument,
  type Section,
  type WriteDocument,
} from '../../../dashboard/resources/templates/write/document/document.ts';

const IMAGE = 'https://images.acme.dev/hero.png';
const LOREM = 'The quick brown fox jumps over the lazy dog, and the dog thinks about it for a while. ';

const text = (value: string): Inline => ({ type: 'text', text: value });
const chip = (key: string, fallback = ''): Inline => ({ type: 'variable', attrs: { key, fallback } });
const paragraph = (...content: Inline[]): Block => ({ type: 'paragraph', content });
const words = (value = LOREM.repeat(2)) => paragraph(text(value));
const heading = (level: 1 | 2 | 3, value: string): Block => ({
  type: 'heading',
  attrs: { level },
  content: [text(value)],
});
const button = (label: string, url = 'https://acme.dev/start'): Block => ({
  type: 'button',
  attrs: { url },
  content: [{ type: 'text', text: label }],
});
const image = (width: number | null = null): Block => ({
  type: 'image',
  attrs: { url: IMAGE, alt: 'Our new office', width },
});
const divider: Block = { type: 'horizontalRule' };
const columns = (left: Block[], right: Block[]): Section => ({
  type: 'columns',
  content: [
    { type: 'column', content: left },
    { type: 'column', content: right },
  ],
});
const item = (value: string, ...more: Block[]) => ({
  type: 'listItem' as const,
  content: [words(value), ...more] as never,
});
const bullets = (...content: ReturnType<typeof item>[]): Block => ({ type: 'bulletList', content });
const numbers = (...content: ReturnType<typeof item>[]): Block => ({
  type: 'orderedList',
  attrs: { start: 1 },
  content,
});
const quote: Block = {
  type: 'blockquote',
  content: [words() as never, bullets(item('Said once'), item('Said twice')) as never],
};

function layout(content: Section[], settings: Partial<DocumentSettings> = {}): WriteDocument {
  const blank = newDocument();
  return { ...blank, settings: { ...blank.settings, ...settings }, content };
}

/** Name → document. */
export const LAYOUTS: Readonly<Record<string, WriteDocument>> = {
  paragraph: layout([words()]),
  headings: layout([heading(1, 'A first heading'), heading(2, 'A second'), heading(3, 'A third'), words()]),
  marks: layout([
    paragraph(
      { type: 'text', text: 'Bold', marks: [{ type: 'bold' }] },
      text(', '),
      { type: 'text', text: 'italic', marks: [{ type: 'italic' }, { type: 'underline' }] },
      text(' and '),
      {
        type: 'text',
        text: 'a link',
        marks: [{ type: 'link', attrs: { href: 'https://acme.dev/?a=1&b=2' } }],
      },
      { type: 'hardBreak' },
      { type: 'text', text: 'const { a } = {{b}}', marks: [{ type: 'code' }, { type: 'strike' }] },
    ),
  ]),
  lists: layout([
    bullets(item('One'), item('Two', numbers(item('First'), item(LOREM)))),
    numbers(item('Three')),
  ]),
  quote: layout([words('They said:'), quote]),
  divider: layout([words(), divider, words()]),
  button: layout([words(), button('Confirm your address')]),
  'long-button': layout([
    button('A button whose words are so many that no phone has room for all of them in a line'),
  ]),
  image: layout([image(), words()]),
  'small-image': layout([image(120), heading(1, 'Acme')]),
  html: layout([
    words(),
    {
      type: 'html',
      attrs: { code: '<p style="margin:0;color:#b00020">{% if PLAN %}{{ PLAN }}{% endif %}</p>' },
    },
  ]),
  poll: layout([heading(2, 'Tea or coffee?'), { type: 'poll' }]),
  variables: layout([
    paragraph(text('Hello '), chip('FIRST_NAME', 'friend'), text(', your plan is '), chip('PLAN'), text('.')),
  ]),
  columns: layout([columns([words()], [words()])]),
  'columns-of-all': layout([
    columns(
      [image(), heading(2, 'Left'), words()],
      [divider, bullets(item('One'), item('Two')), button('Right')],
    ),
  ]),
  'columns-between': layout([heading(1, 'Above'), columns([words()], [image(100)]), words(), divider]),
  'columns-twice': layout([columns([words()], [divider]), columns([divider], [words()])], { width: 601 }),
  narrow: layout([heading(1, 'Narrow'), words(), columns([words('Left')], [divider])], {
    width: 320,
    font: 'courier',
  }),
  dark: layout([heading(1, 'Dark'), words(), quote, divider, button('Read on')], {
    width: 800,
    font: 'georgia',
    backgroundColor: '#12161c',
    textColor: '#f3f1ea',
    accentColor: '#e0b04b',
  }),
  newsletter: layout(
    [
      image(),
      heading(1, 'News of November'),
      paragraph(text('Hello '), chip('FIRST_NAME', 'there'), text(', this is what we did.')),
      columns([heading(3, 'Built'), words()], [heading(3, 'Mended'), words()]),
      divider,
      button('Read all of it', 'https://acme.dev/news/{{{PLAN}}}'),
      paragraph({
        type: 'text',
        text: 'Unsubscribe',
        marks: [{ type: 'link', attrs: { href: '{{{UNSUBSCRIBE_URL}}}' } }],
      }),
    ],
    { font: 'verdana', backgroundColor: '#f6f2e9', accentColor: '#0a7d4f' },
  ),
};
