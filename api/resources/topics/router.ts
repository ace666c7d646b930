// Routes of /topics: create, list, read, change and delete topics.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { findPageOf } from '../../../shared/platform/db/list.ts';
import { createTopic } from '../../../shared/resources/audience/topics/create.ts';
import { deleteTopic } from '../../../shared/resources/audience/topics/delete.ts';
import { requireTopic } from '../../../shared/resources/audience/topics/find.ts';
import { TOPIC_LIST } from '../../../shared/resources/audience/topics/list.ts';
import { updateTopic } from '../../../shared/resources/audience/topics/update.ts';
import { toList } from '../../page.ts';
import { type Resource, route, uuidOf } from '../../route.ts';
import { createTopicInput, listTopicsQuery, updateTopicInput } from './input.ts';
import { toTopic, toTopicItem } from './output.ts';

const params = { id: uuidOf('Topic') };

/** Routes of topics. */
export const topicRoutes: Resource = [
  route(OPERATIONS.createTopic, { body: createTopicInput }, async ({ deps, caller: { accountId }, body }) => {
    const { default_subscription: defaultSubscription, ...fields } = body;
    const topic = {
      id: deps.ids.next(),
      accountId,
      ...fields,
      defaultSubscription,
      createdAt: deps.clock.now(),
    };
    return toTopic(await createTopic(deps, topic));
  }),
  route(OPERATIONS.listTopics, { query: listTopicsQuery }, async ({ deps, caller, query }) =>
    toList(await findPageOf(deps.database, TOPIC_LIST, caller.accountId, query), toTopicItem),
  ),
  route(OPERATIONS.getTopic, { params }, async ({ deps, caller, params: { id } }) =>
    toTopic(await requireTopic(deps.database, caller.accountId, id)),
  ),
  route(
    OPERATIONS.updateTopic,
    { params, body: updateTopicInput },
    async ({ deps, caller: { accountId }, params: { id }, body }) => {
      const { name, visibility, default_subscription: defaultSubscription } = body;
      const description = body.description === '' ? null : body.description;
      const ifUpdatedAt = body.if_updated_at;
      const changes = { name, visibility, description, defaultSubscription, ifUpdatedAt };
      return toTopic(await updateTopic(deps, { accountId, id }, changes, deps.clock.now()));
    },
  ),
  route(OPERATIONS.deleteTopic, { params }, async ({ deps, caller: { accountId }, params: { id } }) => {
    const deleted = await deleteTopic(deps, { accountId, id }, deps.clock.now());
    return { object: 'topic', id: deleted.id, deleted: true };
  }),
];
