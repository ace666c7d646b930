// PATCH /automations/:id (docs/reference/automations.md#patch-automationsid).
import { expect } from 'chai';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { createAutomationOwner, DELAY, type ShownAutomation, TRIGGER } from './owner.ts';

const LONGER = { ...DELAY, config: { duration: '2 days' } };
const WAIT = { key: 'wait', type: 'wait_for_event', config: { event_name: 'user.paid' } };
const AT_A_TIME = 8;

describe('PATCH /automations/:id', () => {
  const app = useApp();
  const owner = useEach(() => createAutomationOwner(app));
  /** In thirty days. */
  const schedule = () => {
    const at = new Date(app.clock.now().getTime() + 30 * DAY_MS).toISOString();
    return { trigger: 'service:schedule', trigger_config: { at, timezone: 'Europe/Berlin' } };
  };
  /** A change that must succeed, a second later. */
  const change = async (id: string, fields: object): Promise<ShownAutomation> => {
    app.clock.advance(1_000);
    const { status, body } = await owner.change(id, fields);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body;
  };
  const keysOf = ({ steps }: ShownAutomation) => steps.map(({ key }) => key);
  const versionOf = async ({ id }: ShownAutomation) => (await owner.stored(id))?.version_id;

  it('Changes the given fields of an automation and leaves the others unchanged.', async () => {
    let present = await owner.made();
    for (const fields of [
      { name: 'Onboarding' },
      { reentry: 'when_done' },
      { answers: 'each' },
      { status: 'enabled' },
      { name: 'Onboarding 2', reentry: 'once' },
      { status: 'disabled' },
    ]) {
      const changed = await change(present.id, fields);
      expect(changed).to.deep.equal({ ...present, ...fields, updated_at: app.clock.now().toISOString() });
      expect(await owner.shown(present.id)).to.deep.equal(changed);
      present = changed;
    }
  });

  it('Changes nothing in an automation, not even `updated_at`, when no field has another value.', async () => {
    for (const status of ['disabled', 'enabled']) {
      const made = await owner.made({ status });
      const version = await versionOf(made);
      for (const fields of [{}, { status }, { colour: 'blue' }, { steps: made.steps }, made])
        expect(await change(made.id, fields)).to.deep.equal(made);
      expect(await versionOf(made)).to.equal(version);
    }
  });

  it('Replaces the steps of a disabled automation and keeps its trigger when the request names none.', async () => {
    const made = await owner.made();
    const changed = await change(made.id, { steps: [WAIT, LONGER] });
    expect(changed).to.include({ trigger: 'user.signed_up', trigger_key: null });
    expect(keysOf(changed)).to.deep.equal(['trigger', 'wait', 'pause']);
    expect(changed.connections).to.deep.equal([
      { from: 'trigger', to: 'wait', type: 'default' },
      { from: 'wait', to: 'pause', type: 'default' },
    ]);
    expect(changed.steps[2]).to.deep.equal({ ...made.steps[1], position: 2, config: LONGER.config });
    const connections = [{ from: 'start', to: 'pause' }];
    const again = await change(made.id, { steps: [TRIGGER, DELAY], connections });
    expect([keysOf(again), again.connections]).to.deep.equal([
      ['start', 'pause'],
      [{ from: 'start', to: 'pause', type: 'default' }],
    ]);
  });

  it('Keeps the steps of an automation whose trigger alone is changed.', async () => {
    const { id, steps, connections } = await owner.made();
    const first = schedule();
    const second = schedule();
    for (const [fields, triggerConfig] of [
      [{ trigger: 'user.paid' }, null],
      [first, first.trigger_config],
      [{ trigger: 'contact.created' }, null],
      [second, second.trigger_config],
      [{ trigger: 'user.paid', trigger_config: null }, null],
    ] as const) {
      const changed = await change(id, fields);
      const { trigger } = fields;
      expect(changed).to.deep.include({ trigger, trigger_config: triggerConfig, trigger_key: 'start' });
      expect(changed.connections).to.deep.equal(connections);
      const config = { event_name: trigger, domain: owner.domain.name, ...triggerConfig };
      expect(changed.steps[0]?.config).to.deep.equal(config);
      expect(changed.steps.slice(1)).to.deep.equal(steps.slice(1));
    }
  });

  it('Enables and disables an automation.', async () => {
    const made = await owner.made();
    for (const status of ['enabled', 'disabled', 'enabled'])
      expect(await change(made.id, { status })).to.include({ status });
    // Runs in progress continue.
    expect(await owner.stored(made.id)).to.include({ epoch: 0 });
    expect(await owner.batches(made.id)).to.deep.equal([]);
  });

  it('Checks all that an automation uses again when it is enabled.', async () => {
    const { id: template } = await createTemplate(app.pool, owner.accountId);
    const segment = await owner.make('/segments', { name: 'Beta testers' });
    const from = `ana@${owner.domain.name}`;
    const steps = [
      { key: 'mail', type: 'send_email', config: { template: { id: template }, from } },
      { key: 'add', type: 'add_to_segment', config: { segment_id: segment } },
    ];
    for (const [step, path] of [
      [steps[0], `/templates/${template}`],
      [steps[1], `/segments/${segment}`],
    ] as const) {
      const made = await owner.made({ steps: [TRIGGER, step] });
      await owner.api.delete(path).expect(200);
      expectError(await owner.change(made.id, { status: 'enabled' }), 404, 'not_found');
      expect(await owner.shown(made.id)).to.deep.equal(made);
    }
    const scheduled = await owner.made({ ...schedule(), steps: [DELAY] });
    app.clock.advance(30 * DAY_MS);
    const answer = await owner.change(scheduled.id, { status: 'enabled' });
    expect(expectError(answer, 422, 'validation_error')).to.include('`trigger_config.at`');
  });

  it('Refuses to enable an automation without a step besides the trigger with validation_error 422.', async () => {
    const made = await owner.made({ steps: [TRIGGER] });
    for (const fields of [{}, { steps: [] }, { steps: [{ ...TRIGGER, key: 'other' }] }]) {
      const answer = await owner.change(made.id, { ...fields, status: 'enabled' });
      expect(expectError(answer, 422, 'validation_error')).to.include('`steps`');
    }
    expect(await owner.shown(made.id)).to.deep.equal(made);
  });

  it('Rejects a change of the steps, connections or trigger of an enabled automation that asks for no status with validation_error 422.', async () => {
    const made = await owner.made({ status: 'enabled', steps: [TRIGGER, DELAY, WAIT] });
    const version = await versionOf(made);
    const connections = [
      { from: 'start', to: 'wait' },
      { from: 'wait', to: 'pause' },
    ];
    for (const fields of [
      { steps: [TRIGGER, LONGER] },
      { connections },
      { trigger: 'user.paid' },
      schedule(),
      { name: 'Other', steps: [TRIGGER] },
    ]) {
      const message = expectError(await owner.change(made.id, fields), 422, 'validation_error');
      expect(message).to.include('The automation is enabled');
    }
    expect(await owner.shown(made.id)).to.deep.equal(made);
    expect(await versionOf(made)).to.equal(version);
    expect(await change(made.id, { name: 'Other', reentry: 'once' })).to.include({ name: 'Other' });
  });

  it('Edits an enabled automation with the status disabled, which disables it.', async () => {
    const made = await owner.made({ status: 'enabled' });
    const changed = await change(made.id, { status: 'disabled', steps: [TRIGGER, LONGER] });
    expect(changed.status).to.equal('disabled');
    expect(changed.steps[1]?.config).to.deep.equal(LONGER.config);
    expect(await change(made.id, { status: 'disabled', steps: [] })).to.deep.include({ connections: [] });
  });

  it('Edits an automation with the status enabled, which enables it or leaves it enabled.', async () => {
    const made = await owner.made({ steps: [TRIGGER] });
    for (const step of [DELAY, LONGER, WAIT]) {
      const changed = await change(made.id, { status: 'enabled', steps: [TRIGGER, step] });
      expect(changed.status).to.equal('enabled');
      expect(changed.steps[1]).to.deep.include(step);
    }
    expect(await change(made.id, { status: 'enabled', trigger: 'user.paid' })).to.include({
      trigger: 'user.paid',
    });
  });

  it('Leaves an automation as it was when an edit that would enable it is refused.', async () => {
    const made = await owner.made();
    const draft = await createTemplate(app.pool, owner.accountId, { isPublished: false });
    const config = { template: { id: draft.id }, from: `ana@${owner.domain.name}` };
    const steps = [TRIGGER, { key: 'mail', type: 'send_email', config }];
    const answer = await owner.change(made.id, { status: 'enabled', name: 'Other', steps });
    expectError(answer, 422, 'validation_error');
    expect(await owner.shown(made.id)).to.deep.equal(made);
    expect(await versionOf(made)).to.equal(null);
  });

  it('Makes a new version of the steps when an edited automation is enabled, and keeps the version of one that has not changed.', async () => {
    await owner.make('/contact-properties', { key: 'plan', type: 'string' });
    const rule = { type: 'rule', field: 'contact.properties.plan', operator: 'exists' };
    const condition = { key: 'paid', type: 'condition', config: rule };
    const steps = [TRIGGER, condition, DELAY];
    const made = await owner.made({ status: 'enabled', steps });
    const versions: unknown[] = [await versionOf(made)];
    const enable = async (fields: object, isNew: boolean) => {
      await change(made.id, { status: 'enabled', ...fields });
      const version = await versionOf(made);
      expect(versions.at(-1) !== version).to.equal(isNew);
      versions.push(version);
    };
    for (const fields of [{}, { name: 'Other' }, { steps }, { trigger: 'user.paid' }])
      await enable(fields, false);
    await change(made.id, { status: 'disabled', reentry: 'once' });
    await enable({}, false);
    await enable({ steps: [TRIGGER, condition, LONGER] }, true);
    await enable({ steps: [{ ...TRIGGER, key: 'first' }, condition, LONGER] }, true);
    // The property is another one, although its key and type are the same.
    await change(made.id, { status: 'disabled' });
    const { body: list } = await owner.api.get('/contact-properties');
    await owner.api.delete(`/contact-properties/${list.data[0].id}`).expect(200);
    await owner.make('/contact-properties', { key: 'plan', type: 'string' });
    await enable({}, true);
    const { rows } = await app.pool.query(
      'SELECT number, properties FROM automation_versions WHERE automation_id = $1 ORDER BY number',
      [made.id],
    );
    expect(rows.map(({ number }) => number)).to.deep.equal([1, 2, 3, 4]);
    expect(rows.map(({ properties }) => properties[0])).to.deep.equal([
      ...Array(3).fill(['plan', 1, 'string', null]),
      ['plan', 2, 'string', null],
    ]);
  });

  it('Accepts the present `domain` in a change of an automation and rejects another with validation_error 422.', async () => {
    const { id } = await owner.made();
    const other = await createDomain(app.pool, owner.accountId);
    expect(await change(id, { domain: owner.domain.name.toUpperCase(), name: 'A' })).to.include({
      name: 'A',
    });
    for (const domain of [other.name, 'unknown.dev', 'none']) {
      const answer = await owner.change(id, { domain, name: 'B' });
      expect(expectError(answer, 422, 'validation_error')).to.include('`domain`');
    }
    expect((await owner.shown(id)).name).to.equal('A');
  });

  it('Lets one of two edits come after the other when both come at the same time.', async () => {
    const { id } = await owner.made();
    const edits = Array.from({ length: AT_A_TIME }, (_, index) => ({
      status: 'enabled',
      steps: [TRIGGER, { ...DELAY, config: { duration: `${index + 2} days` } }],
    }));
    const answers = await Promise.all(edits.map((fields) => owner.change(id, fields)));
    expect(answers.map(({ status }) => status)).to.deep.equal(edits.map(() => 200));
    const { rows } = await app.pool.query(
      `SELECT number, version.id = automations.version_id AS "isLast"
       FROM automation_versions AS version JOIN automations ON automations.id = automation_id
       WHERE automation_id = $1 ORDER BY number`,
      [id],
    );
    expect(rows.map(({ number, isLast }) => [number, isLast])).to.deep.equal(
      edits.map((_, index) => [index + 1, index === AT_A_TIME - 1]),
    );
  });
});
