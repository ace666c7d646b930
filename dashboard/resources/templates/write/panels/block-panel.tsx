// The fields of the block that the selection is in, below the text: the URL of a link, a button and an image, the code of an HTML
// block, a variable. Enter and Esc lead back to the text.
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type Ref, useState } from 'react';
import { Button } from '../../../../design/controls/button.tsx';
import { ComboBox } from '../../../../design/fields/combo/combo-box.tsx';
import { TextArea } from '../../../../design/fields/text-area.tsx';
import { TextField } from '../../../../design/fields/text-field.tsx';
import { isVariableKey, readImageWidth } from '../document/schema.ts';
import {
  changeBlock,
  findBlock,
  goOnAfter,
  removeBlock,
  type SelectedBlock,
} from '../editing/selected-block.ts';
import { writeImageUrl, writeUrl } from '../to-email/escape.ts';
import css from '../write.module.css';

interface BlockPanelProps {
  editor: Editor;
  names: readonly string[];
  /** The element, to focus it. */
  ref: Ref<HTMLFieldSetElement>;
}

const NO_LINK = 'Enter a URL that starts with https://, mailto: or tel:, or a variable such as {{{LINK}}}.';
const NO_IMAGE = 'Enter a URL that starts with https://, or a variable such as {{{PICTURE}}}.';

const NO_NAME = 'Enter a name of letters, digits, - and _. Separate its parts with dots.';

/** The fields; nothing where a block has none. */
export function BlockPanel({ editor, names, ref }: BlockPanelProps) {
  const block = useEditorState({ editor, selector: () => findBlock(editor) });
  if (!block) return null;
  const back = (event: KeyboardEvent) => {
    const isDone =
      event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.role !== 'combobox';
    if (event.defaultPrevented || !(isDone || event.key === 'Escape')) return;
    event.preventDefault();
    goOnAfter(editor);
    editor.view.focus();
  };
  return (
    <fieldset ref={ref} className={css['panel']} onKeyDown={back}>
      <legend className="visually-hidden">{block.label}</legend>
      <BlockFields block={block} names={names} set={(attrs) => changeBlock(editor, block, attrs)} />
      <div className={css['acts']}>
        <Button size="small" onPress={() => removeBlock(editor, block)}>
          Remove {block.label.toLowerCase()}
        </Button>
      </div>
    </fieldset>
  );
}

interface BlockFieldsProps {
  block: SelectedBlock;
  names: readonly string[];
  set(attrs: Readonly<Record<string, unknown>>): void;
}

function BlockFields({ block, names, set }: BlockFieldsProps) {
  const { type, attrs } = block;
  const text = (name: string) => String(attrs[name] ?? '');
  const fieldOf = (name: string) => ({
    value: text(name),
    onChange: (value: string) => set({ [name]: value }),
  });
  const faultOf = (name: string, fault: string, write = writeUrl) =>
    text(name) === '' || write(text(name)) ? undefined : fault;
  switch (type) {
    case 'link':
      return <TextField label="Link URL" isMono {...fieldOf('href')} error={faultOf('href', NO_LINK)} />;
    case 'button':
      return <TextField label="Button URL" isMono {...fieldOf('url')} error={faultOf('url', NO_LINK)} />;
    case 'html':
      return <TextArea label="HTML" rows={6} isMono {...fieldOf('code')} />;
    case 'image':
      return (
        <>
          <TextField
            label="Image URL"
            isMono
            {...fieldOf('url')}
            error={faultOf('url', NO_IMAGE, writeImageUrl)}
          />
          <TextField
            label="Alternative text"
            hint="For people who cannot see the image."
            {...fieldOf('alt')}
          />
          <TextField
            label="Width"
            type="number"
            hint="Leave empty to use the full width."
            suffix="px"
            value={text('width')}
            onChange={(value) => set({ width: readImageWidth(value) })}
          />
        </>
      );
    case 'variable':
      return <VariableFields key={block.pos} block={block} names={names} set={set} />;
    default:
      return null;
  }
}

/** A name that is none is not taken over. */
function VariableFields({ block: { attrs }, names, set }: BlockFieldsProps) {
  const key = String(attrs['key']);
  const [typed, setTyped] = useState(key);
  return (
    <>
      <ComboBox
        label="Variable"
        isFreeText
        value={{ id: names.includes(key) ? key : undefined, label: key }}
        onChange={(value) => {
          const name = value?.label.trim() ?? '';
          setTyped(name);
          if (isVariableKey(name)) set({ key: name });
        }}
        error={isVariableKey(typed) ? undefined : NO_NAME}
        read={(typed) =>
          Promise.resolve(
            names
              .filter((name) => name.toLowerCase().includes(typed.toLowerCase()))
              .map((name) => ({ id: name, label: name })),
          )
        }
      />
      <TextField
        label="Fallback"
        hint="Used when the variable has no value."
        value={String(attrs['fallback'])}
        onChange={(value) => set({ fallback: value.replace(/[{}]/g, '') })}
      />
    </>
  );
}
