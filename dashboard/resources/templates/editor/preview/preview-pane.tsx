// The mail as it would be with the sample: what an inbox shows of it, then the mail itself, as the server renders it. While one
// types, what was shown before stays, dimmed.
import { useMemo } from 'react';
import { asksForRemoteContent } from '../../../../../shared/contract/emails/remote-content.ts';
import type { TemplatePreview } from '../../../../api/generated/types.ts';
import { DocumentFrame } from '../../../../design/data/document-frame.tsx';
import { FailureNote } from '../../../../design/feedback/failure-note.tsx';
import { Notice } from '../../../../design/feedback/notice.tsx';
import { Skeleton } from '../../../../design/feedback/skeleton.tsx';
import { CodeFrame } from '../../../../design/text/code-block.tsx';
import { Said } from '../../../../design/text/said.tsx';
import css from './preview.module.css';
import type { Preview } from './use-preview.ts';

/** The pane. */
export function PreviewPane({ found, failure, state, ask }: Preview) {
  return (
    <section aria-label="Preview" className={css['pane']}>
      {state === 'unfinished' && (
        <Notice kind="info">Finish the values and the variables to see the mail.</Notice>
      )}
      {failure && failure.problems.length === 0 && <FailureNote failure={failure} onRetry={ask} />}
      {failure && failure.problems.length > 0 && (
        <Notice kind="warn">
          {found ? 'This is the mail before the last changes. ' : ''}What is wrong is listed with the source.
        </Notice>
      )}
      {found ? (
        <div
          className={css['mail']}
          data-old={state !== 'known' || failure !== undefined || undefined}
          aria-busy={state === 'asking'}
        >
          <Inbox mail={found} />
          <Mail mail={found} />
          {found.warnings.length > 0 && <Warnings warnings={found.warnings} />}
        </div>
      ) : (
        !failure && <Skeleton height={420} />
      )}
    </section>
  );
}

function Inbox({ mail: { from, subject, preview_text } }: { mail: TemplatePreview }) {
  return (
    <section className={css['inbox']} aria-label="In an inbox">
      <span className={css['from']}>{from ?? 'The sender of the send'}</span>
      <span className={css['line']}>
        <span className={css['subject']}>{subject ?? 'The subject of the send'}</span>
        {preview_text && <span className={css['text']}>{preview_text}</span>}
      </span>
    </section>
  );
}

function Mail({ mail: { html, text } }: { mail: TemplatePreview }) {
  const isRemote = useMemo(() => asksForRemoteContent(html), [html]);
  const words = text === null ? <p>Mail has no text.</p> : <Text text={text} />;
  if (html === null) return words;
  return (
    <DocumentFrame
      label="The mail"
      isRemote={isRemote}
      posted={{ address: '/frames/document', fields: { html }, isSettled: true }}
      source={words}
      sourceLabel="Text"
      isReduced
    />
  );
}

function Text({ text }: { text: string }) {
  return (
    <CodeFrame label="Text of the mail" title="Text" copied={text} isTall>
      {text}
    </CodeFrame>
  );
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  return (
    <Notice kind="warn">
      <ul className={css['warnings']}>
        {warnings.map((warning) => (
          <li key={warning}>
            <Said text={warning} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
