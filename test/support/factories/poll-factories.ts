// Makes polls: as mail asks them, and as rows that take votes without the mail that carries them.
import type { Pool } from 'pg';
import { insertPolls } from '../../../shared/resources/messaging/polls/insert.ts';
import type { PollDefinition, PollOwner } from '../../../shared/resources/messaging/polls/poll.ts';
import { factoryIds as ids } from './factory-ids.ts';

type GivenDefinition = Partial<PollDefinition> & { labels?: readonly string[] };

/** The definition of a poll. It is stored with what asks it. */
export function pollDefinition({ labels = ['Yes', 'No'], ...given }: GivenDefinition = {}): PollDefinition {
  return {
    id: ids.next(),
    question: 'Was this helpful?',
    closesAt: null,
    results: 'private',
    options: labels.map((label) => ({ id: ids.next(), label })),
    ...given,
  };
}

/** Inserts a poll. By default an email asks it that is removed. */
export async function createPoll(
  pool: Pick<Pool, 'query'>,
  accountId: string,
  { owner = { emailId: ids.next() }, ...given }: GivenDefinition & { owner?: PollOwner } = {},
): Promise<PollDefinition> {
  const definition = pollDefinition(given);
  await insertPolls(pool, [{ accountId, owner, definition, createdAt: new Date() }]);
  return definition;
}
