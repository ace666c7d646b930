// The list of the definitions of events of an account.
import type { List } from '../../../../platform/db/list.ts';
import { EVENT_COLUMNS, type EventDefinition } from './event.ts';

export const EVENT_LIST: List<EventDefinition> = {
  columns: EVENT_COLUMNS,
  from: 'events',
  within: 'account_id',
};
