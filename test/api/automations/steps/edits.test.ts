// Adding, changing and deleting single steps (docs/reference/automation-steps.md#single-steps-of-a-graph).
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { useEach } from '../../../support/api/use-each.ts';
import { createTemplate } from '../../../support/factories/template-factories.ts';
import { UNKNOWN_ID } from '../../specimen.ts';
import { TRIGGER } from '../owner.ts';
import { createStepWriter, edge, GOOD_CONFIGS, stepOf } from './writer.ts';

const PAUSE = { type: 'delay', config: { duration: '1 day' } };

describe('Single steps of a graph', () => {
  const app = useApp();
  const owner = useEach(() => createStepWriter(app));
  const add = (id: string, body: object) => owner.api.post(`/automations/${id}/steps`).send(body);
  const change = (id: string, key: string, body: object) =>
    owner.api.patch(`/automations/${id}/steps/${key}`).send(body);
  const remove = (id: string, key: string) => owner.api.delete(`/automations/${id}/steps/${key}`);

  it('Adds a step after the one of the highest position: that leads to it by `default`, unless it has a `default` already.', async () => {
    const { id } = await owner.made({ steps: [TRIGGER] });
    for (const [index, key] of ['a', 'b'].entries()) {
      const { status, body } = await add(id, { ...PAUSE, key, position: 9, id: UNKNOWN_ID });
      expect([status, body]).to.deep.equal([201, { id: body.id, key, position: index + 1, ...PAUSE }]);
      expect(body.id).not.to.equal(UNKNOWN_ID);
    }
    expect((await owner.shown(id)).connections).to.deep.equal([edge('start', 'a'), edge('a', 'b')]);
    const connections = [edge('start', 'a'), edge('a', 'if'), edge('if', 'b')];
    const branched = await owner.made({
      steps: [TRIGGER, stepOf('b'), stepOf('a'), stepOf('if', 'condition')],
      connections,
    });
    await add(branched.id, { ...PAUSE, key: 'c' }).expect(201);
    expect((await owner.shown(branched.id)).connections).to.deep.equal(connections);
    const met = [edge('start', 'if'), edge('if', 'b', 'condition_met')];
    const open = await owner.made({
      steps: [TRIGGER, stepOf('b'), stepOf('if', 'condition')],
      connections: met,
    });
    await add(open.id, { ...PAUSE, key: 'c' }).expect(201);
    expect((await owner.shown(open.id)).connections).to.deep.equal([...met, edge('if', 'c')]);
  });

  it('Makes a key of the type for an added step that has none: `send_email`, then `send_email_2`.', async () => {
    const { id } = await owner.made({ steps: [TRIGGER, stepOf('send_email_3')] });
    const keys = [];
    for (const key of [undefined, null, '']) {
      const { status, body } = await add(id, { type: 'send_email', key, config: GOOD_CONFIGS['send_email'] });
      expect(status, JSON.stringify(body)).to.equal(201);
      keys.push(body.key);
    }
    expect(keys).to.deep.equal(['send_email', 'send_email_2', 'send_email_4']);
  });

  it('Rejects an added or changed step with a fault as in a list of steps, and names the path in its body.', async () => {
    const { id } = await owner.made({ steps: [TRIGGER, stepOf('a'), stepOf('b')] });
    const before = await owner.shown(id);
    for (const [path, answer] of [
      ['key', await add(id, { ...PAUSE, key: 'a' })],
      ['key', await add(id, { ...PAUSE, key: 'start' })],
      ['key', await add(id, { ...PAUSE, key: 'k'.repeat(65) })],
      ['key', await change(id, 'a', { key: 'b' })],
      ['key', await change(id, 'a', { key: 'start' })],
      ['config.duration', await add(id, { ...PAUSE, config: { duration: 'soon' } })],
      ['config.duration', await change(id, 'a', { config: { duration: 'soon' } })],
      ['type', await add(id, { ...PAUSE, type: 'send_sms' })],
    ] as const)
      expect(expectError(answer, 422, 'validation_error')).to.include(`\`${path}\``);
    for (const [path, answer] of [
      ['type', await add(id, { config: PAUSE.config })],
      ['config', await add(id, { type: 'delay' })],
      ['config.duration', await change(id, 'a', { config: {} })],
    ] as const)
      expect(expectError(answer, 422, 'missing_required_field')).to.include(`\`${path}\``);
    expect(await owner.shown(id)).to.deep.equal(before);
  });

  it('Rejects a trigger as an added step, and a step beyond 150, with validation_error 422.', async () => {
    const { id } = await owner.made();
    const { key: _, ...second } = TRIGGER;
    expect(expectError(await add(id, second), 422, 'validation_error')).to.include('`type`');
    const steps = Array.from({ length: 148 }, (_, index) => stepOf(`s${index}`));
    const full = await owner.made({ steps });
    await add(full.id, PAUSE).expect(201);
    expect(expectError(await add(full.id, PAUSE), 422, 'validation_error')).to.include('150');
  });

  it('Replaces the config of a changed step as a whole, and renames the step in its connections.', async () => {
    const wait = { event_name: 'order.paid', timeout: '1 day', since: 'run_start' };
    const made = await owner.made({
      steps: [TRIGGER, { key: 'a', type: 'wait_for_event', config: wait }, stepOf('b')],
    });
    const [, a] = made.steps;
    const config = { event_name: 'order.sent' };
    const { status, body } = await change(made.id, 'a', { config });
    expect([status, body]).to.deep.equal([200, { ...a, config }]);
    const renamed = await change(made.id, 'a', { key: 'sent' });
    expect([renamed.status, renamed.body]).to.deep.equal([200, { ...a, key: 'sent', config }]);
    const shown = await owner.shown(made.id);
    expect(shown.steps[1]).to.deep.equal(renamed.body);
    expect(shown.connections).to.deep.equal([edge('start', 'sent'), edge('sent', 'b')]);
  });

  it('Accepts the present type in a change of a step and rejects another with validation_error 422.', async () => {
    const { id } = await owner.made({ steps: [TRIGGER, stepOf('a')] });
    const { status, body } = await change(id, 'a', { type: 'delay', config: { duration: '2 days' } });
    expect([status, body.config]).to.deep.equal([200, { duration: '2 days' }]);
    const answer = await change(id, 'a', { type: 'contact_delete', config: {} });
    expect(expectError(answer, 422, 'validation_error')).to.include('`type`');
  });

  it('Checks only the step that is added or changed, and the others when the automation is enabled.', async () => {
    const from = `ana@${owner.domain.name}`;
    await createTemplate(app.pool, owner.accountId, { alias: 'old', from });
    const mail = { key: 'mail', type: 'send_email', config: { template: { id: 'old' } } };
    const { id } = await owner.made({ steps: [TRIGGER, mail, stepOf('a')] });
    await owner.api.delete('/templates/old').expect(200);
    await add(id, PAUSE).expect(201);
    await change(id, 'a', { config: { duration: '2 days' } }).expect(200);
    expectError(await change(id, 'mail', { key: 'letter' }), 404, 'not_found');
    const refused = expectError(await owner.change(id, { status: 'enabled' }), 404, 'not_found');
    expect(refused).to.include('`steps[1].config.template.id`');
    await change(id, 'mail', { config: GOOD_CONFIGS['send_email'] }).expect(200);
    expect((await owner.change(id, { status: 'enabled' })).status).to.equal(200);
  });

  it('Leads everything that led to a deleted step to the one that follows it by `default`; without one, these ways end.', async () => {
    const steps = [TRIGGER, stepOf('if', 'condition'), stepOf('a'), stepOf('b'), stepOf('c')];
    const connections = [
      edge('start', 'if'),
      edge('if', 'a', 'condition_met'),
      edge('if', 'b', 'condition_not_met'),
      edge('a', 'b'),
      edge('b', 'c'),
    ];
    const { id } = await owner.made({ steps, connections });
    await remove(id, 'b').expect(200);
    expect((await owner.shown(id)).connections).to.deep.equal([
      edge('start', 'if'),
      edge('if', 'a', 'condition_met'),
      edge('if', 'c', 'condition_not_met'),
      edge('a', 'c'),
    ]);
    await remove(id, 'c').expect(200);
    await remove(id, 'a').expect(200);
    expect((await owner.shown(id)).connections).to.deep.equal([edge('start', 'if')]);
    const met = [edge('start', 'if'), edge('if', 'a', 'condition_met'), edge('a', 'b'), edge('b', 'c')];
    const other = await owner.made({ steps, connections: met });
    await remove(other.id, 'if').expect(200);
    expect((await owner.shown(other.id)).connections).to.deep.equal([edge('a', 'b'), edge('b', 'c')]);
  });

  it('Numbers the steps after a deleted one again.', async () => {
    const { id } = await owner.made({ steps: [TRIGGER, stepOf('a'), stepOf('b'), stepOf('c')] });
    await remove(id, 'a').expect(200);
    const { steps } = await owner.shown(id);
    expect(steps.map(({ key, position }) => [key, position])).to.deep.equal([
      ['start', undefined],
      ['b', 1],
      ['c', 2],
    ]);
    expect((await add(id, PAUSE)).body.position).to.equal(3);
  });

  it('Refuses to delete a step that leads on in several ways, and to change or delete the trigger, with validation_error 422.', async () => {
    const steps = [stepOf('if', 'condition'), stepOf('a'), stepOf('b')];
    const connections = [edge('if', 'a', 'condition_met'), edge('if', 'b')];
    const { id } = await owner.made({ steps, connections });
    const before = await owner.shown(id);
    expect(expectError(await remove(id, 'if'), 422, 'validation_error')).to.include('2 outgoing connections');
    for (const answer of [await remove(id, 'trigger'), await change(id, 'trigger', { config: {} })])
      expect(expectError(answer, 422, 'validation_error')).to.include('trigger');
    expect(await owner.shown(id)).to.deep.equal(before);
    const named = await owner.made();
    expectError(await remove(named.id, 'start'), 422, 'validation_error');
    expectError(await remove(named.id, 'trigger'), 404, 'not_found');
  });
});
