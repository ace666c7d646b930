import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { transaction } from '../shared/platform/db/transaction.ts';
import { NIL_UUID } from '../shared/platform/time/ids.ts';
import { findNextContacts } from '../shared/resources/automations/batches/steps/next-contacts.ts';
import { automationBatchesTable } from '../shared/resources/automations/batches/table.ts';
import { handle } from '../workers/jobs/run-automation-batches.ts';
import { createBatcher, type Batcher } from './api/automations/batches/batcher.ts';
import { jobDepsOf } from './api/contact-imports/importer.ts';
import { useApp } from './support/app.ts';
import { createAudience, createContact, createSegment, defaultAudienceOf } from './support/contact-factories.ts';
import { createTemplate } from './support/template-factories.ts';
// @ts-ignore
import { stepAutomationBatch as oldStep } from '/tmp/old/shared/resources/automations/batches/step.ts';

const HOUR = 3_600_000;

describe('zz review', function () {
  this.timeout(120_000);
  const app = useApp();
  let owner: Batcher;
  beforeEach(async () => {
    owner = await createBatcher(app);
  });
  const q = async (text: string, values: unknown[] = []) => (await app.pool.query(text, values)).rows;

  it('A: held bulk runs lose their delays', async () => {
    const { id } = await createTemplate(app.pool, owner.accountId, { alias: 'later', from: `a@${owner.domain.name}` });
    const automation = await owner.automation(
      [
        { key: 'a', type: 'send_email', config: { template: { id } } },
        { key: 'pause', type: 'delay', config: { duration: '2 hours' } },
        { key: 'b', type: 'send_email', config: { template: { id } } },
      ] as never,
      { trigger: 'never.sent' },
    );
    await owner.ended(automation, await owner.enroll(automation, { contact_id: owner.contactId }));
    // held by back-pressure
    app.clock.advance(5 * HOUR);
    await owner.advanceBulk();
    console.log('A', await q('SELECT created_at, lane FROM emails JOIN email_recipients r ON r.email_id = emails.id WHERE emails.account_id = $1', [owner.accountId]).catch((e) => e.message));
    console.log('A runs', await q('SELECT status, step_key, clock, created_at, ended_at FROM automation_runs WHERE automation_id = $1', [automation.id]));
    console.log('A steps', await q('SELECT key, s.status, started_at, s.completed_at FROM automation_step_runs s JOIN automation_runs r ON r.id = run_id WHERE automation_id = $1 ORDER BY s.position', [automation.id]));
    console.log('A now', app.clock.now());
  });

  it('B: old worker on a new batch', async () => {
    const automation = await owner.automation(undefined, { trigger: 'service:schedule' });
    await owner.ended(automation, await owner.enroll(automation, { all: true }));
    await q(`INSERT INTO automation_batches (id, account_id, automation_id, type, status, position, next_attempt_at, created_at)
       VALUES ($1, $2, $3, 'schedule', 'pending', $4, now(), now())`, [randomUUID(), owner.accountId, automation.id, NIL_UUID]);
    const before = await q(`SELECT (SELECT count(*) FROM automation_runs WHERE automation_id = $1) runs, (SELECT count(*) FROM automation_versions WHERE automation_id = $1) versions,
      (SELECT count(*) FROM automation_batches WHERE automation_id = $1 AND type = 'schedule') schedules`, [automation.id]);
    const [{ id }] = await q(`SELECT id FROM automation_batches WHERE automation_id = $1 AND type = 'schedule'`, [automation.id]) as [{ id: string }];
    await q('UPDATE automation_batches SET woken_at = now() WHERE id = $1', [id]);
    const token = randomUUID();
    const [claim] = await automationBatchesTable.claim(app.pool, [id], { worker: randomUUID(), token });
    for (let n = 0; n < 5; n += 1) if ((await oldStep(app.pool, claim, new Date())) === 'done') break;
    const after = await q(`SELECT (SELECT count(*) FROM automation_runs WHERE automation_id = $1) runs, (SELECT count(*) FROM automation_versions WHERE automation_id = $1) versions,
      (SELECT count(*) FROM automation_batches WHERE automation_id = $1 AND type = 'schedule') schedules, (SELECT status FROM automations WHERE id = $1) status`, [automation.id]);
    console.log('B', before, after);
    const r = await owner.enroll(automation, { all: true });
    console.log('B enroll', r.status);
    console.log('B run', await owner.runBatches(automation).catch((e: Error) => e.message));
  });

  it('C: contacts between two statements', async () => {
    const audienceId = await defaultAudienceOf(app.pool, owner.accountId);
    const now = app.clock.now();
    await q(`INSERT INTO contacts (id, account_id, audience_id, email, email_key, first_name, created_at, updated_at)
      SELECT uuid_v7(clock_timestamp()), $1, $2, n || '@x.dev', n || '@x.dev', CASE WHEN n > 20100 THEN 'Bo' END, $3, $3 FROM generate_series(1, 20200) AS n`, [owner.accountId, audienceId, now]);
    const { id: segmentId } = await createSegment(app.pool, owner.accountId);
    await q('UPDATE segments SET filter = $2 WHERE id = $1', [segmentId, JSON.stringify({ type: 'rule', field: 'contact.first_name', operator: 'eq', value: 'Bo' })]);
    const found: string[] = [];
    const all = await q(`SELECT id FROM contacts WHERE audience_id = $1 AND first_name = 'Bo' AND email LIKE '%@x.dev' AND email <> '' `, [audienceId]);
    await transaction(app.pool, async (client) => {
      const wrapped = { ...client, query: async (s: never, v: never) => {
        const text = typeof s === 'string' ? s : (s as { name?: string }).name;
        // another client deletes 300 of the first contacts between the two statements
        if (text === 'find-last-next-contact') await app.pool.query(`DELETE FROM contacts WHERE id = ANY(ARRAY(SELECT id FROM contacts WHERE audience_id = $1 ORDER BY id OFFSET 10 LIMIT 300))`, [audienceId]);
        return client.query(s, v);
      } };
      const contacts = { accountId: owner.accountId, audienceId, selection: { segmentId }, createdUntil: now };
      let after: string | undefined = NIL_UUID;
      while (after !== undefined) {
        const next: { ids: string[]; last: string | undefined } = await findNextContacts(wrapped as never, contacts as never, after);
        found.push(...next.ids);
        after = next.last;
      }
    });
    console.log('C', { matching: all.length, found: found.length });
  });

  it('D: schedule of an upgrade whose worker comes late', async () => {
    const automation = await owner.automation(undefined, { trigger: 'service:schedule' });
    const at = new Date(app.clock.now().getTime() + HOUR);
    await q('UPDATE automations SET trigger_config = $2 WHERE id = $1', [automation.id, JSON.stringify({ at: at.toISOString(), timezone: 'UTC' })]);
    await q(`INSERT INTO automation_batches (id, account_id, automation_id, type, status, position, next_attempt_at, created_at)
       VALUES ($1, $2, $3, 'schedule', 'pending', $4, $5, $5)`, [randomUUID(), owner.accountId, automation.id, NIL_UUID, app.clock.now()]);
    app.clock.advance(HOUR + 60_000);
    await automationBatchesTable.markDue(app.pool, app.clock.now(), 100);
    await owner.runBatches(automation);
    console.log('D', await q('SELECT status, taken_at FROM automation_batches WHERE automation_id = $1', [automation.id]));
  });

  it('E: bad input', async () => {
    const automation = await owner.automation(undefined, { trigger: 'never.sent' });
    for (const path of ['enroll', 'runs/retry', 'runs/cancel', 'simulate'])
      for (const body of [undefined, '[]', 'null', '"x"', '{', '{"all":true,"segment_id":null}', '{"since":"0001-01-01"}', '{"since":"9999-99-99"}', '{"contact_id":"x"}', '{"contact_id":["a"]}', '{"email":{"a":1}}', `{"email":"${'a'.repeat(400)}@x.dev"}`, '{"since":{"a":1}}', '{"email":"a\\u0000@x.dev"}', '{"contact":{"email":"a@b.dev","properties":{"__proto__":1}}}', '{"contact":{"email":"a@b.dev","first_name":"a\\u0000"}}','{"contact":{"email":"a@b.dev"},"payload":{"a":"\\u0000"},"events":[{"event":"a\\u0000","after":"1 second","payload":{"x":"\\ud800"}}]}', '{"contact":{"email":"a@b.dev"},"events":[{"event":"e","after":"0 s"}]}']) {
        const request = owner.api.post(`/automations/${automation.id}/${path}`).set('content-type', 'application/json');
        const { status } = await (body === undefined ? request : request.send(body));
        if (status >= 500) console.log('E', path, body, status);
      }
    const batches = await owner.api.get(`/automations/${automation.id}/batches?status=missed&type=enroll&limit=1&after=${randomUUID()}`);
    console.log('E list', batches.status);
  });

  it('F: retry of a run whose contact is in another audience', async () => {
    const automation = await owner.automation([{ key: 'mail', type: 'send_email', config: { template: { id: 'missing' } } }] as never, { trigger: 'never.sent' });
    const id = await owner.run(automation);
    const other = await createAudience(app.pool, owner.accountId);
    await q('UPDATE automations SET audience_id = $2 WHERE id = $1', [automation.id, other.id]);
    const { status, body } = await owner.api.post(`/automations/${automation.id}/runs/${id}/retry`);
    console.log('F', status, body);
  });

  it('G: filter change so that all leave', async () => {
    const audienceId = await defaultAudienceOf(app.pool, owner.accountId);
    const { id: segmentId } = await createSegment(app.pool, owner.accountId);
    const automation = await owner.automation(undefined, { trigger: 'never.sent' });
    await owner.contacts(3, { segmentIds: [segmentId] });
    const answer = await owner.enroll(automation, { segment_id: segmentId });
    await automationBatchesTable.markDue(app.pool, app.clock.now(), 10);
    const deps = jobDepsOf(app);
    const { stepAutomationBatch } = await import('../shared/resources/automations/batches/step.ts');
    const lease = { worker: deps.lease.workerId, token: randomUUID() };
    const [claim] = await automationBatchesTable.claim(app.pool, [answer.body.id], lease);
    await stepAutomationBatch(deps, claim as never, app.clock.now());
    await q('DELETE FROM segment_contacts WHERE segment_id = $1', [segmentId]);
    while ((await stepAutomationBatch(deps, claim as never, app.clock.now())) === 'more');
    console.log('G', await owner.batch(automation, answer.body.id), audienceId.length, typeof handle, typeof createContact);
  });
});
