// POST /automations/:id/enroll (docs/reference/automation-batches.md#post-automationsidenroll).
import { expect } from 'chai';
import { ACTIVE_RUNS_MAX, AUTOMATION_BATCHES_UNFINISHED_MAX } from '../../../../shared/contract/limits.ts';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { useEach } from '../../../support/api/use-each.ts';
import {
  createAudience,
  createContact,
  createSegment,
  defaultAudienceOf,
} from '../../../support/factories/contact-factories.ts';
import { createApiKey } from '../../../support/factories/factories.ts';
import { createRun } from '../../../support/factories/run-factories.ts';
import { UNKNOWN_ID } from '../../specimen.ts';
import { countsOf, createBatcher } from './batcher.ts';

describe('Enrolling contacts in an automation', () => {
  const app = useApp();
  const owner = useEach(() => createBatcher(app));
  const enrolled = async (automation: { id: string }, body: object) =>
    owner.ended(automation, await owner.enroll(automation, body));

  it('Enrolls a contact by its id or its address, the members of a segment, or the whole audience, and answers 202 with the batch.', async () => {
    const { id: segmentId } = await createSegment(app.pool, owner.accountId);
    const members = await owner.contacts(2, { segmentIds: [segmentId] });
    const { email } = await owner.contact(owner.contactId);
    for (const [body, contacts] of [
      [{ contact_id: owner.contactId }, [owner.contactId]],
      [{ email: email.toUpperCase() }, [owner.contactId]],
      [{ segment_id: segmentId }, members],
      [{ all: true }, [owner.contactId, ...members]],
    ] as const) {
      const automation = await owner.automation(undefined, { trigger: 'never.sent' });
      const answer = await owner.enroll(automation, body);
      expect([answer.status, answer.body]).to.deep.equal([
        202,
        {
          object: 'automation_batch',
          id: answer.body.id,
          type: 'enroll',
          status: 'pending',
          counts: { total: null, done: 0, skipped: 0, failed: 0 },
          skipped_reasons: {},
          at: null,
          created_at: app.clock.now().toISOString(),
          completed_at: null,
        },
      ]);
      expect(await owner.ended(automation, answer)).to.deep.equal({
        ...answer.body,
        status: 'completed',
        counts: countsOf({ done: contacts.length }),
        completed_at: app.clock.now().toISOString(),
      });
      const runs = await owner.runsOf(automation);
      expect(runs.map(({ contactId }) => contactId)).to.have.members([...contacts]);
    }
  });

  it('Enrolls no contact that was created after the request.', async () => {
    const automation = await owner.automation(undefined, { trigger: 'never.sent' });
    const answer = await owner.enroll(automation, { all: true });
    app.clock.advance(1_000);
    await owner.add('late@customer.dev');
    const { counts } = await owner.ended(automation, answer);
    expect(counts).to.deep.equal(countsOf({ done: 1 }));
    expect(await owner.runsOf(automation)).to.deep.equal([{ contactId: owner.contactId, status: 'running' }]);
  });

  it('Starts no run for a contact whom `reentry`, a limit or the quota keeps out, and counts it as skipped with the reason.', async () => {
    const automation = await owner.automation(undefined, { trigger: 'never.sent', reentry: 'when_done' });
    const [other = ''] = await owner.contacts(1);
    await enrolled(automation, { contact_id: other });
    const { counts, skipped_reasons } = await enrolled(automation, { all: true });
    expect([counts, skipped_reasons]).to.deep.equal([countsOf({ done: 1, skipped: 1 }), { active: 1 }]);
    expect(await owner.runsOf(automation)).to.have.length(2);
    const once = await owner.automation(undefined, { trigger: 'never.sent', reentry: 'once' });
    await enrolled(once, { contact_id: other });
    expect((await enrolled(once, { all: true })).skipped_reasons).to.deep.equal({ once: 1 });
    const full = await owner.automation(undefined, { trigger: 'never.sent' });
    await Promise.all(
      Array.from({ length: ACTIVE_RUNS_MAX }, () =>
        createRun(app.pool, { automation: full, contactId: owner.contactId }),
      ),
    );
    await app.pool.query("UPDATE accounts SET plan_id = 'free' WHERE id = $1", [owner.accountId]);
    const { rows } = await app.pool.query('SELECT runs FROM automation_usage_totals WHERE account_id = $1', [
      owner.accountId,
    ]);
    await owner.contacts(2);
    await app.pool.query("UPDATE plans SET automation_run_limit = $1 WHERE id = 'free'", [rows[0].runs + 1]);
    expect((await enrolled(full, { all: true })).skipped_reasons).to.deep.equal({ limit: 1, quota: 2 });
    const { body } = await owner.api.get(`/contacts/${other}/events`).query({ limit: 3 });
    const outcomes = body.data.map(({ event, automations }: { event: string; automations: object[] }) => [
      event,
      automations,
    ]);
    expect(outcomes).to.deep.equal([
      ['service:enroll', [{ automation_id: once.id, run_id: null, reason: 'once' }]],
      ['service:enroll', [{ automation_id: automation.id, run_id: null, reason: 'active' }]],
    ]);
  });

  it('Rejects an enrolment in a disabled automation with validation_error 422.', async () => {
    const automation = await owner.automation(undefined, { status: 'disabled' });
    const answer = await owner.enroll(automation, { all: true });
    expect(expectError(answer, 422, 'validation_error')).to.include('disabled');
    expect(await owner.batches(automation.id)).to.deep.equal([]);
  });

  it('Answers not_found 404 to the enrolment of an unknown contact, address or segment.', async () => {
    const automation = await owner.automation();
    const { accountId } = await createApiKey(app.pool);
    const { id: contact_id } = await createContact(app.pool, { accountId });
    const { id: segment_id } = await createSegment(app.pool, accountId);
    for (const body of [
      { contact_id: UNKNOWN_ID },
      { contact_id },
      { email: 'nobody@customer.dev' },
      { segment_id: UNKNOWN_ID },
      { segment_id },
    ])
      expectError(await owner.enroll(automation, body), 404, 'not_found');
  });

  it('Rejects the enrolment of a contact or a segment of another audience with validation_error 422.', async () => {
    const automation = await owner.automation();
    expect(await defaultAudienceOf(app.pool, owner.accountId)).to.be.a('string');
    const { id: audienceId } = await createAudience(app.pool, owner.accountId);
    const contact = await createContact(app.pool, { accountId: owner.accountId, audienceId });
    const { id: segmentId } = await createSegment(app.pool, owner.accountId, { audienceId });
    for (const [field, value] of [
      ['contact_id', contact.id],
      ['segment_id', segmentId],
    ] as const) {
      const answer = await owner.enroll(automation, { [field]: value });
      expect(expectError(answer, 422, 'validation_error')).to.include(`\`${field}\``);
    }
    const { email } = await owner.contact(contact.id);
    expectError(await owner.enroll(automation, { email }), 404, 'not_found');
  });

  it('Ends an enrolment as cancelled when its automation is stopped or disabled, and counts the rest as skipped.', async () => {
    await owner.contacts(2);
    for (const stop of [
      (id: string) => owner.api.post(`/automations/${id}/stop`),
      (id: string) => owner.change(id, { status: 'disabled' }),
    ]) {
      const automation = await owner.automation(undefined, { trigger: 'never.sent' });
      const answer = await owner.enroll(automation, { all: true });
      expect((await stop(automation.id)).status).to.equal(200);
      const { status, counts, skipped_reasons } = await owner.ended(automation, answer);
      expect([status, counts, skipped_reasons]).to.deep.equal([
        'cancelled',
        countsOf({ skipped: 3 }),
        { disabled: 3 },
      ]);
      expect(await owner.runsOf(automation)).to.deep.equal([]);
    }
  });

  it('Rejects an enrolment or a retry of many with validation_error 422 while 100 of the account have not ended.', async () => {
    const automation = await owner.automation();
    const other = await owner.automation();
    for (let count = 0; count < AUTOMATION_BATCHES_UNFINISHED_MAX - 1; count += 1)
      await owner.enroll(automation, { all: true });
    const asked = await Promise.all([
      owner.enroll(automation, { all: true }),
      owner.enroll(other, { all: true }),
    ]);
    expect(asked.map(({ status }) => status)).to.have.members([202, 422]);
    expectError(await owner.retryRuns(automation, { since: '1 hour ago' }), 422, 'validation_error');
    const cancelled = await owner.cancelRuns(automation);
    expect(cancelled.status).to.equal(202);
    await owner.runBatches(automation);
    expect((await owner.enroll(other, { all: true })).status).to.equal(202);
  });
});
