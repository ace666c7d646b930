// Topics: descriptions of their fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const TOPIC_FIELDS: FieldDescriptions = {
  'createTopic.name': 'Name, up to 50 characters',
  'updateTopic.name': 'Name, up to 50 characters',
  description: 'Description; null: there is none',
  'createTopic.description': 'Description, up to 200 characters',
  'updateTopic.description': 'Description, up to 200 characters; null removes it',
  default_subscription:
    '`opt_in`: an address receives the topic unless it opts out; `opt_out`: only if it opts in',
  'createTopic.default_subscription':
    '`opt_in`: an address receives the topic unless it opts out; `opt_out`: only if it opts in. It cannot be changed later',
  'updateTopic.default_subscription': 'Cannot be changed: the present value, or absent',
  visibility:
    '`public`: everybody can choose the topic; `private`: only those who receive it, or have left it themselves, see it',
  'createTopic.visibility':
    '`public`: everybody can choose the topic; `private`: only those who receive it, or have left it themselves, see it. By default `private`',
  updated_at: 'When the topic was last changed',
  deleted: 'True: the topic was deleted',
};
