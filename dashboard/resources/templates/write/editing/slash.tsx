// `/` in a line: the blocks and styles whose words begin with what is typed after it, in a list that the arrows and Enter of the
// editor move in (a combobox of WAI-ARIA: the focus stays in the text).
import { type Editor, Extension } from '@tiptap/core';
import { ReactRenderer } from '@tiptap/react';
import Suggestion, { type SuggestionProps } from '@tiptap/suggestion';
import { classNames } from '../../../../design/class-names.ts';
import menuStyles from '../../../../design/controls/menu.module.css';
import type { EditorAct } from './acts.ts';
import css from './slash.module.css';

const LIST_ID = 'write-acts';

interface SlashOptions {
  acts(): readonly EditorAct[];
  onChosen(act: EditorAct): void;
}

interface ActListProps {
  acts: readonly EditorAct[];
  active: number;
  onChoose(act: EditorAct): void;
}

type ListState = SuggestionProps<EditorAct, EditorAct>;

/** The extension. */
export const Slash = Extension.create<SlashOptions>({
  name: 'slash',
  addOptions: () => ({ acts: () => [], onChosen: () => undefined }),
  addProseMirrorPlugins() {
    const { acts, onChosen } = this.options;
    return [
      Suggestion<EditorAct, EditorAct>({
        editor: this.editor,
        char: '/',
        allow: ({ state: { selection } }) => selection.$from.parent.type.name !== 'button',
        items: ({ query }) => acts().filter(({ label }) => isLike(label, query)),
        command: ({ editor, range, props: act }) => {
          editor.commands.deleteRange(range);
          act.run(editor);
          onChosen(act);
        },
        render: drawList,
      }),
    ];
  },
});

/** A word of it begins so. */
function isLike(label: string, query: string): boolean {
  return ` ${label}`.toLowerCase().includes(` ${query.toLowerCase()}`);
}

function drawList() {
  let list: ReactRenderer<unknown, ActListProps> | undefined;
  let unmount: (() => void) | undefined;
  let state: ListState | undefined;
  let active = 0;
  const draw = () => {
    if (!state) return;
    const { items, command, editor } = state;
    list?.updateProps({ acts: items, active, onChoose: command });
    say(editor, items[active]?.id);
  };
  const move = (by: number) => {
    const count = state?.items.length ?? 0;
    active = (active + by + count) % Math.max(1, count);
    draw();
  };
  return {
    onStart(props: ListState) {
      state = props;
      active = 0;
      list = new ReactRenderer(ActList, {
        editor: props.editor,
        props: { acts: props.items, active, onChoose: props.command },
      });
      unmount = props.mount(list.element);
      draw();
    },
    onUpdate(props: ListState) {
      state = props;
      active = 0;
      draw();
    },
    onKeyDown({ event }: { event: KeyboardEvent }): boolean {
      const act = state?.items[active];
      if (!act || event.isComposing) return false;
      if (event.key === 'ArrowDown') move(1);
      else if (event.key === 'ArrowUp') move(-1);
      else if (event.key === 'Enter' || event.key === 'Tab') state?.command(act);
      else return false;
      return true;
    },
    onExit(props: ListState) {
      say(props.editor, undefined);
      unmount?.();
      list?.destroy();
      list = undefined;
    },
  };
}

/** Announces the chosen option to screen readers. */
function say({ view: { dom } }: Editor, id: string | undefined): void {
  if (id === undefined) {
    dom.removeAttribute('aria-controls');
    dom.removeAttribute('aria-activedescendant');
    return;
  }
  dom.setAttribute('aria-controls', LIST_ID);
  dom.setAttribute('aria-activedescendant', `${LIST_ID}-${id}`);
}

function ActList({ acts, active, onChoose }: ActListProps) {
  if (acts.length === 0) return null;
  return (
    <div
      id={LIST_ID}
      role="listbox"
      aria-label="Insert"
      className={classNames(menuStyles.popover, css['list'])}
    >
      {acts.map((act, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the editor has the focus, and the keys.
        <div
          key={act.id}
          id={`${LIST_ID}-${act.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={classNames(menuStyles.item, css['option'])}
          ref={(option) => {
            if (index === active) option?.scrollIntoView({ block: 'nearest' });
          }}
          // The focus stays in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(act)}
        >
          <span className={menuStyles.words}>{act.label}</span>
          {act.keys === undefined ? null : <span className={menuStyles.hint}>{act.keys}</span>}
        </div>
      ))}
    </div>
  );
}
