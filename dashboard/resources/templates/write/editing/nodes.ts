// The nodes that the kit does not have. What is edited in the panel of the block is drawn as a plain box with words: an image is
// never loaded here, since the policy of the page lets in no other server.
import { InputRule, Mark, Node, type NodeViewRenderer } from '@tiptap/core';
import { isVariableKey, readImageWidth, VARIABLE_KEY } from '../document/schema.ts';
import css from './nodes.module.css';

const PLACEHOLDER = new RegExp(`\\{\\{\\{\\s*(${VARIABLE_KEY})\\s*(?:\\|([^{}]*))?\\}\\}\\}$`, 'u');

type Attrs = Readonly<Record<string, unknown>>;
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** An attribute that is copied as one of the element. */
const attribute = (name: string, fallback: string | null = '') => ({
  default: fallback,
  parseHTML: (element: HTMLElement) => element.getAttribute(name) ?? fallback,
  renderHTML: () => ({}),
});

/** A box with words. */
function boxOf(tag: string, words: (attrs: Attrs) => string): NodeViewRenderer {
  return ({ node }) => {
    const dom = document.createElement(tag);
    dom.className = css[node.type.name] ?? '';
    dom.textContent = words(node.attrs);
    return { dom };
  };
}

/** A link as a button, with its words in it. */
export const ButtonNode = Node.create({
  name: 'button',
  group: 'block',
  content: '(text | variable)*',
  marks: '',
  defining: true,
  addAttributes: () => ({ url: attribute('data-button') }),
  parseHTML: () => [{ tag: 'div[data-button]' }],
  renderHTML: ({ node }) => [
    'div',
    { 'data-button': textOf(node.attrs['url']), class: css['button'] ?? '' },
    0,
  ],
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) =>
        editor.isActive(this.name) &&
        editor.commands.insertContentAt(
          editor.state.selection.$head.after(),
          { type: 'paragraph' },
          { updateSelection: true },
        ),
    };
  },
});

/** An image by its URL. */
export const ImageNode = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  addAttributes: () => ({
    url: attribute('src'),
    alt: attribute('alt'),
    width: {
      ...attribute('width', null),
      parseHTML: (image: HTMLElement) => readImageWidth(image.getAttribute('width')),
    },
  }),
  parseHTML: () => [{ tag: 'img[src^="http"]' }],
  renderHTML: ({ node: { attrs } }) => [
    'img',
    { src: attrs['url'], alt: attrs['alt'], width: attrs['width'] },
  ],
  addNodeView: () =>
    boxOf('div', ({ url, alt, width }) =>
      [
        `Image: ${textOf(alt) || 'no text'}`,
        textOf(url) || 'no URL',
        width === null ? 'full width' : `${width} px`,
      ].join(' · '),
    ),
});

/** Code that is put into the email unchanged. */
export const HtmlNode = Node.create({
  name: 'html',
  group: 'block',
  atom: true,
  addAttributes: () => ({ code: attribute('data-html') }),
  parseHTML: () => [{ tag: 'div[data-html]' }],
  renderHTML: ({ node }) => ['div', { 'data-html': textOf(node.attrs['code']) }],
  addNodeView: () => boxOf('div', ({ code }) => textOf(code) || 'HTML'),
});

/** The place of the poll. */
export const PollNode = Node.create({
  name: 'poll',
  group: 'block',
  atom: true,
  parseHTML: () => [{ tag: 'div[data-poll]' }],
  renderHTML: () => ['div', { 'data-poll': '' }],
  addNodeView: () => boxOf('div', () => 'The poll'),
});

/** The place of a value. What one types as `{{{NAME|fallback}}}` becomes one. */
export const VariableNode = Node.create({
  name: 'variable',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    key: attribute('data-variable'),
    fallback: {
      ...attribute('data-fallback'),
      parseHTML: (chip: HTMLElement) => (chip.dataset['fallback'] ?? '').replace(/[{}]/g, ''),
    },
  }),
  parseHTML: () => [
    { tag: 'span[data-variable]', getAttrs: (chip) => isVariableKey(chip.dataset['variable'] ?? '') && null },
  ],
  renderHTML: ({ node: { attrs } }) => [
    'span',
    { 'data-variable': textOf(attrs['key']), 'data-fallback': textOf(attrs['fallback']) },
  ],
  addNodeView: () =>
    boxOf('span', ({ key, fallback }) =>
      fallback === '' ? textOf(key) : `${textOf(key)} | ${textOf(fallback)}`,
    ),
  addInputRules() {
    return [
      new InputRule({
        find: PLACEHOLDER,
        handler: ({ range, match: [, key, fallback = ''], chain }) => {
          chain()
            .insertContentAt(range, { type: this.name, attrs: { key, fallback: fallback.trim() } })
            .run();
        },
      }),
    ];
  },
});

/** Two columns, and one of them. */
export const ColumnsNode = Node.create({
  name: 'columns',
  content: 'column{2}',
  isolating: true,
  parseHTML: () => [{ tag: 'div[data-columns]' }],
  renderHTML: () => ['div', { 'data-columns': '', class: css['columns'] ?? '' }, 0],
});
export const ColumnNode = Node.create({
  name: 'column',
  content: 'block+',
  isolating: true,
  parseHTML: () => [{ tag: 'div[data-column]' }],
  renderHTML: () => ['div', { 'data-column': '', class: css['column'] ?? '' }, 0],
});

/** A link. Its URL is judged when the email is made. */
export const LinkMark = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: attribute('href') }),
  parseHTML: () => [{ tag: 'a[href]' }],
  renderHTML: ({ mark }) => ['span', { class: css['link'] ?? '', title: textOf(mark.attrs['href']) }, 0],
});
