// The conversation of a reply to mail that came over SMTP: found by the Message-ID of the client, within the account, and by
// an index whatever else is stored. The tests check Postgres' plan of the real statement.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { transaction } from '../../../../../../shared/platform/db/transaction.ts';
import { findConversations } from '../../../../../../shared/resources/messaging/receiving/conversations/find-conversations.ts';
import type { ReadEmail } from '../../../../../../shared/resources/messaging/receiving/received-email.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { analyze, expectIndex, scansOf, sumRead } from '../../../../../support/database/plans.ts';

const ACCOUNT = '01900000-0000-7000-8000-000000000001';
const OTHER = '01900000-0000-7000-8000-000000000002';
const ROWS = 60_000;
/** Rows per INSERT, so that it ends within the statement timeout on a busy machine too. */
const ROWS_AT_A_TIME = 20_000;
/** Some per partition, for each of two tables. */
const MOST_ROWS_READ = 50;

describe('the conversation of a reply', () => {
  const database = useDatabase();

  /** In all months that have a partition. One client gives each email the same Message-ID. */
  before(async () => {
    for (let first = 1; first <= ROWS; first += ROWS_AT_A_TIME)
      await database.pool.query(
        `INSERT INTO emails (id, account_id, domain_id, content_id, source, status, message_id, from_address, from_key,
                             to_addresses, subject, created_at)
         SELECT id, CASE WHEN n % 10 = 9 THEN $3::uuid ELSE $2 END, id, id,
                CASE WHEN n % 3 = 0 THEN 'api' ELSE 'smtp' END, 'delivered',
                CASE WHEN n % 2 = 0 THEN '<same@client.dev>' ELSE '<' || n || '@client.dev>' END,
                'a@acme.dev', 'a@acme.dev', '{}', '', at
         FROM generate_series($1::integer, $4::integer) AS n,
              LATERAL (SELECT date_trunc('month', now()) + ((n - 1) / ${ROWS / 5} - 1) * interval '1 month'
                              + n * interval '1 s' AS at) AS time,
              LATERAL (SELECT uuid_v7(at) AS id) AS made`,
        [first, ACCOUNT, OTHER, first + ROWS_AT_A_TIME - 1],
      );
    await database.pool.query('ANALYZE emails');
  });

  const reply = (inReplyTo: string, accountId = ACCOUNT) =>
    ({ id: randomUUID(), accountId, message: { inReplyTo, references: [] } }) as unknown as ReadEmail;
  const find = (...emails: ReadEmail[]) =>
    transaction(database.pool, (client) => findConversations(client, emails));
  const idOf = async (messageId: string) => {
    const { rows } = await database.pool.query<{ id: string }>(
      `SELECT id FROM emails WHERE message_id = $1 AND source = 'smtp' AND account_id = $2 ORDER BY id LIMIT 1`,
      [messageId, ACCOUNT],
    );
    return rows[0]?.id;
  };

  it("is that of the account's first email over SMTP with the Message-ID, and no other's", async () => {
    const ids = ['<1@client.dev>', '<same@client.dev>', '<9@client.dev>', '<3@client.dev>'];
    const [first, same, othersAccount, otherSource] = ids.map((id) => reply(id));
    const asked = [first, same, othersAccount, otherSource].filter((one) => one !== undefined);
    expect(await find(...asked)).to.deep.equal([
      await idOf('<1@client.dev>'),
      await idOf('<same@client.dev>'),
      othersAccount?.id,
      otherSource?.id,
    ]);
  });

  it('is found by an index, also where a client gives each email the same Message-ID', async () => {
    for (const id of ['<1@client.dev>', '<same@client.dev>', '<none@client.dev>']) {
      const nodes = await analyze(database.pool, (explaining) =>
        findConversations(explaining as never, [reply(id)]),
      );
      expectIndex(nodes, /account_id_message_id/, id);
      expect(sumRead(scansOf(nodes)), id).to.be.at.most(MOST_ROWS_READ);
    }
  });
});
