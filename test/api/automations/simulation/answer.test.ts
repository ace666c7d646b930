// What a simulation shows (docs/reference/automation-simulations.md#the-answer).
import { expect } from 'chai';
import { DAY_MS } from '../../../../shared/platform/time/durations.ts';
import { useApp } from '../../../support/api/app.ts';
import { contentsOf } from '../../../support/api/contents.ts';
import { useEach } from '../../../support/api/use-each.ts';
import { waitFor } from '../../../support/factories/automation-factories.ts';
import { createContactProperty, createSegment } from '../../../support/factories/contact-factories.ts';
import { pauseStep } from '../runs/runner.ts';
import { createSimulator, stepsIn } from './simulator.ts';

const PRO = { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' } as const;
const update = (key: string, config: object) => ({ key, type: 'contact_update', config }) as const;

describe('A simulation of an automation', () => {
  const app = useApp();
  const simulator = useEach(() => createSimulator(app));
  const later = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString();

  it('Shows the steps in the order in which the run comes to them, with the times at which they end.', async () => {
    const { id: segmentId } = await createSegment(app.pool, simulator.accountId);
    const automation = await simulator.automation(
      [
        { key: 'pro', type: 'condition', config: PRO },
        pauseStep('never'),
        { key: 'join', type: 'add_to_segment', config: { segment_id: segmentId } },
        pauseStep('rest', '30 days'),
        pauseStep('longer', '30 days'),
      ],
      {
        connections: [
          { from: 'trigger', to: 'rest', type: 'default' },
          { from: 'rest', to: 'pro', type: 'default' },
          { from: 'pro', to: 'longer', type: 'condition_met' },
          { from: 'pro', to: 'never', type: 'condition_not_met' },
          { from: 'longer', to: 'join', type: 'default' },
        ],
      },
    );
    const { outcome, reason, steps } = await simulator.simulate(automation, { payload: { plan: 'pro' } });
    expect([outcome, reason]).to.deep.equal(['completed', null]);
    const ended = { status: 'completed', error: null };
    expect(steps).to.deep.equal([
      { key: 'trigger', type: 'trigger', at: later(0), output: { payload: { plan: 'pro' } }, ...ended },
      { key: 'rest', type: 'delay', at: later(30), output: null, ...ended },
      { key: 'pro', type: 'condition', at: later(30), output: { result: 'condition_met' }, ...ended },
      { key: 'longer', type: 'delay', at: later(60), output: null, ...ended },
      { key: 'join', type: 'add_to_segment', at: later(60), output: null, ...ended },
    ]);
  });

  it('Ends a simulated wait by the first event that its filter takes, or else by its timeout.', async () => {
    const wait = waitFor('order.paid', { timeout: '5 days', filter_rule: PRO });
    const automation = await simulator.automation([pauseStep('pause'), wait]);
    const event = (after: string, plan: string) => ({ event: 'order.paid', after, payload: { plan } });
    const endsBy = async (...events: object[]) => {
      const { steps } = await simulator.simulate(automation, { events });
      return [steps[2]?.at, steps[2]?.output];
    };
    const timeout = [later(6), { result: 'timeout' }];
    expect(await endsBy()).to.deep.equal(timeout);
    expect(
      await endsBy(event('2 days', 'free'), event('12 hours', 'pro'), event('7 days', 'pro')),
    ).to.deep.equal(timeout);
    expect(
      await endsBy(event('4 days', 'pro'), event('3 days', 'pro'), event('2 days', 'free')),
    ).to.deep.equal([later(3), { result: 'event_received', payload: { plan: 'pro' } }]);
    expect((await endsBy(event('6 days', 'pro')))[0]).to.equal(later(6));
    const other = { event: 'order.lost', after: '2 days', payload: { plan: 'pro' } };
    expect(await endsBy(other)).to.deep.equal(timeout);
  });

  it('Lets the events of a moment come before the run goes on at that moment.', async () => {
    const automation = await simulator.automation([pauseStep('pause'), waitFor('order.paid')]);
    const endOf = async (after: string) => {
      const { steps } = await simulator.simulate(automation, { events: [{ event: 'order.paid', after }] });
      return steps[2]?.at;
    };
    expect(await endOf('1 day')).to.equal(later(1));
    expect(await endOf('23 hours')).to.equal(later(31));
    const atOnce = await simulator.automation([waitFor('order.paid')]);
    const { steps } = await simulator.simulate(atOnce, { events: [{ event: 'order.paid', after: '0 s' }] });
    expect(steps[1]?.at).to.equal(later(0));
  });

  it('Shows later steps of a simulation what a step has changed of the contact.', async () => {
    await createContactProperty(app.pool, simulator.accountId, { key: 'plan', fallbackValue: 'free' });
    const subject = '{{{contact.first_name}}} {{{contact.properties.plan}}}';
    const mail = async (key: string) => ({ ...(await simulator.mail({ subject })), key });
    const plan = { type: 'rule', field: 'contact.properties.plan', operator: 'eq', value: 'pro' } as const;
    const automation = await simulator.automation([
      update('name', { first_name: { var: 'event.name' }, properties: { plan: 'pro' } }),
      await mail('one'),
      { key: 'pro', type: 'condition', config: plan },
      update('clear', { last_name: 'Berg', properties: { plan: null } }),
      await mail('two'),
      update('leave', { unsubscribed: true }),
      await mail('three'),
      update('return', { unsubscribed: false }),
      await mail('four'),
    ]);
    const { contact, steps } = await simulator.simulate(automation, { payload: { name: 'Cy' } });
    const said = steps.map(({ key, output }) => [key, output?.subject ?? output?.result ?? output?.reason]);
    expect(said.filter(([, each]) => each !== undefined)).to.deep.equal([
      ['one', 'Cy pro'],
      ['pro', 'condition_met'],
      ['two', 'Cy free'],
      ['three', 'unsubscribed'],
      ['four', 'Cy free'],
    ]);
    expect(contact).to.include({ first_name: 'Cy', last_name: 'Berg', unsubscribed: false });
    expect(contact?.['properties']).to.deep.equal({});
  });

  it('Shows a contact that a step would delete as null, and no later steps.', async () => {
    const end = { key: 'end', type: 'contact_delete', config: {} } as const;
    const automation = await simulator.automation([end, pauseStep('pause')]);
    const simulation = await simulator.simulate(automation);
    expect(simulation).to.include({ outcome: 'completed', contact: null });
    expect(stepsIn(simulation)).to.deep.equal(['trigger completed', 'end completed']);
  });

  it('Writes nothing when it simulates.', async () => {
    const { accountId } = simulator;
    const { id: segmentId } = await createSegment(app.pool, accountId);
    const automation = await simulator.automation([
      await simulator.mail(),
      update('change', { first_name: 'Cy', unsubscribed: true }),
      { key: 'join', type: 'add_to_segment', config: { segment_id: segmentId } },
      waitFor('order.paid'),
      { key: 'end', type: 'contact_delete', config: {} },
    ]);
    // Its key has been used before.
    await simulator.shown(automation.id);
    const before = await contentsOf(app, ['logs']);
    const events = [{ event: 'order.paid', after: '1 day' }];
    await simulator.simulate(automation, { events });
    await simulator.simulate(automation, { contact: { email: 'new@customer.dev' }, events });
    expect(Object.keys(before).length).to.be.above(50);
    expect(before['contacts']).to.be.a('string');
    expect(await contentsOf(app, ['logs'])).to.deep.equal(before);
  });
});
