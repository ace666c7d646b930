// Input of /topics (docs/reference/topics.md).
import Joi from 'joi';
import { TOPIC_DESCRIPTION_MAX_LENGTH, TOPIC_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { TOPIC_SUBSCRIPTIONS, TOPIC_VISIBILITIES } from '../../../shared/contract/topics/values.ts';
import type { TopicSubscription, TopicVisibility } from '../../../shared/resources/audience/topics/topic.ts';
import { ifUpdatedAt } from '../../input/if-updated-at.ts';
import { pageQuery } from '../../page.ts';

/** Body of POST /topics. */
export interface CreateTopicInput {
  name: string;
  description: string | null;
  default_subscription: TopicSubscription;
  visibility: TopicVisibility;
}

const name = Joi.string().trim().max(TOPIC_NAME_MAX_LENGTH).description('Name, up to 50 characters');
/** A description without text is none. */
const description = Joi.string()
  .trim()
  .max(TOPIC_DESCRIPTION_MAX_LENGTH)
  .empty(Joi.valid('', null))
  .description('Description, up to 200 characters');
const defaultSubscription = Joi.string().valid(...TOPIC_SUBSCRIPTIONS);
const visibility = Joi.string().valid(...TOPIC_VISIBILITIES);

/** Body of POST /topics. */
export const createTopicInput = Joi.object<CreateTopicInput>({
  name: name.empty(Joi.valid('', null)).required(),
  description: description.default(null),
  default_subscription: defaultSubscription
    .empty(null)
    .required()
    .description(
      '`opt_in`: an address receives the topic unless it opts out; `opt_out`: only if it opts in. It cannot be changed later',
    ),
  visibility: visibility
    .empty(null)
    .default('private')
    .description(
      '`public`: everyone can choose the topic; `private`: only people who receive it or opted out of it see it. Default: `private`',
    ),
});

/** Body of PATCH /topics/:id. Resend's SDK repeats the topic's `id` in it, which is ignored as an unknown field. */
export const updateTopicInput = Joi.object<Partial<CreateTopicInput> & { if_updated_at?: Date }>({
  name,
  description: Joi.string()
    .trim()
    .max(TOPIC_DESCRIPTION_MAX_LENGTH)
    .allow('', null)
    .description('Description, up to 200 characters; null removes it'),
  default_subscription: defaultSubscription.description(
    'Cannot be changed: give the current value, or leave it out',
  ),
  visibility: visibility.description(
    '`public`: everyone can choose the topic; `private`: only people who receive it or opted out of it see it',
  ),
  if_updated_at: ifUpdatedAt('topic'),
});

/** Query of GET /topics. */
export const listTopicsQuery = pageQuery;
