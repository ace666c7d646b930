// What an event is about: a link to its email, where it is about one.
import { Link } from 'wouter';
import { emailOfPayload } from './email-of-payload.ts';

/** The link, or a dash. */
export function EventSubject({ payload }: { payload: unknown }) {
  const email = emailOfPayload(payload);
  if (!email) return '–';
  return <Link href={`/emails/${email.id}`}>{email.subject || 'An email without a subject'}</Link>;
}
