// Lists the topics of an account with the choices of one address, and has the SQL condition for the contacts that a
// topic reaches.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { findPage, type Page, type PageRequest } from '../../../../platform/db/page.ts';
import { HAS_UNSUBSCRIBED, whichMostRowsMeet } from '../../unsubscribes/has-unsubscribed.ts';
import type { Topic, TopicSubscription } from '../topic.ts';

/** A topic, and whether an address receives its mail: by its choice, else by default. */
export interface ChosenTopic extends Pick<Topic, 'id' | 'name' | 'description'> {
  subscription: TopicSubscription;
}

/** Lists a page of an account's topics for an address in key form, newest first. */
export function listChosenTopics(
  database: Queryable,
  { accountId, emailKey }: { accountId: string; emailKey: string },
  page: PageRequest,
): Promise<Page<ChosenTopic>> {
  const select = `
    SELECT id, name, description, coalesce(
      (SELECT subscription FROM topic_choices
       WHERE topic_choices.account_id = topics.account_id AND email_key = $2 AND topic_id = topics.id),
      default_subscription) AS subscription
    FROM topics`;
  const values = [[accountId], emailKey];
  const where = 'account_id = ANY($1::uuid[])';
  return findPage<ChosenTopic>(database, { select, where, values, orderedWithin: 'account_id' }, page);
}

/**
 * SQL condition on a row of `contacts`: the mail of the topic reaches its address, which has not unsubscribed from
 * everything. A topic that reaches by default is looked up for each contact of the list. One that must be chosen may
 * reach few, so Postgres may start from the choices.
 * @param topicId SQL placeholder of the topic's id
 */
export function reachedBy({ defaultSubscription }: Topic, topicId: string): string {
  const chosen = (subscription: TopicSubscription) => `
    FROM topic_choices
    WHERE topic_choices.account_id = contacts.account_id AND topic_choices.email_key = contacts.email_key
      AND topic_id = ${topicId} AND subscription = '${subscription}'`;
  const isReached =
    defaultSubscription === 'opt_in'
      ? whichMostRowsMeet(`NOT coalesce((SELECT true ${chosen('opt_out')}), false)`)
      : `EXISTS (SELECT ${chosen('opt_in')})`;
  return `${whichMostRowsMeet(`NOT ${HAS_UNSUBSCRIBED}`)} AND ${isReached}`;
}
