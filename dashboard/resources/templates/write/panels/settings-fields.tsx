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
  ['textColor', 'Texts'],
  ['accentColor', 'Links and buttons'],
] as const;
const FONT_NAMES = { arial: 'Arial', verdana: 'Verdana', georgia: 'Georgia', courier: 'Courier New' };
const FONT_OPTIONS = FONTS.map((id) => ({ id, label: FONT_NAMES[id] }));
const NO_COLOR = 'Give a colour as # and six digits or letters up to f, such as #1f4fd8.';

interface SettingsFieldsProps {
  settings: DocumentSettings;
  onChange(settings: DocumentSettings): void;
}

/** The fields. */
export function SettingsFields({ settings, onChange }: SettingsFieldsProps) {
  const [typed, setTyped] = useState<Partial<Record<keyof DocumentSettings, string>>>({});
  const type = (name: keyof DocumentSettings, text: string, value: string | number | undefined) => {
    setTyped({ ...typed, [name]: text });
    if (value !== undefined) onChange({ ...settings, [name]: value });
  };
  const width = typed.width ?? String(settings.width);
  const isWidth = /^\d+$/.test(width) && Number(width) >= WIDTH.minimum && Number(width) <= WIDTH.maximum;
  const faint = findFaintText(settings);
  return (
    <fieldset className={css['panel']}>
      <legend className="visually-hidden">Looks</legend>
      <TextField
        label="Width"
        inputMode="decimal"
        suffix="px"
        value={width}
        onChange={(text) => {
          const value = Number(text);
          type(
            'width',
            text,
            /^\d+$/.test(text) && value >= WIDTH.minimum && value <= WIDTH.maximum ? value : undefined,
          );
        }}
        error={isWidth ? undefined : `Give a number from ${WIDTH.minimum} to ${WIDTH.maximum}.`}
      />
      <Select
        label="Font"
        options={FONT_OPTIONS}
        value={settings.font}
        onChange={(font) => type('font', font, font)}
      />
      {COLORS.map(([name, label]) => {
        const text = typed[name] ?? settings[name];
        const isColor = PAGE_COLOR.test(text);
        return (
          <ColorField
            key={name}
            label={label}
            fallback={DEFAULT_PAGE_COLORS[name]}
            value={text}
            onChange={(value) =>
              type(
                name,
                value,
                value === '' ? DEFAULT_PAGE_COLORS[name] : PAGE_COLOR.test(value) ? value : undefined,
              )
            }
            error={
              isColor || text === ''
                ? name === 'textColor' && faint
                  ? `People could hardly read this: its contrast is ${faint.contrast}:1, and ${TEXT_CONTRAST_MIN}:1 is the least.`
                  : undefined
                : NO_COLOR
            }
          />
        );
      })}
    </fieldset>
  );
}
