// The retention of dialogues: the column is emptied, and its row stays (shared/resources/messaging/emails/dialogues.ts).
import { expect } from 'chai';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { uuidV7LowerBound } from '../../../shared/platform/time/ids.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createAccount } from '../../support/factories/factories.ts';
import { removeOldRows } from '../../support/work/remove-old-rows.ts';

describe('The retention of dialogues', () => {
  const database = useDatabase();
  const begin = Date.now();
  const at = (day: number) => new Date(begin + day * DAY_MS);

  it('Empties dialogues 30 days after the last try.', async () => {
    const { id: accountId } = await createAccount(database.pool);
    const tried = [
      { born: 0, last: 1 },
      { born: 0, last: 33 },
      { born: 30, last: 33 },
      { born: 33, last: 33 },
    ].map(({ born, last }, index) => {
      const id = uuidV7LowerBound(at(born)).slice(0, -1) + index;
      return { id, last: at(last) };
    });
    for (const { id, last } of tried)
      await database.pool.query(
        `INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane, updated_at, dialogue)
         VALUES ($1, $1, $2, 'to', 0, 'bo@customer.dev', 'failed', 'transactional', $3, '[]')`,
        [id, accountId, last],
      );
    const days = { emails: Number.POSITIVE_INFINITY };
    const left = async (day: number) => {
      const { rows: removed } = await removeOldRows(database.pool, at(day), days);
      const { rows } = await database.pool.query(
        'SELECT id FROM email_recipients WHERE dialogue IS NOT NULL ORDER BY id',
      );
      return { removed, left: rows.map(({ id }) => tried.findIndex((one) => one.id === id)) };
    };
    expect(await left(30.9)).to.deep.equal({ removed: {}, left: [0, 1, 2, 3] });
    const what = 'dialogues with mail servers';
    expect(await left(32)).to.deep.equal({ removed: { [what]: 1 }, left: [1, 2, 3] });
    const scheduled = { 'dialogues of scheduled mail': 1 };
    expect(await left(64.5)).to.deep.equal({ removed: { [what]: 2, ...scheduled }, left: [] });
    expect(await left(65)).to.deep.equal({ removed: {}, left: [] });
    const { rows } = await database.pool.query('SELECT FROM email_recipients');
    expect(rows).to.have.length(tried.length);
  });
});
