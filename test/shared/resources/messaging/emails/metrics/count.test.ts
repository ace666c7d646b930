// The counters of email metrics are exact under concurrent writers, and are read through an index.
import { expect } from 'chai';
import { createSystemClock } from '../../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import {
  type RecipientOutcome,
  recordOutcomes,
} from '../../../../../../shared/resources/messaging/emails/delivery/record.ts';
import { findMetrics } from '../../../../../../shared/resources/messaging/emails/metrics/find.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { explain } from '../../../../../support/database/plans.ts';
import { createAccount, createDomain } from '../../../../../support/factories/factories.ts';
import { failureOf } from '../../../../../support/failure-of.ts';
import { SILENT_QUEUES } from '../../../../../support/queues/queues.ts';
import { createClaimedEmail, outcomeOf } from '../delivery/outcomes.ts';

const WRITERS = 12;
const AT = new Date('2026-11-20T10:00:00.123Z');
const time = {
  startsAt: new Date('2026-11-20T00:00:00Z'),
  endsAt: new Date('2026-11-21T00:00:00Z'),
  periods: [new Date('2026-11-20T00:00:00Z')],
};

describe('the counters of email metrics', () => {
  const database = useDatabase();
  const ids = createIds(createSystemClock());
  let accountId: string;
  let domainId: string;
  beforeEach(async () => {
    accountId = (await createAccount(database.pool)).id;
    domainId = (await createDomain(database.pool, accountId)).id;
  });
  const record = (outcome: RecipientOutcome) =>
    recordOutcomes({ database: database.pool, ids, queues: SILENT_QUEUES }, [outcome]);
  const counts = async () => {
    const [all] = await findMetrics(database.pool, { accountId, time, dimensions: [] });
    return all?.counts;
  };

  it('are exact under concurrent writers, for counted types of events only', async () => {
    const emails = await Promise.all(
      Array.from({ length: WRITERS }, () => createClaimedEmail(database.pool, accountId, { domainId })),
    );
    await Promise.all(
      emails.map(async (email) => {
        const outcome = outcomeOf(email, { result: 'delivered', at: AT });
        await record(outcome);
        await record(outcome);
      }),
    );
    expect(await counts()).to.deep.equal({ sent: WRITERS, delivered: WRITERS });
  });

  it('count nothing for a failed transaction', async () => {
    const email = await createClaimedEmail(database.pool, accountId, { domainId });
    const outcome = outcomeOf(email, { result: 'failed', at: AT, reply: { code: null, text: '\0' } });
    await failureOf(record(outcome));
    expect(await counts()).to.deep.equal({});
  });

  it('are read through an index for one account among many', async () => {
    await database.pool.query(
      `INSERT INTO email_metrics
       SELECT md5((number % 500)::text)::uuid, now() - number * interval '15 minutes', md5('d')::uuid, 'sent', 0, 1
       FROM generate_series(1, 100000) AS number`,
    );
    await database.pool.query(
      `INSERT INTO campaign_metrics SELECT account_id, starts_at, domain_id, domain_id, metric, slot, count FROM email_metrics`,
    );
    await database.pool.query('ANALYZE email_metrics, campaign_metrics');
    for (const [table, dimension] of [
      ['email_metrics', 'period'],
      ['campaign_metrics', 'broadcast'],
    ] as const) {
      const plans = await explain(database.pool, (explaining) =>
        findMetrics(explaining, { accountId, time, dimensions: [dimension] }),
      );
      const scans = plans.flat().filter((node) => node['Relation Name'] === table);
      expect(scans.map((node) => node['Node Type'])).not.to.include('Seq Scan');
      expect(scans).to.have.length(1);
    }
  });
});
