// What one can do in the visual editor: the blocks that `/` and the menu insert, and the marks of a selection. The keys are
// those that TipTap binds.
import type { Editor, JSONContent } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { isMac } from '../../../../design/text/kbd.tsx';
import { goOnAfter } from './selected-block.ts';

/** An act. */
export interface EditorAct {
  id: string;
  label: string;
  /** Keys, as the platform calls them. */
  keys?: string;
  isActive?(editor: Editor): boolean;
  run(editor: Editor): void;
  /** Whether the inserted element has fields, which get the focus. */
  hasFields?: boolean;
}

const PARAGRAPH = { type: 'paragraph' };
const COLUMN = { type: 'column', content: [PARAGRAPH] };
const [CTRL, ALT, SHIFT] = isMac() ? ['⌘', '⌥', '⇧'] : ['Ctrl', 'Alt', 'Shift'];

/** The focus moves at once: TipTap's own command moves it in the next frame, when a field may have it. */
function begin(editor: Editor) {
  editor.view.focus();
  return editor.chain();
}

type Chain = ReturnType<typeof begin>;

const style = (
  name: string,
  label: string,
  keys: string,
  toggle: (chain: Chain) => Chain,
  attrs: { level?: number } = {},
): EditorAct => ({
  id: `${name}${attrs.level ?? ''}`,
  label,
  keys: `${CTRL} ${keys}`,
  isActive: (editor) => editor.isActive(name, attrs),
  run: (editor) => toggle(begin(editor)).run(),
});

const LEVELS = [1, 2, 3] as const;

/** The styles of a line. */
export const STYLES: readonly EditorAct[] = [
  style('paragraph', 'Text', `${ALT} 0`, (chain) => chain.setParagraph()),
  ...LEVELS.map((level) =>
    style('heading', `Heading ${level}`, `${ALT} ${level}`, (chain) => chain.toggleHeading({ level }), {
      level,
    }),
  ),
  style('bulletList', 'Bulleted list', `${SHIFT} 8`, (chain) => chain.toggleBulletList()),
  style('orderedList', 'Numbered list', `${SHIFT} 7`, (chain) => chain.toggleOrderedList()),
  style('blockquote', 'Quote', `${SHIFT} B`, (chain) => chain.toggleBlockquote()),
];

const insert = (id: string, label: string, content: JSONContent, hasFields = false): EditorAct => ({
  id,
  label,
  hasFields,
  run: (editor) => {
    begin(editor).insertContent(content).run();
    // A chip is left of the cursor then.
    const { pos, nodeBefore } = editor.state.selection.$from;
    if (hasFields && nodeBefore?.isInline) editor.commands.setNodeSelection(pos - nodeBefore.nodeSize);
    if (!hasFields) goOnAfter(editor);
  },
});

/** The elements between lines. @param names of variables that are known */
export function insertions(names: readonly string[]): EditorAct[] {
  return [
    insert('button', 'Button', { type: 'button', attrs: { url: '' } }),
    insert('image', 'Image', { type: 'image', attrs: { url: '', alt: '', width: null } }, true),
    {
      id: 'columns',
      label: 'Two columns',
      run: (editor) =>
        begin(editor)
          .insertContent({ type: 'columns', content: [COLUMN, COLUMN] })
          .command(({ tr }) => {
            // It is in the last one.
            const { $from } = tr.selection;
            tr.setSelection(TextSelection.near(tr.doc.resolve($from.start(-2))));
            return true;
          })
          .run(),
    },
    { id: 'divider', label: 'Divider', run: (editor) => begin(editor).setHorizontalRule().run() },
    insert('html', 'HTML', { type: 'html', attrs: { code: '' } }, true),
    insert('poll', 'Poll', { type: 'poll' }),
    ...['', ...names].map((key) =>
      insert(
        `variable-${key}`,
        key === '' ? 'Variable' : `Variable ${key}`,
        { type: 'variable', attrs: { key: key || 'NAME', fallback: '' } },
        key === '',
      ),
    ),
  ];
}

/** The marks of a selection. */
export const MARKS: readonly EditorAct[] = [
  style('bold', 'Bold', 'B', (chain) => chain.toggleMark('bold')),
  style('italic', 'Italic', 'I', (chain) => chain.toggleMark('italic')),
  style('underline', 'Underline', 'U', (chain) => chain.toggleMark('underline')),
  style('strike', 'Strikethrough', `${SHIFT} S`, (chain) => chain.toggleMark('strike')),
  style('code', 'Code', 'E', (chain) => chain.toggleMark('code')),
  { ...style('link', 'Link', `${SHIFT} K`, (chain) => chain.toggleMark('link')), hasFields: true },
];
