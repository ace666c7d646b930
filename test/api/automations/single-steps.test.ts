// POST, PATCH and DELETE of the steps of an automation (docs/reference/automations.md#single-steps).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { createAutomationOwner, DELAY, type ShownAutomation } from './owner.ts';

const LONGER = { duration: '2 days' };
const AT_A_TIME = 8;

describe('The steps of an automation', () => {
  const app = useApp();
  const owner = useEach(() => createAutomationOwner(app));
  let made: ShownAutomation;
  beforeEach(async () => {
    made = await owner.made();
    app.clock.advance(1_000);
  });
  const add = (body: object, id = made.id) => owner.api.post(`/automations/${id}/steps`).send(body);
  const pathOf = (step: string) => `/automations/${made.id}/steps/${step}`;
  const stepId = () => String(made.steps[1]?.id);

  it('Answers 201 with the step that was added to an automation, and shows it in the record.', async () => {
    const { status, body } = await add({ type: 'delay', key: 'more', config: LONGER });
    expect(status, JSON.stringify(body)).to.equal(201);
    expect(body).to.deep.equal({ id: body.id, key: 'more', type: 'delay', position: 2, config: LONGER });
    const shown = await owner.shown(made.id);
    expect(shown.steps).to.deep.equal([...made.steps, body]);
    expect(shown.connections).to.deep.include({ from: 'pause', to: 'more', type: 'default' });
    expect(shown.updated_at).to.equal(app.clock.now().toISOString());
  });

  it('Changes and deletes a step that the path names by its id or by its key.', async () => {
    for (const [name, config] of [
      [stepId(), LONGER],
      [stepId().toUpperCase(), DELAY.config],
      ['pause', LONGER],
    ] as const) {
      const { status, body } = await owner.api.patch(pathOf(name)).send({ config });
      expect([status, body]).to.deep.equal([200, { ...made.steps[1], config }]);
      expect((await owner.shown(made.id)).steps[1]).to.deep.equal(body);
    }
    const second = (await add({ type: 'delay', key: 'a/b c', config: LONGER })).body;
    for (const [name, id] of [
      [encodeURIComponent('a/b c'), second.id],
      [stepId(), stepId()],
    ]) {
      const { status, body } = await owner.api.delete(pathOf(name));
      expect([status, body]).to.deep.equal([200, { object: 'automation_step', id, deleted: true }]);
    }
    expect((await owner.shown(made.id)).steps).to.have.length(1);
  });

  it('Refuses to add, change or delete a step of an enabled automation with validation_error 422.', async () => {
    const { body: enabled } = await owner.change(made.id, { status: 'enabled' });
    for (const answer of [
      await add({ type: 'delay', config: LONGER }),
      await owner.api.patch(pathOf('pause')).send({ config: LONGER }),
      await owner.api.delete(pathOf(stepId())),
    ])
      expect(expectError(answer, 422, 'validation_error')).to.include('The automation is enabled');
    expect(await owner.shown(made.id)).to.deep.equal(enabled);
    await owner.api.post(`/automations/${made.id}/stop`).expect(200);
    expect((await add({ type: 'delay', config: LONGER })).status).to.equal(201);
  });

  it('Answers not_found 404 to a step that the automation does not have.', async () => {
    const other = await owner.made();
    for (const name of [UNKNOWN_ID, 'none', 'PAUSE', 'x'.repeat(65), '%00', other.steps[1]?.id ?? '']) {
      for (const answer of [
        await owner.api.patch(pathOf(name)).send({ config: LONGER }),
        await owner.api.delete(pathOf(name)),
      ])
        expect(expectError(answer, 404, 'not_found')).to.equal('Step not found.');
    }
    expect(await owner.shown(made.id)).to.deep.equal(made);
  });

  it('Changes nothing, not even `updated_at`, when a step is changed to what it is.', async () => {
    for (const body of [{}, { type: 'delay' }, { key: 'pause', config: DELAY.config }]) {
      const answer = await owner.api.patch(pathOf('pause')).send(body);
      expect([answer.status, answer.body]).to.deep.equal([200, made.steps[1]]);
    }
    expect(await owner.shown(made.id)).to.deep.equal(made);
  });

  it('Loses none of the steps that are added at the same time.', async () => {
    const answers = await Promise.all(
      Array.from({ length: AT_A_TIME }, () => add({ type: 'delay', config: LONGER })),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(AT_A_TIME).fill(201));
    const { steps, connections } = await owner.shown(made.id);
    expect(steps).to.have.length(2 + AT_A_TIME);
    expect(connections).to.have.length(1 + AT_A_TIME);
    expect(new Set(steps.map(({ key }) => key)).size).to.equal(steps.length);
  });
});
