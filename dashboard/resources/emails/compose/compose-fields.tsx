// The fields of an email: from whom to whom, and its content.
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId, useState } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import { Segmented } from '../../../design/controls/segmented.tsx';
import { TextArea } from '../../../design/fields/text-area.tsx';
import { TextField } from '../../../design/fields/text-field.tsx';
import css from './compose.module.css';
import type { Draft } from './draft.ts';

interface FieldsProps<Name extends string> {
  draft: Draft;
  onChange(part: Partial<Draft>): void;
  errorOf(field: Name): string | undefined;
}

/** From, to, and the rare fields. */
export function AddressFields({
  draft,
  onChange,
  errorOf,
}: FieldsProps<'from' | 'to' | 'cc' | 'bcc' | 'reply_to' | 'tags'>) {
  const id = useId();
  const [isOpen, setOpen] = useState(
    [draft.cc, draft.bcc, draft.replyTo, draft.tags].some((text) => text !== ''),
  );
  const isRefused = (['cc', 'bcc', 'reply_to', 'tags'] as const).some(
    (field) => errorOf(field) !== undefined,
  );
  const isShown = isOpen || isRefused;
  return (
    <>
      <TextField
        label="From"
        value={draft.from}
        onChange={(from) => onChange({ from })}
        error={errorOf('from')}
        placeholder="Acme <hello@acme.com>"
        isRequired
      />
      <Addresses
        label="To"
        value={draft.to}
        onChange={(to) => onChange({ to })}
        error={errorOf('to')}
        hint="Up to 50 addresses, separated by commas or line breaks."
        isRequired
        autoFocus={draft.to === ''}
      />
      <div className={css['toggle']}>
        <Button
          variant="quiet"
          size="small"
          icon={isShown ? ChevronDown : ChevronRight}
          aria-expanded={isShown}
          aria-controls={isShown ? id : undefined}
          onPress={() => setOpen(!isShown)}
        >
          Cc, Bcc, Reply-To, tags
        </Button>
      </div>
      {isShown && (
        <div id={id} className={css['more']}>
          <RareFields draft={draft} onChange={onChange} errorOf={errorOf} />
        </div>
      )}
    </>
  );
}

function RareFields({ draft, onChange, errorOf }: FieldsProps<'cc' | 'bcc' | 'reply_to' | 'tags'>) {
  return (
    <>
      <Addresses label="Cc" value={draft.cc} onChange={(cc) => onChange({ cc })} error={errorOf('cc')} />
      <Addresses label="Bcc" value={draft.bcc} onChange={(bcc) => onChange({ bcc })} error={errorOf('bcc')} />
      <Addresses
        label="Reply-To"
        value={draft.replyTo}
        onChange={(replyTo) => onChange({ replyTo })}
        error={errorOf('reply_to')}
      />
      <TextField
        label="Tags"
        value={draft.tags}
        onChange={(tags) => onChange({ tags })}
        error={errorOf('tags')}
        hint="Name and value pairs to filter by, separated by commas: kind:order, plan:pro"
      />
    </>
  );
}

/** Subject, content and time. */
export function ContentFields({
  draft,
  onChange,
  errorOf,
  contentError,
}: FieldsProps<'subject' | 'scheduled_at'> & { contentError: string | undefined }) {
  const isHtml = draft.kind === 'html';
  const isBoth = draft.html !== '' && draft.text !== '';
  return (
    <>
      <TextField
        label="Subject"
        value={draft.subject}
        onChange={(subject) => onChange({ subject })}
        error={errorOf('subject')}
        isRequired
      />
      <div className={css['content']}>
        <Segmented
          label="Content type"
          options={[
            { id: 'text', label: 'Text' },
            { id: 'html', label: 'HTML' },
          ]}
          selected={draft.kind}
          onSelect={(kind) => onChange({ kind: kind === 'html' ? 'html' : 'text' })}
        />
        <TextArea
          label={isHtml ? 'HTML' : 'Text'}
          isLabelHidden
          value={isHtml ? draft.html : draft.text}
          onChange={(content) => onChange(isHtml ? { html: content } : { text: content })}
          error={contentError}
          rows={8}
          isMono={isHtml}
          {...(isBoth && { hint: 'Both the text and the HTML are sent.' })}
        />
      </div>
      <TextField
        label="Send at"
        value={draft.scheduledAt}
        onChange={(scheduledAt) => onChange({ scheduledAt })}
        error={errorOf('scheduled_at')}
        placeholder="Now"
        hint="Such as “in 2 hours”, “tomorrow at 9am CET” or 2026-12-01T10:00:00Z, up to 30 days ahead. A time without a zone is UTC."
      />
    </>
  );
}

interface AddressesProps {
  label: string;
  value: string;
  onChange(value: string): void;
  error: string | undefined;
  hint?: string;
  isRequired?: boolean;
  autoFocus?: boolean;
}

/** One line that grows: a pasted column of addresses keeps its line ends. */
function Addresses(props: AddressesProps) {
  return (
    <div className={css['addresses']}>
      <TextArea {...props} rows={1} />
    </div>
  );
}
