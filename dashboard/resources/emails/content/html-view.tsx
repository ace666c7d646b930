// The HTML of an email, in a document of its own that runs nothing (api/public/dashboard-page/email-frame.ts).
import { useMemo } from 'react';
import { asksForRemoteContent } from '../../../../shared/contract/emails/remote-content.ts';
import { APP_BASE } from '../../../api/base.ts';
import type { Email } from '../../../api/generated/types.ts';
import { DocumentFrame } from '../../../design/data/document-frame.tsx';
import css from './content.module.css';
import { LongText } from './long-text.tsx';
import { isMissing, MissingContent } from './missing-content.tsx';

/** The view. */
export function HtmlView({ email }: { email: Email }) {
  const { html } = email;
  const isRemote = useMemo(() => asksForRemoteContent(html), [html]);
  if (isMissing(email)) return <MissingContent email={email} />;
  if (!html) return <p className={css['none']}>This email has no HTML.</p>;
  return (
    <DocumentFrame
      label="HTML of the email"
      isRemote={isRemote}
      address={`${APP_BASE}/frames/emails/${email.id}`}
      source={<LongText text={html} label="HTML" />}
    />
  );
}
