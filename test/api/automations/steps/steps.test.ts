// The list of steps (docs/reference/automation-steps.md#steps).
import { expect } from 'chai';
import { GRAPH_MAX_BYTES, STEP_KEY_MAX_LENGTH, STEPS_MAX } from '../../../../shared/contract/limits.ts';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { useEach } from '../../../support/api/use-each.ts';
import { TRIGGER } from '../owner.ts';
import { createStepWriter } from './writer.ts';

const delay = (key: unknown, duration = '1 day') => ({ key, type: 'delay', config: { duration } });
const delays = (count: number) => Array.from({ length: count }, (_, index) => delay(`s${index}`));

describe('The steps of an automation', () => {
  const app = useApp();
  const owner = useEach(() => createStepWriter(app));

  it('Answers the steps in their order with positions from 1, each with an id that stays with its key when the steps are replaced.', async () => {
    const made = await owner.made({ steps: [TRIGGER, delay('a'), delay('b'), delay('c')] });
    const shown = made.steps.map(({ position, key }) => [position, key]);
    expect(shown).to.deep.equal([[undefined, 'start'], ...['a', 'b', 'c'].map((key, at) => [at + 1, key])]);
    const idOf = new Map(made.steps.map(({ key, id }) => [key, id]));
    expect(new Set(idOf.values()).size).to.equal(4);
    const { body } = await owner.change(made.id, {
      steps: [delay('new'), delay('c'), delay('a', '2 days'), TRIGGER],
    });
    const next = body.steps.map(({ position, key }: { position?: number; key: string }) => [position, key]);
    expect(next).to.deep.equal([[undefined, 'start'], ...['new', 'c', 'a'].map((key, at) => [at + 1, key])]);
    for (const key of ['a', 'c'])
      expect(body.steps.find((step: { key: string }) => step.key === key).id).to.equal(idOf.get(key));
    expect([...idOf.values()]).not.to.include(body.steps[1].id);
  });

  it('Takes nothing of a step but its key, its type and its config, and of these only fields that they have themselves.', async () => {
    const odd = { ...delay('a'), id: owner.accountId, position: 7, colour: 'blue' };
    const { steps } = await owner.made({ steps: [odd] });
    expect(steps[1]).to.have.all.keys('id', 'key', 'type', 'position', 'config');
    expect(steps[1]).to.deep.include({ position: 1, config: { duration: '1 day' } });
    expect(steps[1]?.id).not.to.equal(owner.accountId);
    const send = (text: string) =>
      owner.api
        .post('/automations')
        .set('Content-Type', 'application/json')
        .send(`{"name": "Odd", "steps": [${text}]}`);
    const inherited = JSON.stringify(delay('a'));
    for (const text of [
      `{"__proto__": ${inherited}}`,
      '{"key": "a", "type": "delay", "config": {"__proto__": {"duration": "1 day"}}}',
    ])
      expectError(await send(text), 422, 'missing_required_field');
    for (const key of ['__proto__', 'constructor', 'toString']) {
      const { status, body } = await send(
        `{"key": "${key}", "type": "delay", "config": {"duration": "1 day"}}`,
      );
      expect([status, body.steps?.[1].key]).to.deep.equal([201, key]);
      expectError(await send(`{"key": "a", "type": "${key}", "config": {}}`), 422, 'validation_error');
    }
    const update = '{"key": "a", "type": "contact_update", "config": {"properties": {"__proto__": 1}}}';
    expect(expectError(await send(update), 422, 'validation_error')).to.include('properties.__proto__');
  });

  it('Rejects a step without a key, a type or a config that it needs with missing_required_field 422, and names the path.', async () => {
    const missing = 'missing_required_field';
    for (const none of [undefined, null, '']) {
      await owner.refuseGraph({ steps: [TRIGGER, delay(none)] }, 'steps[1].key', missing);
      await owner.refuseGraph({ steps: [{ ...delay('a'), type: none }] }, 'steps[0].type', missing);
    }
    await owner.refuseGraph({ steps: [{ key: 'a', type: 'delay' }] }, 'steps[0].config', missing);
    await owner.refuseGraph({ steps: [{ ...delay('a'), config: null }] }, 'steps[0].config', missing);
  });

  it('Rejects a step of an unknown type, a key of more than 64 characters and one that another step has with validation_error 422, and names the path.', async () => {
    expect(STEP_KEY_MAX_LENGTH).to.equal(64);
    const long = 'k'.repeat(64);
    expect((await owner.made({ steps: [delay(long)] })).steps[1]?.key).to.equal(long);
    for (const [path, steps] of [
      ['steps[1].key', [TRIGGER, delay(`${long}k`)]],
      ['steps[0].key', [delay(5)]],
      ['steps[2].key', [TRIGGER, delay('a'), delay('a')]],
      ['steps[1].type', [TRIGGER, { ...delay('a'), type: 'send_sms' }]],
      ['steps[0].config', [{ ...delay('a'), config: '1 day' }]],
      ['steps[1]', [TRIGGER, 'delay']],
    ] as const)
      await owner.refuseGraph({ steps }, path);
  });

  it('Takes up to 150 steps, the trigger among them, and rejects more with validation_error 422.', async () => {
    expect(STEPS_MAX).to.equal(150);
    for (const steps of [delays(149), [TRIGGER, ...delays(149)]])
      expect((await owner.made({ steps })).steps).to.have.length(150);
    for (const steps of [delays(150), [TRIGGER, ...delays(150)]]) await owner.refuseGraph({ steps }, 'steps');
  });

  it('Rejects steps and connections that have more than 256 KB of JSON together with validation_error 422.', async () => {
    expect(GRAPH_MAX_BYTES).to.equal(256 * 1024);
    const mail = (length: number) => ({
      key: 'mail',
      type: 'send_email',
      config: { template: { id: 'welcome', variables: { NAME: 'ä'.repeat(length / 2) } } },
    });
    const { id } = await owner.made({ steps: [mail(200_000)] });
    await owner.refuseGraph({ steps: [mail(263_000)] }, 'steps');
    const { key: _, ...added } = mail(100_000);
    const answer = await owner.api.post(`/automations/${id}/steps`).send(added);
    expect(expectError(answer, 422, 'validation_error')).to.include('256 KB');
  });

  it('Rejects lists of a hundred thousand steps or connections, and values a hundred levels deep, like any other that is too large.', async () => {
    await owner.refuseGraph({ steps: Array(100_000).fill({}) }, 'steps');
    await owner.refuseGraph({ steps: [delay('a')], connections: Array(100_000).fill({}) }, 'connections');
    let deep: unknown = 'x';
    // With what is around them in the body, they have a hundred levels.
    for (let level = 0; level < 94; level += 1) deep = [deep];
    const config = { template: { id: 'welcome', variables: { deep } } };
    expect(await owner.config('send_email', config)).to.deep.equal(config);
    let rule: object = { field: 'contact.email', operator: 'exists' };
    for (let level = 0; level < 90; level += 1) rule = { not: rule };
    await owner.refuse('condition', { rule }, `rule${'.not'.repeat(10)}`);
  });
});
