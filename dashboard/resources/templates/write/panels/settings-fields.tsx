// How the email looks as a whole: its width, font and colours. What is at fault is not taken over, and says why.
import { useState } from 'react';
import {
  findFaintText,
  TEXT_CONTRAST_MIN,
} from '../../../../../shared/contract/unsubscribe-page/contrast.ts';
import { DEFAULT_PAGE_COLORS, PAGE_COLOR } from '../../../../../shared/contract/unsubscribe-page/values.ts';
import { ColorField } from '../../../../design/fields/color-field.tsx';
import { Select } from '../../../../design/fields/select.tsx';
import { TextField } from '../../../../design/fields/text-field.tsx';
import type { DocumentSettings } from '../document/document.ts';
import { FONTS, WIDTH } from '../document/schema.ts';
import css from '../write.module.css';

const COLORS = [
  ['backgroundColor', 'Background'],
  ['textColor', 'Text colour'],
  ['accentColor', 'Links and buttons'],
] as const;
type ColorName = (typeof COLORS)[number][0];
const FONT_NAMES = { arial: 'Arial', verdana: 'Verdana', georgia: 'Georgia', courier: 'Courier New' };
const FONT_OPTIONS = FONTS.map((id) => ({ id, label: FONT_NAMES[id] }));
const NO_COLOR = 'Enter a hex colour, such as #1f4fd8.';
const NO_WIDTH = `Enter a number from ${WIDTH.minimum} to ${WIDTH.maximum}.`;

interface SettingsFieldsProps {
  settings: DocumentSettings;
  onChange(settings: DocumentSettings): void;
}

/** The fields. */
export function SettingsFields({ settings, onChange }: SettingsFieldsProps) {
  const [typed, setTyped] = useState<Partial<Record<keyof DocumentSettings, string>>>({});
  const textOf = (name: keyof DocumentSettings) => typed[name] ?? String(settings[name]);
  /** @param value undefined: the text is none */
  const type = (name: keyof DocumentSettings, text: string, value: string | number | undefined) => {
    setTyped({ ...typed, [name]: text });
    if (value !== undefined) onChange({ ...settings, [name]: value });
  };
  const faint = findFaintText(settings);
  const faultOf = (name: ColorName) => {
    if (colorOf(name, textOf(name)) === undefined) return NO_COLOR;
    return name === 'textColor' && faint
      ? `This text is hard to read: its contrast is ${faint.contrast}:1. It must be at least ${TEXT_CONTRAST_MIN}:1.`
      : undefined;
  };
  return (
    <fieldset className={css['panel']}>
      <legend className="visually-hidden">Appearance</legend>
      <TextField
        label="Width"
        inputMode="decimal"
        suffix="px"
        value={textOf('width')}
        onChange={(text) => type('width', text, widthOf(text))}
        error={widthOf(textOf('width')) === undefined ? NO_WIDTH : undefined}
      />
      <Select
        label="Font"
        options={FONT_OPTIONS}
        value={settings.font}
        onChange={(font) => type('font', font, font)}
      />
      {COLORS.map(([name, label]) => (
        <ColorField
          key={name}
          label={label}
          fallback={DEFAULT_PAGE_COLORS[name]}
          value={textOf(name)}
          onChange={(text) => type(name, text, colorOf(name, text))}
          error={faultOf(name)}
        />
      ))}
    </fieldset>
  );
}

function widthOf(text: string): number | undefined {
  const width = /^\d+$/.test(text) ? Number(text) : 0;
  return width >= WIDTH.minimum && width <= WIDTH.maximum ? width : undefined;
}

/** Empty is the default. */
function colorOf(name: ColorName, text: string): string | undefined {
  if (text === '') return DEFAULT_PAGE_COLORS[name];
  return PAGE_COLOR.test(text) ? text : undefined;
}
