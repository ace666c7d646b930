// POST /automations (docs/reference/automations.md#post-automations).
import { expect } from 'chai';
import { AUTOMATIONS_MAX } from '../../../shared/contract/limits.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createAccount, createDomain } from '../../support/factories/factories.ts';
import { insertMany } from '../../support/factories/insert-many.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { createContactOwner } from '../contacts/owner.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { createAutomationOwner, DELAY, TRIGGER } from './owner.ts';

const FREE = 3;
const AT_A_TIME = 20;

describe('POST /automations', () => {
  const app = useApp();
  const owner = useEach(() => createAutomationOwner(app));
  const audienceOf = async (domainId: string) => (await owner.read(`/domains/${domainId}`)).audience_id;

  it('Creates a disabled automation unless the request says otherwise, and answers 201 with its record.', async () => {
    for (const nothing of [
      {},
      { status: 'disabled' },
      { status: null, reentry: null, answers: null, trigger_config: null },
    ]) {
      const { status, body } = await owner.create({ ...nothing, name: ' Welcome ', steps: [TRIGGER, DELAY] });
      expect(status, JSON.stringify(body)).to.equal(201);
      const { id, steps, ...rest } = body;
      expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      const now = app.clock.now().toISOString();
      expect(rest).to.deep.equal({
        object: 'automation',
        audience_id: await audienceOf(owner.domain.id),
        domain: owner.domain.name,
        name: 'Welcome',
        trigger: 'user.signed_up',
        status: 'disabled',
        trigger_config: null,
        trigger_key: 'start',
        reentry: 'always',
        answers: 'hourly',
        connections: [{ from: 'start', to: 'pause', type: 'default' }],
        health: { running: 0, failed_24h: 0, last_failed_at: null },
        created_at: now,
        updated_at: now,
      });
      const { id: stepId, ...delay } = steps[1];
      expect(stepId).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      expect([steps[0], delay]).to.deep.equal([
        { ...TRIGGER, config: { ...TRIGGER.config, domain: owner.domain.name } },
        { ...DELAY, position: 1 },
      ]);
      expect((await owner.stored(id))?.version_id).to.equal(null);
    }
  });

  it('Creates an enabled automation that has a step besides the trigger.', async () => {
    const made = await owner.made({ status: 'enabled', reentry: 'once', answers: 'each' });
    expect(made).to.include({ status: 'enabled', reentry: 'once', answers: 'each' });
    expect(await owner.stored(made.id)).to.include({ domain_id: owner.domain.id, epoch: 0 });
    const { rows } = await app.pool.query(
      'SELECT id, number, graph, properties FROM automation_versions WHERE automation_id = $1',
      [made.id],
    );
    const [, delay] = made.steps;
    expect(rows).to.deep.equal([
      {
        id: (await owner.stored(made.id))?.version_id,
        number: 1,
        graph: { triggerKey: 'start', steps: [delay], connections: made.connections },
        properties: [],
      },
    ]);
  });

  it('Refuses to create an enabled automation without a step besides the trigger with validation_error 422.', async () => {
    for (const fields of [
      {},
      { steps: undefined },
      { steps: [] },
      { steps: null, trigger: 'user.signed_up' },
    ]) {
      const answer = await owner.create({ status: 'enabled', ...fields });
      expect(expectError(answer, 422, 'validation_error')).to.include('`steps`');
    }
    expect(await owner.count('automations')).to.equal(0);
  });

  it('Takes contact.created for the trigger of an automation whose request names none.', async () => {
    for (const fields of [{ steps: undefined }, { steps: [DELAY] }, { steps: [DELAY], trigger: null }]) {
      const { body } = await owner.create(fields);
      expect(body).to.include({ trigger: 'contact.created', trigger_key: null });
      const config = { event_name: 'contact.created', domain: owner.domain.name };
      expect(body.steps[0]).to.deep.equal({ key: 'trigger', type: 'trigger', config });
    }
  });

  it('Creates an automation of the domain that the request names, in any spelling, with its audience.', async () => {
    const other = await createDomain(app.pool, owner.accountId, { name: 'mail.acme.dev' });
    for (const domain of [other.name, ` ${other.name.toUpperCase()} `, `${other.name}.`]) {
      const { status, body } = await owner.create({ domain });
      expect(status, JSON.stringify(body)).to.equal(201);
      expect(body).to.include({ domain: other.name, audience_id: await audienceOf(other.id) });
    }
  });

  it('Creates an automation of the default domain when the request names none, and rejects it with missing_required_field 422 when there is none.', async () => {
    await createDomain(app.pool, owner.accountId);
    for (const domain of [undefined, null])
      expect((await owner.create({ domain })).body.domain).to.equal(owner.domain.name);
    const { api, accountId } = await createContactOwner(app);
    await createDomain(app.pool, accountId);
    const answer = await api.post('/automations').send({ name: 'Welcome' });
    expect(expectError(answer, 422, 'missing_required_field')).to.include('`domain`');
  });

  it('Rejects an automation of an unknown domain or of one of another account with validation_error 422.', async () => {
    const foreign = await createDomain(app.pool, (await createAccount(app.pool)).id);
    for (const domain of [foreign.name, 'unknown.dev', 'no domain', '<', 'x'.repeat(10_000), owner.domain.id])
      expect(expectError(await owner.create({ domain }), 422, 'validation_error')).to.include('`domain`');
    expect(await owner.count('automations')).to.equal(0);
  });

  it('Rejects an enabled automation that names a template, segment or topic which does not exist with not_found 404, and stores nothing.', async () => {
    const { id } = await createTemplate(app.pool, owner.accountId);
    const from = `ana@${owner.domain.name}`;
    for (const step of [
      { type: 'send_email', config: { template: { id: 'unknown' }, from } },
      { type: 'send_email', config: { template: { id }, from, topic_id: UNKNOWN_ID } },
      { type: 'add_to_segment', config: { segment_id: UNKNOWN_ID } },
    ]) {
      const answer = await owner.create({ status: 'enabled', steps: [TRIGGER, { key: 'a', ...step }] });
      expectError(answer, 404, 'not_found');
    }
    expect(await owner.count('automations')).to.equal(0);
    const versions = 'SELECT FROM automation_versions WHERE account_id = $1';
    expect((await app.pool.query(versions, [owner.accountId])).rowCount).to.equal(0);
  });

  it('Creates up to 1,000 automations per account and rejects the next with validation_error 422, however many requests come at the same time.', async () => {
    expect(AUTOMATIONS_MAX).to.equal(1_000);
    await insertMany(app.pool, 'automations', [owner.accountId], AUTOMATIONS_MAX - FREE);
    const answers = await Promise.all(Array.from({ length: AT_A_TIME }, () => owner.create()));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).to.have.length(AT_A_TIME - FREE);
    for (const answer of refused)
      expect(expectError(answer, 422, 'validation_error')).to.include('up to 1000 automations');
    expect(await owner.count('automations')).to.equal(AUTOMATIONS_MAX);
  });
});
