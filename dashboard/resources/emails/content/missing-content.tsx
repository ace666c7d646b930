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
        Posthorn itself sent this email. It may contain a link for one person only.
      </Notice>
    );
  }
  return (
    <Notice kind="info" title="The content was removed">
      Content is stored for a limited time. The delivery history stays.
    </Notice>
  );
}
