// What the runs of automations cause starts no loops (docs/reference/events.md#what-an-event-starts).
import { expect } from 'chai';
import { AUTOMATIONS_OF_TRIGGER_MAX } from '../../../shared/contract/limits.ts';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { timerRunsWork } from '../../../shared/resources/flows/automations/runs/work.ts';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { removeOldRows } from '../../support/work/remove-old-rows.ts';
import { createRunner, pauseStep } from '../automations/runs/runner.ts';

const IN_A_ROW = 5;
const MANY = 8;
/** Next to the first one, all in one audience. */
const DOMAINS = 10;
const RUNS = 1_000;

describe('What runs cause', () => {
  const app = useApp();
  const runner = useEach(() => createRunner(app));
  const rename = (name: string) =>
    ({ key: 'rename', type: 'contact_update', config: { first_name: name } }) as const;
  /** Moves the runs of the account that are woken. @returns how many there are */
  const moveWoken = async () => {
    const { rows } = await app.pool.query<{ id: string }>(
      'SELECT id FROM automation_runs WHERE account_id = $1 AND woken_at IS NOT NULL ORDER BY id',
      [runner.accountId],
    );
    if (rows.length > 0) await runner.advance(...rows.map(({ id }) => id));
    return rows.length;
  };
  const moveAll = async () => {
    while ((await moveWoken()) > 0);
  };
  const begin = async () => {
    await runner.sendEvent('begin').expect(202);
    await moveAll();
  };
  /** For each event of the contact, the oldest first: automation → why none started, or null. */
  const outcomes = async () => {
    const { body } = await runner.api.get(`/contacts/${runner.contactId}/events`).query({ limit: 100 });
    const events: { automations: { automation_id: string; reason: string | null }[] }[] = body.data;
    return events
      .toReversed()
      .map(({ automations }) =>
        Object.fromEntries(automations.map(({ automation_id: id, reason }) => [id, reason])),
      );
  };

  it('Starts an automation once by what the runs of one cause do, for the reason `loop`.', async () => {
    const automations: { id: string }[] = [];
    for (let number = 1; number <= MANY; number += 1)
      automations.push(await runner.automation([rename(`Name ${number}`)], { trigger: 'contact.updated' }));
    await runner.api.patch(`/contacts/${runner.contactId}`).send({ first_name: 'Bob' }).expect(200);
    await moveAll();
    const [caused, ...later] = await outcomes();
    const all = (reason: string | null) => Object.fromEntries(automations.map(({ id }) => [id, reason]));
    expect(caused).to.deep.equal(all(null));
    // What each of their runs has changed.
    expect(later).to.deep.equal(Array(MANY).fill(all('loop')));
  });

  it('Starts none of the automations that have caused a run by what the run does, for the reason `loop`.', async () => {
    const trigger = 'contact.updated';
    const first = await runner.automation([rename('First')], { trigger });
    const second = await runner.automation([rename('Second')], { trigger });
    const starting = await runner.automation([rename('Begun')], { trigger: 'begin' });
    await begin();
    expect(await outcomes()).to.deep.equal([
      { [starting.id]: null },
      { [first.id]: null, [second.id]: null },
      { [first.id]: 'loop', [second.id]: 'loop' },
      { [first.id]: 'loop', [second.id]: 'loop' },
    ]);
  });

  it('Starts at most 1,000 runs by one cause, then none for the reason `loop`, also when one of these runs does something a month later.', async () => {
    const trigger = 'contact.updated';
    const waiting = await runner.automation([pauseStep('month', '30 days'), rename('Late')], { trigger });
    const others = [];
    for (let place = 0; place < DOMAINS; place += 1) {
      const { id: domainId } = await createDomain(app.pool, runner.accountId);
      await app.pool.query(
        'UPDATE domains SET audience_id = (SELECT audience_id FROM domains WHERE id = $2) WHERE id = $1',
        [domainId, runner.domain.id],
      );
      for (let number = 0; number < AUTOMATIONS_OF_TRIGGER_MAX; number += 1)
        others.push(runner.automation(undefined, { trigger, domainId }));
    }
    const ids = [waiting, ...(await Promise.all(others))].map(({ id }) => id);
    await runner.api.patch(`/contacts/${runner.contactId}`).send({ first_name: 'Bob' }).expect(200);
    const reasons = async (): Promise<Record<string, string | null>> =>
      Object.assign({}, ...(await outcomes()));
    const started = await reasons();
    expect(Object.keys(started)).to.have.members(ids);
    const loops = Object.values(started).filter((reason) => reason === 'loop');
    expect(loops).to.have.length(ids.length - RUNS);
    expect(Object.values(started).filter((reason) => reason === null)).to.have.length(RUNS);
    await moveAll();
    const later = await runner.automation(undefined, { trigger });
    for (const _ of [1, 2]) {
      app.clock.advance(15 * DAY_MS);
      await removeOldRows(app.pool, app.clock.now());
    }
    await timerRunsWork.table.markDue(app.pool, app.clock.now(), RUNS);
    await moveAll();
    expect((await runner.contact(runner.contactId)).first_name).to.equal('Late');
    expect((await reasons())[later.id]).to.equal('loop');
    app.clock.advance(DAY_MS);
    await removeOldRows(app.pool, app.clock.now());
    expect((await app.pool.query('SELECT FROM automation_causes')).rowCount).to.equal(0);
  });

  it('Starts no more automations after five in a row, each caused by the run before, for the reason `loop`.', async () => {
    const made = [await runner.automation([rename('Name 1')], { trigger: 'begin' })];
    await runner.sendEvent('begin').expect(202);
    // Each is created when the run before has started, so that this run is the first that can start it.
    for (let number = 2; number <= IN_A_ROW + 1; number += 1) {
      made.push(await runner.automation([rename(`Name ${number}`)], { trigger: 'contact.updated' }));
      await moveWoken();
    }
    expect((await runner.contact(runner.contactId)).first_name).to.equal(`Name ${IN_A_ROW}`);
    const all = await outcomes();
    expect(all).to.have.length(1 + IN_A_ROW);
    const [last, ...earlier] = made.map(({ id }) => id).toReversed();
    const loops = earlier.slice(0, -1).map((id) => [id, 'loop']);
    expect(all.at(-1)).to.deep.equal(Object.fromEntries([...loops, [last, 'loop']]));
    expect(all.at(-2)?.[earlier[0] ?? '']).to.equal(null);
  });
});
