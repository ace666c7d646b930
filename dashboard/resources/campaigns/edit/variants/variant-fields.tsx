// One variant of a test: its key, and what it has of its own. An empty field is that of the campaign, which it shows.
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { VARIANT_KEY_MAX_LENGTH } from '../../../../../shared/contract/limits.ts';
import { Button } from '../../../../design/controls/button.tsx';
import { IconButton } from '../../../../design/controls/icon-button.tsx';
import { Notice } from '../../../../design/feedback/notice.tsx';
import { TextField } from '../../../../design/fields/text-field.tsx';
import { loadedLater } from '../../../../design/lazy/loaded-later.tsx';
import { TextWithCode } from '../../../../design/text/text-with-code.tsx';
import type { EditedCampaign } from '../campaign-draft.ts';
import type { EditedVariant, TestedPart, VariantField } from './edited-test.ts';
import css from './variants.module.css';

const CodeEditor = loadedLater(() =>
  import('../../../templates/editor/code/code-editor.tsx').then((it) => it.CodeEditor),
);
const LINES = [
  { part: 'subject', label: 'Subject' },
  { part: 'preview_text', label: 'Preview text' },
  { part: 'from', label: 'From' },
] as const;
const NOTHING: readonly never[] = [];

interface VariantFieldsProps {
  variant: EditedVariant;
  place: number;
  parts: readonly TestedPart[];
  values: EditedCampaign;
  onType(field: VariantField | 'key', text: string): void;
  /** Undefined: a test has at least two. */
  onRemove: (() => void) | undefined;
  errorOf(field: string): string | undefined;
}

/** The fields. */
export function VariantFields(props: VariantFieldsProps) {
  const { variant, place, parts, values, onType, onRemove, errorOf } = props;
  const name = `Variant ${variant.key}`;
  const errorAt = (field: string) => errorOf(`variants.${place}.${field}`);
  const lines = LINES.filter(({ part }) => parts.includes(part));
  // A fault of the variant that is not about a field is about its key: another one has it.
  const shown = ['key', 'html', ...lines.map(({ part }) => part)];
  const ofWhole = shown.some((field) => errorAt(field)) ? undefined : errorOf(`variants.${place}`);
  return (
    <fieldset className={css['variant']}>
      <legend className={css['name']}>{name}</legend>
      <div className={css['line']}>
        <TextField
          label="Key"
          value={variant.key}
          maxLength={VARIANT_KEY_MAX_LENGTH}
          onChange={(typed) => onType('key', typed)}
          error={errorAt('key') ?? ofWhole}
        />
        {lines.map(({ part, label }) => (
          <TextField
            key={part}
            label={label}
            value={variant[part] ?? ''}
            placeholder={variant[part] === null ? 'None' : values[part] || undefined}
            onChange={(typed) => onType(part, typed)}
            error={errorAt(part)}
          />
        ))}
      </div>
      {onRemove && (
        <div className={css['remove']}>
          <IconButton label={`Remove ${name}`} icon={Trash2} onPress={onRemove} />
        </div>
      )}
      {parts.includes('body') && (
        <BodyField
          name={name}
          html={variant.html ?? undefined}
          source={values.source}
          onType={(typed) => onType('html', typed)}
          error={errorAt('html')}
        />
      )}
    </fieldset>
  );
}

interface BodyFieldProps {
  name: string;
  /** The html; undefined: the campaign's. */
  html: string | undefined;
  source: EditedCampaign['source'];
  onType(html: string): void;
  error: string | undefined;
}

/** A body of its own begins as a copy of the campaign's. */
function BodyField({ name, html, source, onType, error }: BodyFieldProps) {
  const [isOwn, setOwn] = useState(html !== undefined);
  const change = (next: boolean) => {
    setOwn(next);
    onType(next && source.templateId === null ? source.html : '');
  };
  return (
    <div className={css['body']}>
      {isOwn && (
        <>
          <CodeEditor.Component
            label={`HTML of ${name}`}
            text={html ?? ''}
            isReadOnly={false}
            names={NOTHING}
            problems={NOTHING}
            jump={undefined}
            onChange={onType}
          />
          {error !== undefined && (
            <Notice kind="bad" role="alert">
              <TextWithCode text={error} />
            </Notice>
          )}
        </>
      )}
      <div>
        <Button size="small" onPress={() => change(!isOwn)}>
          {isOwn ? 'Use the campaign body' : 'Write a separate body'}
        </Button>
      </div>
    </div>
  );
}
