// The trigger of an automation (docs/reference/automation-steps.md#the-trigger).
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { useEach } from '../../../support/api/use-each.ts';
import { DELAY, TRIGGER } from '../owner.ts';
import { createStepWriter } from './writer.ts';

const named = (event_name: unknown) => ({ ...TRIGGER, config: { event_name } });

describe('The trigger', () => {
  const app = useApp();
  const owner = useEach(() => createStepWriter(app));

  it('Takes the trigger from the step of type trigger wherever it is among the steps, and answers it first.', async () => {
    for (const steps of [
      [TRIGGER, DELAY],
      [DELAY, TRIGGER],
    ]) {
      const made = await owner.made({ steps });
      expect(made).to.include({ trigger: 'user.signed_up', trigger_key: 'start' });
      expect(made.steps.map(({ key }) => key)).to.deep.equal(['start', 'pause']);
      expect(made.connections).to.deep.equal([{ from: 'start', to: 'pause', type: 'default' }]);
    }
  });

  it('Gives a trigger without a step the key `trigger`, which connections may name, and answers null as `trigger_key`.', async () => {
    const connections = [{ from: 'trigger', to: 'pause', type: 'default' }];
    const made = await owner.made({ trigger: 'user.left', steps: [DELAY], connections });
    expect(made).to.deep.include({ trigger: 'user.left', trigger_key: null, connections });
    expect(made.steps[0]).to.deep.equal({
      key: 'trigger',
      type: 'trigger',
      config: { event_name: 'user.left', domain: owner.domain.name },
    });
  });

  it('Lets a trigger without a step lead to the first step when no connection says where it leads.', async () => {
    const steps = [DELAY, { ...DELAY, key: 'later' }];
    const first = { from: 'trigger', to: 'pause', type: 'default' };
    const second = { from: 'pause', to: 'later', type: 'default' };
    const { connections } = await owner.made({ steps, connections: [second] });
    expect(connections).to.deep.equal([first, second]);
  });

  it('Accepts `trigger` and a trigger step of the same event, and rejects different ones with validation_error 422.', async () => {
    const made = await owner.made({ trigger: 'user.signed_up' });
    expect(made).to.include({ trigger: 'user.signed_up', trigger_key: 'start' });
    const unnamed = await owner.made({ trigger: 'user.left', steps: [{ ...TRIGGER, config: {} }, DELAY] });
    expect(unnamed).to.include({ trigger: 'user.left', trigger_key: 'start' });
    await owner.refuseGraph({ trigger: 'user.left', steps: [TRIGGER] }, 'trigger');
  });

  it('Rejects a second trigger step, and a step with the key of the trigger, with validation_error 422.', async () => {
    const second = { ...TRIGGER, key: 'second' };
    await owner.refuseGraph({ steps: [TRIGGER, DELAY, second] }, 'steps[2].type');
    await owner.refuseGraph({ steps: [TRIGGER, { ...DELAY, key: 'start' }] }, 'steps[1].key');
    await owner.refuseGraph({ steps: [{ ...DELAY, key: 'trigger' }] }, 'steps[0].key');
    expect((await owner.made({ steps: [TRIGGER, { ...DELAY, key: 'trigger' }] })).steps).to.have.length(2);
  });

  it('Rejects a trigger step that names no event with missing_required_field 422.', async () => {
    const path = 'steps[0].config.event_name';
    for (const name of [undefined, null, ''])
      await owner.refuseGraph({ steps: [named(name)] }, path, 'missing_required_field');
  });

  it('Rejects a trigger whose name begins with `service:`, except `service:schedule`, or has more than 200 characters with validation_error 422.', async () => {
    for (const name of ['service:', 'service:other', 'service:schedules', 'x'.repeat(201), 5]) {
      await owner.refuseGraph({ steps: [named(name)] }, 'steps[0].config.event_name');
      await owner.refuseGraph({ trigger: name, steps: [DELAY] }, 'trigger');
    }
    for (const name of ['services:x', 'Service:x', 'contact.updated', 'x'.repeat(200), 'ä b:c'])
      expect((await owner.made({ steps: [named(name)] })).trigger).to.equal(name);
  });
});
