// The text of an email.
import type { Email } from '../../../api/generated/types.ts';
import css from './content.module.css';
import { LongText } from './long-text.tsx';
import { isMissing, MissingContent } from './missing-content.tsx';

/** The view. */
export function TextView({ email }: { email: Email }) {
  if (isMissing(email)) return <MissingContent email={email} />;
  if (email.text) return <LongText text={email.text} label="Text" />;
  return (
    <p className={css['none']}>
      {email.text === ''
        ? 'This email has no text part.'
        : 'This email has only HTML. Posthorn makes the text part from it when it sends the email.'}
    </p>
  );
}
