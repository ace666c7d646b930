// Two votes of an address that meet: the later one waits for the earlier one, and the counters are the rows added up.
import { expect } from 'chai';
import { type Transaction, transaction } from '../../../../../shared/platform/db/transaction.ts';
import { findPollDifferences } from '../../../../../shared/resources/messaging/polls/rebuild-counters.ts';
import { type WrittenVote, writeVote } from '../../../../../shared/resources/messaging/polls/write-vote.ts';
import { untilBlocked } from '../../../../support/database/blocked-sessions.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createAccount } from '../../../../support/factories/factories.ts';
import { factoryIds as ids } from '../../../../support/factories/factory-ids.ts';
import { createPoll } from '../../../../support/factories/poll-factories.ts';

describe('A vote that waits for another one of its address', () => {
  const database = useDatabase();

  it('is taken from the option of that one', async () => {
    const { pool } = database;
    const { id: accountId } = await createAccount(pool);
    const { id: pollId, options } = await createPoll(pool, accountId, { labels: ['Good', 'Fair', 'Poor'] });
    const [good = '', fair = '', poor = ''] = options.map(({ id }) => id);
    const voter = { accountId, pollId, address: 'bo@customer.dev', addressKey: 'bo@customer.dev' };
    const vote = (client: Transaction, optionId: string) =>
      writeVote(client, { ...voter, id: ids.next(), emailId: ids.next(), optionId, now: new Date() });
    await transaction(pool, (client) => vote(client, good));
    let waiting: Promise<WrittenVote> | undefined;
    await transaction(pool, async (client) => {
      await vote(client, fair);
      waiting = transaction(pool, (other) => vote(other, poor));
      await untilBlocked(pool, client);
    });
    expect(await waiting).to.deep.equal({ previousId: fair, isWritten: true });
    expect(await findPollDifferences(pool, [pollId])).to.deep.equal([]);
  });
});
