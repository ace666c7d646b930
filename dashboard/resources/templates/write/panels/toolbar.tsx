// Above the text: what can be inserted, what a line and a selection can be, as menus with their keys.
import { type Editor, useEditorState } from '@tiptap/react';
import Check from 'lucide-react/icons/check';
import Plus from 'lucide-react/icons/plus';
import Redo from 'lucide-react/icons/redo-2';
import Settings from 'lucide-react/icons/settings-2';
import Type from 'lucide-react/icons/type';
import Undo from 'lucide-react/icons/undo-2';
import { Button } from '../../../../design/controls/button.tsx';
import { IconButton } from '../../../../design/controls/icon-button.tsx';
import { MenuButton } from '../../../../design/controls/menu.tsx';
import { RETURNED_AFTER_MS } from '../../../../design/layout/returned-focus.ts';
import { Stack } from '../../../../design/layout/stack.tsx';
import { type EditorAct, insertions, MARKS, STYLES } from '../editing/acts.ts';

interface ToolbarProps {
  editor: Editor;
  names: readonly string[];
  onDone(act: EditorAct): void;
  areSettingsShown: boolean;
  onSettings(): void;
}

/** The toolbar. */
export function Toolbar({ editor, names, onDone, areSettingsShown, onSettings }: ToolbarProps) {
  const active = useEditorState({
    editor,
    selector: () =>
      [...STYLES, ...MARKS].filter((act) => act.isActive?.(editor) === true).map(({ id }) => id),
  });
  const itemOf = (act: EditorAct) => ({
    id: act.id,
    label: act.label,
    hint: act.keys,
    icon: active.includes(act.id) ? Check : undefined,
    // The menu gives the focus back to its button first.
    onAction: () =>
      void setTimeout(() => {
        act.run(editor);
        onDone(act);
      }, RETURNED_AFTER_MS),
  });
  return (
    <Stack direction="row" gap={2} wrap>
      <MenuButton label="Insert" icon={Plus} items={insertions(names).map(itemOf)} />
      <MenuButton
        label="Style"
        icon={Type}
        items={[
          ...STYLES.map(itemOf),
          ...MARKS.map((act, index) => ({ ...itemOf(act), beginsGroup: index === 0 })),
        ]}
      />
      <IconButton
        label="Undo"
        shortcut="Ctrl Z"
        icon={Undo}
        onPress={() => editor.chain().focus().undo().run()}
      />
      <IconButton
        label="Redo"
        shortcut="Ctrl Shift Z"
        icon={Redo}
        onPress={() => editor.chain().focus().redo().run()}
      />
      <Button variant="quiet" icon={Settings} aria-expanded={areSettingsShown} onPress={onSettings}>
        Appearance
      </Button>
    </Stack>
  );
}
