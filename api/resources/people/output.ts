// JSON forms of people to whom an account may send (docs/reference/people.md).
import type { KnownPerson } from '../../../shared/resources/flows/timelines/find-person.ts';

/** The answer of GET /people/:address. */
export function toPerson({ emailKey, contacts, unsubscribe, topics, suppression }: KnownPerson) {
  return {
    object: 'person',
    address: emailKey,
    contacts: contacts.map(({ id, audience, domains, createdAt }) => ({
      id,
      audience,
      domains,
      created_at: createdAt.toISOString(),
    })),
    unsubscribed: unsubscribe
      ? { since: unsubscribe.since.toISOString(), by: unsubscribe.by, email_id: unsubscribe.emailId }
      : null,
    topics: topics.map(({ since, ...topic }) => ({ ...topic, since: since?.toISOString() ?? null })),
    suppression: suppression
      ? {
          origin: suppression.origin,
          since: suppression.createdAt.toISOString(),
          email_id: suppression.emailId,
          reply: suppression.smtpReply,
        }
      : null,
    tracking: null,
  };
}
