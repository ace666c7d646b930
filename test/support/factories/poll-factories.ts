// Factory of polls as mail asks them.
import type { PollDefinition } from '../../../shared/resources/messaging/polls/poll.ts';
import { factoryIds as ids } from './factory-ids.ts';

/** The definition of a poll. It is stored with what asks it. */
export function pollDefinition(
  fields: Partial<PollDefinition> & { labels?: readonly string[] } = {},
): PollDefinition {
  const { labels = ['Monday', 'Tuesday'], ...changes } = fields;
  return {
    ...{ id: ids.next(), question: 'Which day?', closesAt: null, results: 'private' },
    options: labels.map((label) => ({ id: ids.next(), label })),
    ...changes,
  };
}
