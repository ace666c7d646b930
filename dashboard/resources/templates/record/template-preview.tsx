// The newest version of a template as a person gets it, with a sample of each value: rendered by the server, as a send would
// be. What publishing would refuse is shown in its place.
import { useState } from 'react';
import { asksForRemoteContent } from '../../../../shared/contract/emails/remote-content.ts';
import type { TemplatePreview as Rendered, Template } from '../../../api/generated/types.ts';
import type { InputOf } from '../../../api/request.ts';
import { useCall } from '../../../api/use-call.ts';
import { Segmented } from '../../../design/controls/segmented.tsx';
import { DocumentFrame } from '../../../design/data/document-frame.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { Said } from '../../../design/text/said.tsx';
import { LongText } from '../../emails/content/long-text.tsx';
import { samplesOf } from '../sample-values.ts';
import css from './template-record.module.css';

const PARTS = [
  { id: 'html', label: 'HTML' },
  { id: 'text', label: 'Text' },
];

/** The preview. */
export function TemplatePreview({ template }: { template: Template }) {
  const { id, html, text } = template;
  const isBlank = !(html || text);
  const input = { id, body: samplesOf(template) } as InputOf<'previewTemplate'>;
  const { data, error, refetch } = useCall('previewTemplate', input, {
    isLive: true,
    isEnabled: !isBlank,
    keepsPrevious: true,
  });
  if (isBlank)
    return <EmptyState title="Nothing is written yet">Edit it: you see here what people get.</EmptyState>;
  if (error)
    return <FailureNote title="This version has no preview" failure={error} onRetry={() => void refetch()} />;
  return data ? <Shown rendered={data} /> : <Skeleton height={480} />;
}

function Shown({ rendered }: { rendered: Rendered }) {
  const { from, subject, preview_text, html, text, warnings } = rendered;
  const [part, setPart] = useState(html === null ? 'text' : 'html');
  const choices =
    html !== null && text ? (
      <Segmented label="Part" options={PARTS} selected={part} onSelect={setPart} />
    ) : undefined;
  return (
    <div className={css['preview']}>
      <div className={css['inbox']}>
        {from !== null && <div className={css['soft']}>{from}</div>}
        <strong>{subject ?? 'No subject'}</strong>
        {preview_text !== null && <div className={css['soft']}>{preview_text}</div>}
      </div>
      {part === 'html' && html !== null ? (
        <DocumentFrame
          label="The template as people see it"
          isRemote={asksForRemoteContent(html)}
          posted={{ address: '/frames/document', fields: { html } }}
          choices={choices}
        />
      ) : (
        <>
          {choices}
          <LongText text={text ?? ''} label="Text" />
        </>
      )}
      {warnings.length > 0 && (
        <ul className={css['warnings']}>
          {warnings.map((warning) => (
            <li key={warning}>
              <Said text={warning} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
