// The choices of a person who has decided nothing yet: for a preview of pages before they are saved. It reads no
// address, because even a made-up one may have decided something.
import type { Topic } from '../../audience/topics/topic.ts';
import { offerTopics, type Preferences } from './find.ts';

/** The fields of a topic that are shown. */
type ShownTopic = Pick<Topic, 'id' | 'name' | 'description' | 'visibility' | 'defaultSubscription'>;

/** @param topicId of the topic of the email; null: it has none */
export function undecidedPreferences(topics: readonly ShownTopic[], topicId: string | null): Preferences {
  const rows = topics.map(({ id, name, description, visibility, defaultSubscription }) => ({
    id,
    name,
    description,
    visibility,
    subscription: defaultSubscription,
    isChosen: false,
    isChosenByPerson: false,
  }));
  return { unsubscribed: false, refusesTracking: false, ...offerTopics(rows, topicId) };
}
