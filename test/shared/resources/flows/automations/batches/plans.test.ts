// What a step of a batch that starts runs reads does not depend on how many contacts, runs and members there are, nor on
// how far it is: Postgres' plans of the real statements, as the workers get them. `BATCH_PLAN_CONTACTS=1000000` is the
// full size.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createSystemClock } from '../../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import type {
  EnrollSelection,
  RunningBatch,
} from '../../../../../../shared/resources/flows/automations/batches/batch.ts';
import { startRunsWork } from '../../../../../../shared/resources/flows/automations/batches/steps/start-runs.ts';
import { GraphVersions } from '../../../../../../shared/resources/flows/automations/versions/graph-versions.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import {
  type ExplainedStatement,
  explainWork,
  readingsOf,
} from '../../../../../support/database/prepared-plans.ts';
import { createAutomation } from '../../../../../support/factories/automation-factories.ts';
import { createSegment, defaultAudienceOf } from '../../../../../support/factories/contact-factories.ts';
import { createAccount, createDomain } from '../../../../../support/factories/factories.ts';
import { useEventIntake } from '../../../../../support/work/event-intake.ts';

const CONTACTS = Number(process.env['BATCH_PLAN_CONTACTS'] ?? 40_000);
const STEP = 1_000;
const TABLES = /^(contacts|segment_contacts|automation_runs|automation_entries|automations)$/;

const INSERT_CONTACTS = `
  INSERT INTO contacts (id, account_id, audience_id, email, email_key, created_at, updated_at)
  SELECT uuid_v7(now() - interval '1 day' + n * interval '1 ms'), $1, $2, n || '@x.dev', n || '@x.dev',
         now() - interval '1 hour', now()
  FROM generate_series(1, $3::integer) AS n`;

const INSERT_RUNS = `
  INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id,
                               is_exclusive, chain, listens, step_key, clock, created_at, next_attempt_at, lane)
  SELECT uuid_v7(now()), account_id, $1, $2, 0, $3, id, gen_random_uuid(), false, '{}', '{}', 'delay', now(), now(),
         now() + interval '1 day', 'bulk'
  FROM contacts`;

describe('starting runs among many', function () {
  this.timeout(600_000);
  const database = useDatabase();
  const { intake: eventIntake } = useEventIntake(database);
  let batch: RunningBatch;
  let segmentId: string;
  let filteredId: string;

  before(async () => {
    const { pool } = database;
    const { id: accountId } = await createAccount(pool);
    const { id: domainId } = await createDomain(pool, accountId);
    const automation = await createAutomation(pool, accountId, { domainId, reentry: 'once' });
    segmentId = (await createSegment(pool, accountId)).id;
    filteredId = (await createSegment(pool, accountId)).id;
    const filter = { type: 'rule', field: 'contact.first_name', operator: 'eq', value: 'Bo' };
    await pool.query('UPDATE segments SET filter = $2 WHERE id = $1', [filteredId, JSON.stringify(filter)]);
    const client = await pool.connect();
    await client.query('SET statement_timeout = 0');
    await client.query(INSERT_CONTACTS, [accountId, await defaultAudienceOf(pool, accountId), CONTACTS]);
    await client.query(INSERT_RUNS, [automation.id, automation.versionId, domainId]);
    await client.query('INSERT INTO segment_contacts SELECT $1, id FROM contacts', [segmentId]);
    await client.query("INSERT INTO automation_entries SELECT $1, 'x' || email_key FROM contacts", [
      automation.id,
    ]);
    const { rows } = await client.query('SELECT id FROM contacts ORDER BY id OFFSET $1 LIMIT 1', [
      CONTACTS / 2,
    ]);
    client.release(true);
    batch = {
      id: randomUUID(),
      accountId,
      automationId: automation.id,
      type: 'enroll',
      status: 'running',
      epoch: 0,
      takenAt: new Date(),
      total: null,
      done: 0,
      skipped: 0,
      failed: 0,
      reasons: {},
      createdAt: new Date(),
      endedAt: null,
      position: rows[0].id,
      selection: { all: true },
      partial: null,
    };
  });

  const explainStep = (selection: EnrollSelection) =>
    explainWork(database.url, { plansOnce: true }, (client) =>
      startRunsWork.step({
        client,
        batch: { ...batch, selection },
        now: new Date(),
        deps: {
          ids: createIds(createSystemClock()),
          queues: { wake: () => {} },
          graphVersions: new GraphVersions(),
          eventIntake,
        },
      }),
    );

  /** A step reads each of its contacts several times, by keys. */
  function expectFew(explained: readonly ExplainedStatement[], most: number): void {
    expect(explained.length).to.be.at.least(3);
    for (const { statement, node, read } of readingsOf(explained, TABLES)) {
      expect(node['Node Type'], `${statement}: ${node['Relation Name']}`).not.to.equal('Seq Scan');
      expect(read, `${statement}: ${node['Index Name']}`).to.be.at.most(most);
    }
  }

  for (const state of ['before the tables were analyzed', 'afterwards'] as const)
    it(`reads the next contacts with plans that were made ${state}`, async () => {
      if (state === 'afterwards') await database.pool.query('ANALYZE');
      expectFew(await explainStep({ all: true }), 2 * STEP);
      expectFew(await explainStep({ segmentId }), 2 * STEP);
      // It looks at so many contacts for those who meet a filter.
      expectFew(await explainStep({ segmentId: filteredId }), 20 * STEP);
    });
});
