// Changes what the address of a contact has chosen about topics: PATCH /contacts/:id/topics. Like the person, it may
// take every choice back (docs/reference/contacts.md#who-has-said-no).
import { notFound } from '../../../contract/domain-error.ts';
import { announceChanges } from '../contact-events/announce.ts';
import type { Contact, ContactPath } from '../contact-fields/contact.ts';
import { writeContacts } from '../contact-writes/write-contacts.ts';
import { recordOnTimeline, type TimelineActor } from '../timeline-records/record.ts';
import { chooseTopics } from '../topics/choices/choose.ts';
import { lockTopics } from '../topics/lock.ts';
import type { TopicSubscription } from '../topics/topic.ts';
import { lockContact } from './find.ts';
import type { ChangeContactDeps } from './update.ts';

/**
 * Stores choices. After the commit, the webhooks that subscribe to the event are woken.
 * @param topics the last choice counts for a repeated topic
 * @param by the actor, for timelines
 * @returns the contact
 * @throws DomainError `not_found` for the contact or a topic; as `lockContact`
 */
export function updateContactTopics(
  deps: ChangeContactDeps,
  path: ContactPath,
  topics: readonly { id: string; subscription: TopicSubscription }[],
  now: Date,
  by?: TimelineActor,
): Promise<Contact> {
  const { accountId } = path;
  return writeContacts(deps, accountId, async ({ client }) => {
    const asked = new Map(topics.map(({ id, subscription }) => [id, subscription]));
    const found = await lockTopics(client, accountId, [...asked.keys()]);
    if (found.length < asked.size) throw notFound('Topic');
    const contact = await lockContact(client, path);
    const { emailKey, email } = contact;
    const given = [...asked].map(([topicId, subscription]) => ({ emailKey, topicId, subscription }));
    const changed = await chooseTopics(client, { accountId, choices: given, chosenBy: 'account', now });
    if (changed.length > 0) {
      const chosen = changed.map(({ topicId, subscription }) => ({ id: topicId, subscription }));
      const record = {
        type: 'contact.updated' as const,
        emailKey,
        contactId: contact.id,
        data: { topics: chosen },
      };
      await recordOnTimeline(client, { accountId, by, now }, [record]);
    }
    const topicsChanged = { choices: changed, emails: new Map([[emailKey, email]]) };
    const { queues, contactListeners } = deps;
    await announceChanges(client, { topics: topicsChanged }, { accountId, now, queues, contactListeners });
    return contact;
  });
}
