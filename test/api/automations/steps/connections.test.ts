// The connections between steps (docs/reference/automation-steps.md#connections).
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { useEach } from '../../../support/api/use-each.ts';
import { DELAY, TRIGGER } from '../owner.ts';
import { createStepWriter, edge, stepOf } from './writer.ts';

const STEPS = [TRIGGER, stepOf('if', 'condition'), stepOf('wait', 'wait_for_event'), stepOf('end')];
const FIRST = edge('start', 'if');

describe('Connections', () => {
  const app = useApp();
  const owner = useEach(() => createStepWriter(app));
  const refuse = (connections: unknown[], path: string) =>
    owner.refuseGraph({ steps: STEPS, connections }, path);

  it('Connects the steps in their order when the request gives no connections, or an empty list.', async () => {
    for (const connections of [undefined, null, []]) {
      const made = await owner.made({ steps: STEPS, connections });
      expect(made.connections).to.deep.equal([FIRST, edge('if', 'wait'), edge('wait', 'end')]);
    }
  });

  it('Calls a connection without a type `default`.', async () => {
    for (const type of [undefined, null]) {
      const connections = [{ from: 'start', to: 'pause', type }];
      const made = await owner.made({ steps: [TRIGGER, DELAY], connections });
      expect(made.connections).to.deep.equal([edge('start', 'pause')]);
    }
  });

  it('Connects every outcome of a step with the step that the request names.', async () => {
    const connections = [
      FIRST,
      edge('if', 'wait', 'condition_met'),
      edge('if', 'end', 'condition_not_met'),
      edge('if', 'wait'),
      edge('wait', 'end', 'event_received'),
      edge('wait', 'end', 'timeout'),
      edge('wait', 'end'),
    ];
    expect((await owner.made({ steps: STEPS, connections })).connections).to.deep.equal(connections);
  });

  it('Rejects a connection from or to a step that there is not with validation_error 422, and one that does not say with missing_required_field 422.', async () => {
    await refuse([edge('other', 'if')], 'connections[0].from');
    await refuse([edge('trigger', 'if')], 'connections[0].from');
    await refuse([FIRST, edge('if', 'other')], 'connections[1].to');
    await refuse([FIRST, edge('if', '__proto__')], 'connections[1].to');
    for (const none of [undefined, null, ''])
      for (const name of ['from', 'to'])
        await owner.refuseGraph(
          { steps: STEPS, connections: [{ ...FIRST, [name]: none }] },
          `connections[0].${name}`,
          'missing_required_field',
        );
  });

  it('Rejects a connection to the trigger with validation_error 422.', async () => {
    await refuse([FIRST, edge('if', 'start')], 'connections[1].to');
    const connections = [edge('trigger', 'pause'), edge('pause', 'trigger')];
    await owner.refuseGraph({ steps: [DELAY], connections }, 'connections[1].to');
  });

  it('Rejects a connection of a type that is unknown, or that the step does not have, with validation_error 422.', async () => {
    for (const [type, from] of [
      ['sometimes', 'start'],
      ['toString', 'if'],
      ['timeout', 'start'],
      ['condition_met', 'start'],
      ['timeout', 'if'],
      ['event_received', 'if'],
      ['condition_met', 'wait'],
      ['condition_not_met', 'end'],
      ['event_received', 'end'],
    ] as const)
      await refuse([edge(from, from === 'end' ? 'wait' : 'end', type)], 'connections[0].type');
  });

  it('Rejects two connections of the same type from a step with validation_error 422.', async () => {
    await refuse([FIRST, edge('start', 'end')], 'connections[1]');
    await refuse([FIRST, FIRST], 'connections[1]');
    await refuse([FIRST, edge('wait', 'end', 'timeout'), edge('wait', 'if', 'timeout')], 'connections[2]');
  });

  it('Rejects connections that make a circle with validation_error 422 that names its steps.', async () => {
    expect(await refuse([FIRST, edge('if', 'if')], 'connections')).to.include('["if","if"]');
    const circle = [edge('if', 'wait', 'condition_met'), edge('wait', 'end', 'timeout'), edge('end', 'if')];
    const message = await refuse([FIRST, ...circle], 'connections');
    expect(message).to.include('["if","wait","end","if"]');
  });

  it('Rejects a step that no connections lead to with validation_error 422, when the request gives connections and when the automation is enabled.', async () => {
    await refuse([FIRST, edge('if', 'wait')], 'steps[3]');
    await refuse([FIRST, edge('wait', 'end')], 'steps[2]');
    const made = await owner.made({ steps: STEPS });
    const rewired = await owner.change(made.id, { connections: [FIRST, edge('if', 'end')] });
    expect(expectError(rewired, 422, 'validation_error')).to.include('`steps[2]`');
    expect((await owner.shown(made.id)).connections).to.deep.equal(made.connections);
    // Deleting a step may leave such a step in a disabled automation.
    const connections = [FIRST, edge('if', 'wait', 'condition_met'), edge('wait', 'end')];
    const { id } = await owner.made({ steps: STEPS, connections });
    await owner.api.delete(`/automations/${id}/steps/if`).expect(200);
    const refused = await owner.change(id, { status: 'enabled' });
    expect(expectError(refused, 422, 'validation_error')).to.include('`steps[1]`');
    const repaired = { status: 'enabled', connections: [edge('start', 'wait'), edge('wait', 'end')] };
    expect((await owner.change(id, repaired)).status).to.equal(200);
  });
});
