// A mail as the server renders it: what an inbox shows of it, the mail itself on a desk, on a phone or as text, and what it
// warns of. What is shown while the next one is asked for is dimmed.
import { useMemo } from 'react';
import { asksForRemoteContent } from '../../../../shared/contract/emails/remote-content.ts';
import { DocumentFrame } from '../../../design/data/document-frame.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { TextWithCode } from '../../../design/text/text-with-code.tsx';
import { LongText } from '../../emails/content/long-text.tsx';
import css from './mail.module.css';
import type { ShownMail } from './shown-mail.ts';

interface MailViewProps {
  mail: ShownMail;
  /** Whether it differs from what a recipient would get now. */
  isOld?: boolean;
  isAsking?: boolean;
  /** Its frame is next to a form (DocumentFrame). */
  isReduced?: boolean;
}

/** All of it. */
export function MailView({ mail, isOld = false, isAsking = false, isReduced = false }: MailViewProps) {
  return (
    <div className={css['mail']} data-old={isOld || undefined} aria-busy={isAsking}>
      <Inbox mail={mail} />
      <Mail mail={mail} isReduced={isReduced} />
      {mail.warnings.length > 0 && <Warnings warnings={mail.warnings} />}
    </div>
  );
}

function Inbox({ mail: { from, subject, preview_text } }: Pick<MailViewProps, 'mail'>) {
  return (
    <section className={css['inbox']} aria-label="In an inbox">
      <span className={css['from']}>{from ?? 'The sender that each send provides'}</span>
      <span className={css['line']}>
        <span className={css['subject']}>{subject ?? 'The subject that each send provides'}</span>
        {preview_text && <span className={css['text']}>{preview_text}</span>}
      </span>
    </section>
  );
}

function Mail({ mail: { html, text }, isReduced }: { mail: ShownMail; isReduced: boolean }) {
  const isRemote = useMemo(() => asksForRemoteContent(html), [html]);
  const words = text === null ? <p>The email has no text part.</p> : <LongText text={text} label="Text" />;
  if (html === null) return words;
  return (
    <DocumentFrame
      label="The mail"
      isRemote={isRemote}
      posted={{ address: '/frames/document', fields: { html }, isSettled: true }}
      source={words}
      sourceLabel="Text"
      isReduced={isReduced}
    />
  );
}

function Warnings({ warnings }: Pick<ShownMail, 'warnings'>) {
  return (
    <Notice kind="warn">
      <ul className={css['warnings']}>
        {warnings.map((warning) => (
          <li key={warning}>
            <TextWithCode text={warning} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
