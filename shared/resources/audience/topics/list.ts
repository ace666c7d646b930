// The list of the topics of an account.
import type { List } from '../../../platform/db/list.ts';
import { TOPIC_COLUMNS, type Topic } from './topic.ts';

export const TOPIC_LIST: List<Topic> = {
  columns: TOPIC_COLUMNS,
  from: 'topics',
  within: 'account_id',
};
