// One DNS record of a domain: a line with what it is for and how it is, which opens what to publish and what DNS has in its place.
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useId } from 'react';
import type { Domain } from '../../../api/generated/types.ts';
import { Copyable } from '../../../design/text/copyable.tsx';
import { Status } from '../../../design/text/status.tsx';
import type { HostForm } from '../providers/provider-guides.ts';
import { FoundValues } from './found-values.tsx';
import { recordId, recordName, recordNote, recordPurpose, type ShownDnsRecord } from './purpose.ts';
import { recordBadge } from './record-words.ts';
import css from './records.module.css';

interface RecordRowProps {
  record: ShownDnsRecord;
  domain: Domain;
  hostForm: HostForm;
  /** The copied values, as passed to `onCopied`. */
  copied: ReadonlySet<string>;
  onCopied(what: string): void;
  isOpen: boolean;
  onToggle(): void;
}

/** The row. */
export function RecordRow(props: RecordRowProps) {
  const { record, domain, hostForm, copied, onCopied, isOpen, onToggle } = props;
  const bodyId = useId();
  const id = recordId(record);
  const name = recordName(record);
  const note = recordNote(record);
  const copyable = (what: string, text: string, isClamped = false) => (
    <Copyable
      text={text}
      label={`the ${what} of ${name}`}
      isMono
      isClamped={isClamped}
      wasCopied={copied.has(`${id} ${what}`)}
      onCopied={() => onCopied(`${id} ${what}`)}
    />
  );
  return (
    <li className={css['record']} data-record={id}>
      <div className={css['head']}>
        <h4 className={css['purpose']}>
          <button
            type="button"
            className={css['toggle']}
            aria-expanded={isOpen}
            aria-controls={isOpen ? bodyId : undefined}
            onClick={onToggle}
          >
            <ChevronRight className={css['chevron']} size={14} aria-hidden />
            {recordPurpose(record)}
          </button>
        </h4>
        {note !== undefined && <span className={css['optional']}>{note}</span>}
        <span className={css['state']}>
          <Status {...recordBadge(record)} />
        </span>
      </div>
      {isOpen && (
        <div id={bodyId} className={css['body']}>
          <dl className={css['fields']}>
            <Field label="Type">{record.type}</Field>
            <Field label={hostForm === 'full' ? 'Full name' : 'Host'}>
              {copyable('host', hostForm === 'full' ? record.name : record.host)}
            </Field>
            {record.priority !== null && (
              <Field label="Priority">{copyable('priority', String(record.priority))}</Field>
            )}
            <Field label="Value" isWide>
              {copyable('value', record.value, true)}
            </Field>
          </dl>
          <FoundValues record={record} domain={domain} />
        </div>
      )}
    </li>
  );
}

interface FieldProps {
  label: string;
  isWide?: boolean;
  children: ReactNode;
}

function Field({ label, isWide = false, children }: FieldProps) {
  return (
    <div className={css['field']} data-wide={isWide || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
