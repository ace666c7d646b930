// What an inbox shows of the mail that is made of a template or sent by a campaign: who it is from, its subject, the text after it, and where an
// answer goes.
import { memo } from 'react';
import type { ApiFailure } from '../../../api/failure.ts';
import { fieldError } from '../../../api/form-failure.ts';
import { TextField } from '../../../design/fields/text-field.tsx';
import css from './editor.module.css';
import { TEMPLATE_LABELS, type TemplateDraft } from './template-draft.ts';

/** The fields in the shown order; a hint explains an empty one. */
const FIELDS = [
  { field: 'from', placeholder: 'Ana <ana@acme.dev>' },
  { field: 'subject', placeholder: 'Welcome, {{{FIRST_NAME|friend}}}' },
  {
    field: 'preview_text',
    placeholder: 'Here is how to get started',
    hint: 'Inboxes show this text after the subject.',
  },
  {
    field: 'reply_to',
    placeholder: 'help@acme.dev',
    hint: 'Leave empty to send replies to the From address.',
  },
] as const;

type HeadField = (typeof FIELDS)[number]['field'];

interface HeadFieldsProps extends Pick<TemplateDraft, HeadField> {
  /** The meaning of an empty From or subject; absent: both are required. */
  emptyHint?: string;
  onChange(changes: Partial<Pick<TemplateDraft, HeadField>>): void;
  failure: ApiFailure | undefined;
  isReadOnly: boolean;
}

/** The fields; one that is at fault is found by its name. */
export const HeadFields = memo(function HeadFields(props: HeadFieldsProps) {
  const { emptyHint, onChange, failure, isReadOnly } = props;
  return (
    <div className={css['head']}>
      {FIELDS.map(({ field, ...more }) => (
        <TextField
          key={field}
          hint={emptyHint}
          {...more}
          label={TEMPLATE_LABELS[field]}
          name={field}
          value={props[field]}
          onChange={(value) => onChange({ [field]: value })}
          error={fieldError(failure, field)}
          isReadOnly={isReadOnly}
        />
      ))}
    </div>
  );
});
