// The bar over a selection of text: its marks.
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { BubbleMenu } from '@tiptap/react/menus';
import Bold from 'lucide-react/icons/bold';
import Code from 'lucide-react/icons/code';
import Italic from 'lucide-react/icons/italic';
import Link from 'lucide-react/icons/link';
import Strike from 'lucide-react/icons/strikethrough';
import Underline from 'lucide-react/icons/underline';
import { IconButton } from '../../../../design/controls/icon-button.tsx';
import { type EditorAct, MARKS } from '../editing/acts.ts';
import css from '../write.module.css';

const ICONS = { bold: Bold, italic: Italic, underline: Underline, strike: Strike, code: Code, link: Link };

/** The bar. */
export function MarkBar({ editor, onDone }: { editor: Editor; onDone(act: EditorAct): void }) {
  const active = useEditorState({
    editor,
    selector: () => MARKS.filter((act) => act.isActive?.(editor)).map(({ id }) => id),
  });
  return (
    <BubbleMenu editor={editor} className={css['bar']} role="toolbar" aria-label="Selection">
      {MARKS.map((act) => (
        <IconButton
          key={act.id}
          label={act.label}
          shortcut={act.keys}
          icon={ICONS[act.id as keyof typeof ICONS]}
          isActive={active.includes(act.id)}
          onPress={() => {
            act.run(editor);
            onDone(act);
          }}
        />
      ))}
    </BubbleMenu>
  );
}
