// The block or link that the selection is in, if it has something to say of itself in a panel.
import type { Editor } from '@tiptap/core';
import { NodeSelection, Selection, TextSelection } from '@tiptap/pm/state';

/** A block in the text. */
export interface SelectedBlock {
  type: string;
  label: string;
  /** The position where it begins. */
  pos: number;
  attrs: Readonly<Record<string, unknown>>;
}

const LABELS: Readonly<Record<string, string>> = {
  button: 'Button',
  image: 'Image',
  html: 'HTML',
  poll: 'Poll',
  horizontalRule: 'Divider',
  variable: 'Variable',
  columns: 'Columns',
  link: 'Link',
};

/** The innermost. */
export function findBlock(editor: Editor): SelectedBlock | undefined {
  const { selection } = editor.state;
  const of = (type: string, pos: number, attrs: SelectedBlock['attrs']) => ({
    type,
    label: LABELS[type] ?? '',
    pos,
    attrs,
  });
  const { $from } = selection;
  if (selection instanceof NodeSelection && LABELS[selection.node.type.name])
    return of(selection.node.type.name, selection.from, selection.node.attrs);
  if (editor.isActive('link')) return of('link', $from.pos, editor.getAttributes('link'));
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (LABELS[node.type.name]) return of(node.type.name, $from.before(depth), node.attrs);
  }
  return undefined;
}

/** Changes attributes of it; the selection stays. */
export function changeBlock(
  editor: Editor,
  { type, pos }: SelectedBlock,
  attrs: SelectedBlock['attrs'],
): void {
  if (type === 'link') editor.chain().extendMarkRange('link').updateAttributes('link', attrs).run();
  else
    editor.commands.command(({ tr }) => {
      for (const [name, value] of Object.entries(attrs)) tr.setNodeAttribute(pos, name, value);
      return true;
    });
}

/** Takes it out of the text; of a link the words stay. */
export function removeBlock(editor: Editor, { type, pos }: SelectedBlock): void {
  if (type === 'link') editor.chain().extendMarkRange('link').unsetMark('link').run();
  else editor.chain().setNodeSelection(pos).deleteSelection().run();
  editor.view.focus();
}

/** Moves after a selected block or chip, into a new line if there is none: otherwise typing would replace it. */
export function goOnAfter(editor: Editor): void {
  const { selection, schema, doc, tr } = editor.state;
  const { paragraph } = schema.nodes;
  if (!(selection instanceof NodeSelection && selection.node.isAtom && paragraph)) return;
  const { to, node } = selection;
  if (node.isBlock && !doc.resolve(to).nodeAfter?.isTextblock) tr.insert(to, paragraph.create());
  const next = tr.doc.resolve(to);
  tr.setSelection(node.isBlock ? Selection.near(next) : TextSelection.create(tr.doc, to));
  editor.view.dispatch(tr.scrollIntoView());
}
