// Makes polls and the links by which people vote, without the mail that carries them.
import type { Pool } from 'pg';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import { insertPolls } from '../../../shared/resources/messaging/polls/insert.ts';
import type { PollDefinition, PollOwner } from '../../../shared/resources/messaging/polls/poll.ts';

const ids = createIds(createSystemClock());

/** Inserts a poll. By default an email asks it that is removed. */
export async function createPoll(
  pool: Pick<Pool, 'query'>,
  accountId: string,
  {
    labels = ['Yes', 'No'],
    owner = { emailId: ids.next() },
    ...given
  }: Partial<PollDefinition> & { labels?: readonly string[]; owner?: PollOwner } = {},
): Promise<PollDefinition> {
  const definition: PollDefinition = {
    id: ids.next(),
    question: 'Was this helpful?',
    options: labels.map((label) => ({ id: ids.next(), label })),
    closesAt: null,
    results: 'private',
    ...given,
  };
  await insertPolls(pool, [{ accountId, owner, definition, createdAt: new Date() }]);
  return definition;
}
