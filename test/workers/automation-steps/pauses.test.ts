// Delays, waits and conditions of runs that a worker moves, and what an event does to them.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { DAY_MS, HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { waitFor } from '../../support/factories/automation-factories.ts';
import { type Steps, useRuns } from './use-runs.ts';

const delay = (key: string, duration = '1 day'): Steps[number] => ({
  key,
  type: 'delay',
  config: { duration },
});

describe('pauses of runs', () => {
  const test = useRuns();
  const { clock } = test;
  const startedAndMoved = async (steps: Steps, connections?: Parameters<typeof test.automation>[1]) => {
    const id = await test.start(await test.automation(steps, connections));
    await test.advance(id);
    return id;
  };

  it('Ends a delay when it is due, and begins the next pause at that moment, however late a worker comes to it.', async () => {
    const begin = clock.now();
    const id = await startedAndMoved([delay('one'), delay('two'), delay('three')]);
    clock.advance(DAY_MS - 1);
    expect(await test.wakeAndMove()).to.deep.equal([]);
    clock.advance(1 + HOUR_MS);
    expect(await test.wakeAndMove()).to.deep.equal([id]);
    const run = await test.read(id);
    expect([run.clock, run.waitUntil]).to.deep.equal([
      new Date(begin.getTime() + DAY_MS),
      new Date(begin.getTime() + 2 * DAY_MS),
    ]);
    clock.advance(5 * DAY_MS);
    await test.wakeAndMove();
    expect(await test.steps(id)).to.deep.equal(['one completed', 'two completed', 'three completed']);
    const rows = await test.query(
      'SELECT completed_at FROM automation_step_runs WHERE run_id = $1 ORDER BY position',
      [id],
    );
    expect(rows.map((row) => row.completed_at.getTime() - begin.getTime())).to.deep.equal(
      [1, 2, 3].map((days) => days * DAY_MS),
    );
  });

  it('Goes on after `condition_met` or `condition_not_met` as the rules say of the contact at that moment and of the event.', async () => {
    const is: Steps[number] = {
      key: 'is',
      type: 'condition',
      config: {
        type: 'and',
        rules: [
          { type: 'rule', field: 'contact.first_name', operator: 'eq', value: 'Bo' },
          { type: 'rule', field: 'event.total', operator: 'gt', value: 10 },
        ],
      },
    };
    const automation = await test.automation([is, delay('yes'), delay('no')], {
      connections: [
        { from: 'trigger', to: 'is', type: 'default' },
        { from: 'is', to: 'yes', type: 'condition_met' },
        { from: 'is', to: 'no', type: 'condition_not_met' },
      ],
    });
    const cases = [
      [{ total: 11 }, 'yes waiting'],
      [{ total: 10 }, 'no waiting'],
      [null, 'no waiting'],
    ] as const;
    for (const [payload, expected] of cases) {
      const id = await test.start(automation, { payload });
      await test.advance(id);
      expect(await test.steps(id)).to.deep.equal(['is completed', expected]);
    }
    const id = await test.start(automation, { payload: { total: 11 } });
    await test.query("UPDATE contacts SET first_name = 'Al' WHERE id = $1", [test.contact.id]);
    await test.advance(id);
    expect(await test.steps(id)).to.deep.equal(['is completed', 'no waiting']);
  });

  describe('Ends a wait once: by the first event that meets its filter, or by its timeout.', () => {
    const filter = { type: 'rule', field: 'event.ok', operator: 'eq', value: true } as const;
    const steps = [waitFor('paid', { timeout: '2 hours', filter_rule: filter }), delay('in'), delay('out')];
    const connections = {
      connections: [
        { from: 'trigger', to: 'wait_paid', type: 'default' as const },
        { from: 'wait_paid', to: 'in', type: 'event_received' as const },
        { from: 'wait_paid', to: 'out', type: 'timeout' as const },
      ],
    };

    it('by the event', async () => {
      const id = await startedAndMoved(steps, connections);
      expect(await test.read(id)).to.deep.include({
        listens: ['paid'],
        waitUntil: test.inFuture(2 * HOUR_MS),
      });
      clock.advance(HOUR_MS);
      await test.send('paid', { ok: false });
      expect(await test.read(id)).to.include({ isWoken: false });
      await test.send('paid', { ok: true, number: 1 });
      await test.send('paid', { ok: true, number: 2 });
      expect(await test.read(id)).to.include({ isWoken: true });
      await test.advance(id);
      expect(await test.steps(id)).to.deep.equal(['wait_paid completed', 'in waiting']);
      const output = (await test.output(id, 'wait_paid')) as { payload: object };
      expect(output).to.deep.include({ result: 'event_received', payload: { ok: true, number: 1 } });
      const run = await test.read(id);
      expect(run.waits).to.deep.equal({ paid: { ok: true, number: 1 } });
      expect([run.inbox, run.listens, run.waitUntil]).to.deep.equal([[], [], test.inFuture(DAY_MS)]);
    });

    it('by the timeout', async () => {
      const id = await startedAndMoved(steps, connections);
      clock.advance(2 * HOUR_MS);
      await test.wakeAndMove();
      expect(await test.steps(id)).to.deep.equal(['wait_paid completed', 'out waiting']);
      expect(await test.output(id, 'wait_paid')).to.deep.equal({ result: 'timeout' });
      await test.send('paid', { ok: true });
      expect(await test.read(id)).to.deep.include({ inbox: [], isWoken: false });
    });
  });

  it('Counts an event for a wait that comes before a worker has brought the run to the wait.', async () => {
    const id = await startedAndMoved([delay('pause'), waitFor('paid')]);
    // The pause is over, and no worker has looked yet.
    clock.advance(DAY_MS + HOUR_MS);
    await test.send('paid', { number: 1 });
    expect(await test.read(id)).to.include({ isWoken: false, stepKey: 'pause' });
    await test.wakeAndMove();
    expect(await test.steps(id)).to.deep.equal(['pause completed', 'wait_paid completed']);
    expect(await test.read(id)).to.include({ status: 'completed' });
  });

  it('Ends a wait by its timeout when the event comes after it, however late a worker comes to the timeout.', async () => {
    const id = await startedAndMoved([waitFor('paid', { timeout: '1 hour' })]);
    clock.advance(HOUR_MS + 1);
    await test.send('paid', {});
    await test.wakeAndMove();
    expect(await test.output(id, 'wait_paid')).to.deep.equal({ result: 'timeout' });
    const other = await startedAndMoved([waitFor('paid', { timeout: '1 hour' })]);
    clock.advance(HOUR_MS);
    // In the same millisecond: it is in time.
    await test.send('paid', {});
    await test.advance(other);
    expect(await test.output(other, 'wait_paid')).to.include({ result: 'event_received' });
  });

  it('does nothing for ids that are unknown, not woken or of runs that have ended', async () => {
    const ended = await startedAndMoved([delay('pause', '1 second')]);
    clock.advance(1_000);
    await test.wakeAndMove();
    const sleeping = await startedAndMoved([delay('pause')]);
    const ids = [ended, sleeping, randomUUID()];
    expect(await test.advance(...ids)).to.equal('3 woken, 0 claimed, 3 held elsewhere');
  });
});
