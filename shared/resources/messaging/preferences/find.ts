// Reads the choices that the person of a link sees: whether the address has unsubscribed, whether it is measured, and
// its topics. A link needs no contact and no email; they may have been deleted (docs/reference/unsubscribes.md#links).
import { addressKey } from '../../../mail/addresses.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { TopicSubscription, TopicVisibility } from '../../audience/topics/topic.ts';
import type { PreferencesTarget } from '../unsubscribe-page/link.ts';

/** A topic that the person may choose. */
export interface OfferedTopic {
  id: string;
  name: string;
  description: string | null;
  /** Whether the address receives it: by its choice, else by default. */
  subscription: TopicSubscription;
  /** False: neither person nor account has chosen, the default applies. */
  isChosen: boolean;
}

/** The decisions of an address. */
export interface Preferences {
  /** Whether the address has unsubscribed from everything. */
  unsubscribed: boolean;
  /** Whether its opens and clicks are not measured. */
  refusesTracking: boolean;
  /** The topics in the order of their names. */
  topics: readonly OfferedTopic[];
  /** The topic of the link's email; undefined: it has none, or the topic was deleted. */
  topic: OfferedTopic | undefined;
}

interface TopicRow extends OfferedTopic {
  visibility: TopicVisibility;
  isChosenByPerson: boolean;
}

const FIND_ADDRESS = `
  SELECT EXISTS (SELECT FROM unsubscribes WHERE account_id = $1 AND email_key = $2) AS unsubscribed,
         EXISTS (SELECT FROM tracking_refusals WHERE account_id = $1 AND email_key = $2) AS "refusesTracking"
  FROM accounts WHERE id = $1`;

const FIND_TOPICS = `
  SELECT topics.id, name, description, visibility,
         coalesce(choice.subscription, default_subscription) AS subscription,
         choice.subscription IS NOT NULL AS "isChosen",
         coalesce(choice.chosen_by = 'person', false) AS "isChosenByPerson"
  FROM topics
  LEFT JOIN topic_choices AS choice
    ON choice.account_id = $1 AND choice.email_key = $2 AND choice.topic_id = topics.id
  WHERE topics.account_id = $1`;

/** The same order for everybody, whatever the locale of the server. */
const BY_NAME = new Intl.Collator('en');

/** @returns undefined when the account does not exist any more */
export async function findPreferences(
  database: Queryable,
  { accountId, address, topicId }: PreferencesTarget,
): Promise<Preferences | undefined> {
  const values = [accountId, addressKey(address)];
  const addresses = await database.query<Pick<Preferences, 'unsubscribed' | 'refusesTracking'>>({
    name: 'find-unsubscribe',
    text: FIND_ADDRESS,
    values,
  });
  const [found] = addresses.rows;
  if (!found) return undefined;
  const { rows } = await database.query<TopicRow>({ name: 'find-offered-topics', text: FIND_TOPICS, values });
  return { ...found, ...offerTopics(rows, topicId) };
}

/** The topics that a person may choose. @param topicId of the topic of the link's email */
export function offerTopics(
  rows: readonly TopicRow[],
  topicId: string | null,
): Pick<Preferences, 'topics' | 'topic'> {
  const topics = rows
    .filter((topic) => topic.id === topicId || isOffered(topic))
    .sort((one, other) => BY_NAME.compare(one.name, other.name) || (one.id < other.id ? -1 : 1))
    .map(({ id, name, description, subscription, isChosen }) => ({
      id,
      name,
      description,
      subscription,
      isChosen,
    }));
  return { topics, topic: topics.find(({ id }) => id === topicId) };
}

/** A private topic is offered to those who receive it, and to those who have chosen it on these pages. */
function isOffered({ visibility, subscription, isChosenByPerson }: TopicRow): boolean {
  return visibility === 'public' || subscription === 'opt_in' || isChosenByPerson;
}
