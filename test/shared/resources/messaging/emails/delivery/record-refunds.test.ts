// recordOutcomes refunds quota for the outcomes that require it: each unit once, to the periods of its charge.
import { expect } from 'chai';
import { createSystemClock } from '../../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import {
  type RecipientOutcome,
  recordOutcomes,
} from '../../../../../../shared/resources/messaging/emails/delivery/record.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createAccount } from '../../../../../support/factories/factories.ts';
import { SILENT_QUEUES } from '../../../../../support/queues/queues.ts';
import { createClaimedEmail, outcomeOf } from './outcomes.ts';

const CHARGED = new Date('2026-10-31T23:59:59.999Z');

describe('recording an outcome with a refund', () => {
  const database = useDatabase();
  const ids = createIds(createSystemClock());
  let accountId: string;
  beforeEach(async () => {
    accountId = (await createAccount(database.pool)).id;
    for (const [period, day] of [
      ['day', '2026-10-31'],
      ['day', '2026-11-01'],
      ['month', '2026-10-01'],
      ['month', '2026-11-01'],
    ]) {
      await database.pool.query('INSERT INTO email_usage VALUES ($1, $2, $3, 5)', [accountId, period, day]);
    }
  });
  const record = (...outcomes: RecipientOutcome[]) =>
    recordOutcomes({ database: database.pool, ids, queues: SILENT_QUEUES }, outcomes);
  const failed = { result: 'failed', refundOf: CHARGED } as const;
  const claimed = () =>
    createClaimedEmail(database.pool, accountId, {
      recipients: [{ address: 'bo@customer.dev' }, { address: 'cy@customer.dev' }],
    });
  const usage = async () => {
    const { rows } = await database.pool.query(
      'SELECT starts_on::text, used FROM email_usage WHERE account_id = $1 ORDER BY period, starts_on',
      [accountId],
    );
    return rows.map(({ starts_on, used }) => `${starts_on} ${used}`);
  };
  const usageWith = (used: number) => [
    `2026-10-31 ${used}`,
    '2026-11-01 5',
    `2026-10-01 ${used}`,
    '2026-11-01 5',
  ];

  it('refunds a unit to the UTC day and the month of the charge', async () => {
    await record(outcomeOf(await claimed(), failed));
    expect(await usage()).to.deep.equal(usageWith(4));
  });

  it('refunds one unit per recipient', async () => {
    const email = await claimed();
    await record(outcomeOf(email, failed), outcomeOf(email, { ...failed, result: 'suppressed' }, 1));
    expect(await usage()).to.deep.equal(usageWith(3));
  });

  it('refunds once when the outcome is written again', async () => {
    const email = await claimed();
    await record(outcomeOf(email, failed));
    await record(outcomeOf(email, failed));
    expect(await usage()).to.deep.equal(usageWith(4));
  });

  it('refunds nothing for an outcome with a stale token', async () => {
    const email = await claimed();
    await record(outcomeOf({ ...email, token: '01900000-0000-7000-8000-000000000000' }, failed));
    expect(await usage()).to.deep.equal(usageWith(5));
  });

  it('refunds nothing for an outcome that stays charged', async () => {
    await record(outcomeOf(await claimed(), { result: 'failed', refundOf: null }));
    expect(await usage()).to.deep.equal(usageWith(5));
  });

  it('writes the outcome even if there is no counter to refund to', async () => {
    await database.pool.query('DELETE FROM email_usage WHERE account_id = $1', [accountId]);
    const email = await claimed();
    await record(outcomeOf(email, failed));
    const { rows } = await database.pool.query('SELECT state FROM email_recipients WHERE id = $1', [
      email.recipients[0]?.id,
    ]);
    expect(rows).to.deep.equal([{ state: 'failed' }]);
  });
});
