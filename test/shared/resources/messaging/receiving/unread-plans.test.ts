// What waits to be read of an account is found by an index, however much the account has received. The test checks the plan
// of Postgres for the real statement.
import { expect } from 'chai';
import { querySingle } from '../../../../../shared/platform/db/combined-query.ts';
import type { Queryable } from '../../../../../shared/platform/db/connect.ts';
import { unreadMail } from '../../../../../shared/resources/messaging/receiving/inbound/unread.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { analyze, scansOf, sumRead } from '../../../../support/database/plans.ts';
import { createAccount } from '../../../../support/factories/factories.ts';
import { createManyReceived } from '../../../../support/factories/received-factories.ts';

const ROWS_AT_A_TIME = 15_000;
const ROWS = 2 * ROWS_AT_A_TIME;
const ASLEEP = 100;
const AWAKE = 50;

describe('what no worker has read yet, in a large table', () => {
  const database = useDatabase();

  it('is found by an index, and not among what was read', async () => {
    const { pool } = database;
    const { id: accountId } = await createAccount(pool);
    for (let first = 1; first < ROWS; first += ROWS_AT_A_TIME)
      await createManyReceived(pool, accountId, ROWS_AT_A_TIME, { first });
    await pool.query(
      `UPDATE received_emails SET parsed_at = NULL, next_attempt_at = now(),
              woken_at = CASE WHEN place > ${ASLEEP} THEN now() END
       FROM (SELECT id AS waiting, row_number() OVER (ORDER BY id) AS place FROM received_emails
             ORDER BY id LIMIT ${ASLEEP + AWAKE}) AS first WHERE id = waiting`,
    );
    await pool.query('ANALYZE received_emails');
    const find = (asked: Queryable) => querySingle(asked, 'find-unread', unreadMail([accountId]));
    const waiting = ASLEEP + AWAKE;
    expect(await find(pool)).to.deep.equal(
      new Map([[accountId, { count: waiting, bytes: waiting * 1_000 }]]),
    );
    const nodes = await analyze(pool, find);
    expect(sumRead(scansOf(nodes, /^received_emails/))).to.be.at.most(2 * waiting);
  });
});
