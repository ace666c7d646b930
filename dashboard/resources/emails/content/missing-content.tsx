// Why an email shows no content: it was removed after its retention, or only its recipients may read it.
import type { Email } from '../../../api/generated/types.ts';
import { Notice } from '../../../design/feedback/notice.tsx';

/** Whether there is no content to show. */
export function isMissing({ source, html, text }: Email): boolean {
  return source === 'notice' || (html === null && text === null);
}

/** Says why. */
export function MissingContent({ email }: { email: Email }) {
  if (email.source === 'notice') {
    return (
      <Notice kind="info" title="Only its recipients can read this email">
        The service sent it itself. It may have a link that is meant for one person alone.
      </Notice>
    );
  }
  return (
    <Notice kind="info" title="The content was removed">
      Contents are kept for a limited time. What happened to the email stays.
    </Notice>
  );
}
