// What one can do in the visual editor: the blocks that `/` and the menu insert, and the marks of a selection. The keys are
// those that TipTap binds.
import type { Editor, JSONContent } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { isMac } from '../../../../design/text/kbd.tsx';

/** An act. */
export interface EditorAct {
  id: string;
  label: string;
  /** Keys, as the platform calls them. */
  keys?: string;
  isActive?(editor: Editor): boolean;
  run(editor: Editor): void;
  /** What is inserted has fields, which get the focus. */
  hasFields?: boolean;
}

const PARAGRAPH = { type: 'paragraph' };
const COLUMN = { type: 'column', content: [PARAGRAPH] };
const [CTRL, ALT, SHIFT] = isMac() ? ['⌘', '⌥', '⇧'] : ['Ctrl', 'Alt', 'Shift'];

/** The focus comes at once: TipTap's own command gives it with the next frame, when a field may have it. */
function begin(editor: Editor) {
  editor.view.focus();
  return editor.chain();
}

const insert = (id: string, label: string, content: JSONContent, hasFields = false): EditorAct => ({
  id,
  label,
  hasFields,
  run: (editor) => begin(editor).insertContent(content).run(),
});

const heading = (level: 1 | 2 | 3): EditorAct => ({
  id: `heading-${level}`,
  label: `Heading ${level}`,
  keys: `${CTRL} ${ALT} ${level}`,
  isActive: (editor) => editor.isActive('heading', { level }),
  run: (editor) => begin(editor).toggleHeading({ level }).run(),
});

/** What a line is. */
export const STYLES: readonly EditorAct[] = [
  {
    id: 'paragraph',
    label: 'Text',
    keys: `${CTRL} ${ALT} 0`,
    isActive: (editor) => editor.isActive('paragraph'),
    run: (editor) => begin(editor).setParagraph().run(),
  },
  heading(1),
  heading(2),
  heading(3),
  {
    id: 'bullet-list',
    label: 'Bulleted list',
    keys: `${CTRL} ${SHIFT} 8`,
    isActive: (editor) => editor.isActive('bulletList'),
    run: (editor) => begin(editor).toggleBulletList().run(),
  },
  {
    id: 'ordered-list',
    label: 'Numbered list',
    keys: `${CTRL} ${SHIFT} 7`,
    isActive: (editor) => editor.isActive('orderedList'),
    run: (editor) => begin(editor).toggleOrderedList().run(),
  },
  {
    id: 'quote',
    label: 'Quote',
    keys: `${CTRL} ${SHIFT} B`,
    isActive: (editor) => editor.isActive('blockquote'),
    run: (editor) => begin(editor).toggleBlockquote().run(),
  },
];

/** What stands between lines. @param names of variables that are known */
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
    insert('poll', 'Poll', { type: 'poll' }, true),
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

const mark = (name: string, label: string, keys: string): EditorAct => ({
  id: name,
  label,
  keys: `${CTRL} ${keys}`,
  isActive: (editor) => editor.isActive(name),
  run: (editor) => begin(editor).toggleMark(name).run(),
});

/** What a selection is. */
export const MARKS: readonly EditorAct[] = [
  mark('bold', 'Bold', 'B'),
  mark('italic', 'Italic', 'I'),
  mark('underline', 'Underline', 'U'),
  mark('strike', 'Strikethrough', `${SHIFT} S`),
  mark('code', 'Code', 'E'),
  { ...mark('link', 'Link', `${SHIFT} K`), hasFields: true },
];
