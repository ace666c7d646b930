// POST /automations/:id/simulate: what may be asked for (docs/reference/automation-simulations.md#the-request).

import { expect } from 'chai';
import { fieldsByColumn } from '../../../../shared/contract/contacts/fields.ts';
import { unsubscribeAddress } from '../../../shared/resources/audience/topics/choices/decisions.ts';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { useEach } from '../../../support/api/use-each.ts';
import { waitFor } from '../../../support/factories/automation-factories.ts';
import {
  createAudience,
  createContact,
  createContactProperty,
  createSegment,
} from '../../../support/factories/contact-factories.ts';
import { wallTimeIn } from '../../../support/time/wall-time.ts';
import { UNKNOWN_ID } from '../../specimen.ts';
import { createSimulator, stepsIn } from './simulator.ts';

const BO = { email: 'bo@customer.dev' };

describe('POST /automations/:id/simulate', () => {
  const app = useApp();
  const simulator = useEach(() => createSimulator(app));

  it('Simulates an automation as it is edited now, enabled or not, with any trigger.', async () => {
    for (const trigger of ['user.signed_up', 'contact.created', 'service:schedule'])
      for (const status of ['enabled', 'disabled'] as const) {
        const automation = await simulator.automation(undefined, { trigger, status });
        expect(stepsIn(await simulator.simulate(automation))).to.deep.equal([
          'trigger completed',
          'delay completed',
        ]);
      }
    const { id } = await simulator.made();
    const added = { type: 'delay', key: 'more', config: { duration: '1 day' } };
    expect((await simulator.api.post(`/automations/${id}/steps`).send(added)).status).to.equal(201);
    const edited = await simulator.simulate({ id });
    expect(stepsIn(edited)).to.deep.equal(['start completed', 'pause completed', 'more completed']);
  });

  it('Simulates the graph of the request in place of the stored one, and changes nothing.', async () => {
    const automation = await simulator.automation();
    const { body: before } = await simulator.api.get(`/automations/${automation.id}`);
    const pause = (key: string, duration: string) => ({ key, type: 'delay', config: { duration } });
    const steps = [
      { key: 'begin', type: 'trigger', config: { event_name: 'order.paid' } },
      pause('short', '1 hour'),
      pause('long', '2 days'),
    ];
    const shown = await simulator.simulate(automation, {
      trigger: 'order.paid',
      trigger_config: null,
      steps,
      connections: [
        { from: 'begin', to: 'long' },
        { from: 'long', to: 'short' },
      ],
    });
    expect(stepsIn(shown)).to.deep.equal(['begin completed', 'long completed', 'short completed']);
    // What is absent is that of the automation.
    const alone = await simulator.simulate(automation, { trigger: 'order.paid' });
    expect(stepsIn(alone)).to.deep.equal(['trigger completed', 'delay completed']);
    expect((await simulator.api.get(`/automations/${automation.id}`)).body).to.deep.equal(before);
  });

  it('Rejects a graph in a simulation as a change to it would be rejected, and names the path.', async () => {
    const automation = await simulator.automation(undefined, { status: 'disabled' });
    const template = { id: UNKNOWN_ID };
    const bodies = [
      { steps: [{ key: 'pause', type: 'delay', config: { duration: 'soon' } }] },
      { steps: [{ key: 'pause', type: 'delay', config: {} }] },
      { steps: [{ key: 'mail', type: 'send_email', config: { template } }] },
      { connections: [{ from: 'delay', to: 'delay' }] },
      { trigger: 'service:other' },
      { trigger_config: { at: wallTimeIn(30), timezone: 'Europe/Berlin' } },
      { steps: {} },
    ];
    for (const body of bodies) {
      const asked = await simulator.ask(automation, body);
      const changed = await simulator.api.patch(`/automations/${automation.id}`).send(body);
      const fault = ({ status, body: { name, message, field } }: typeof asked) => ({
        status,
        name,
        message,
        field,
      });
      expect(fault(asked), JSON.stringify(body)).to.deep.equal(fault(changed));
      expect([404, 422]).to.include(asked.status);
    }
  });

  it('Finds the contact of a simulation by its id, or by its address in the audience of the automation.', async () => {
    const automation = await simulator.automation();
    const { accountId, contactId } = simulator;
    const { id: otherAudience } = await createAudience(app.pool, accountId);
    await createContact(app.pool, { accountId, ...BO, audienceId: otherAudience });
    const { id } = await createContact(app.pool, { accountId, ...BO, lastName: 'Berg' });
    const byId = await simulator.simulate(automation, { contact_id: contactId.toUpperCase() });
    expect(byId.contact).to.include({ id: contactId, first_name: 'Bo' });
    const byAddress = await simulator.simulate(automation, { email: 'BO@Customer.dev' });
    expect(byAddress.contact).to.include({ id, email: 'bo@customer.dev', last_name: 'Berg' });
  });

  it('Simulates a contact that does not exist, with names, properties and an unsubscribe of its own.', async () => {
    await createContactProperty(app.pool, simulator.accountId, { key: 'plan', fallbackValue: 'free' });
    await createContactProperty(app.pool, simulator.accountId, {
      key: 'seats',
      type: 'number',
      fallbackValue: 1,
    });
    const mail = await simulator.mail({
      subject: '{{{contact.first_name}}} {{{contact.properties.plan}}} {{{contact.properties.seats}}}',
    });
    const automation = await simulator.automation([mail]);
    const contact = { ...BO, first_name: 'Bo', last_name: '', properties: { plan: 'pro', seats: null } };
    const shown = await simulator.simulate(automation, { contact });
    expect(shown.contact).to.deep.equal({
      id: null,
      ...BO,
      ...fieldsByColumn(() => null),
      first_name: 'Bo',
      unsubscribed: false,
      properties: { plan: 'pro' },
    });
    expect(shown.steps[1]?.output.subject).to.equal('Bo pro 1');
    const left = await simulator.simulate(automation, { contact: { ...contact, unsubscribed: true } });
    expect(left.contact).to.include({ unsubscribed: true });
    expect(stepsIn(left)).to.deep.equal(['trigger completed', 'mail skipped']);
  });

  it('Takes for an invented contact what its address has decided, unless the request says whether it has unsubscribed.', async () => {
    const automation = await simulator.automation([await simulator.mail()]);
    await unsubscribeAddress(app.pool, { accountId: simulator.accountId, address: BO.email });
    const outcomes = [];
    for (const unsubscribed of [undefined, false, true]) {
      const { steps } = await simulator.simulate(automation, { contact: { ...BO, unsubscribed } });
      outcomes.push(steps[1]?.status);
    }
    expect(outcomes).to.deep.equal(['skipped', 'completed', 'skipped']);
  });

  it('Rejects a simulation for an unknown contact with not_found 404, and for one of another audience with validation_error 422.', async () => {
    const automation = await simulator.automation();
    const other = await createSimulator(app);
    const { id: audienceId } = await createAudience(app.pool, simulator.accountId);
    const { id } = await createContact(app.pool, { accountId: simulator.accountId, audienceId, ...BO });
    for (const body of [{ contact_id: UNKNOWN_ID }, { contact_id: other.contactId }, BO])
      expectError(await simulator.ask(automation, body), 404, 'not_found');
    const answer = await simulator.ask(automation, { contact_id: id });
    expect(expectError(answer, 422, 'validation_error')).to.match(/audience/);
  });

  it('Rejects an invented contact with an invalid field with validation_error 422 and names the field.', async () => {
    await createContactProperty(app.pool, simulator.accountId, { key: 'plan' });
    const automation = await simulator.automation();
    const faults: [field: RegExp, fields: object][] = [
      [/contact\.email/, { email: 'nobody' }],
      [/contact\.first_name/, { first_name: 'x'.repeat(300) }],
      [/contact\.unsubscribed/, { unsubscribed: 'yes' }],
      [/properties.*colour/, { properties: { colour: 'red' } }],
      [/properties\.plan/, { properties: { plan: 5 } }],
    ];
    for (const [field, fields] of faults) {
      const answer = await simulator.ask(automation, { contact: { ...BO, ...fields } });
      expect(expectError(answer, 422, 'validation_error')).to.match(field);
    }
    const nameless = await simulator.ask(automation, { contact: { first_name: 'Bo' } });
    expect(expectError(nameless, 422, 'missing_required_field')).to.match(/contact\.email/);
  });

  it('Checks the payloads of a simulation against the schemas of their events, and rejects it with validation_error 422.', async () => {
    const automation = await simulator.automation([waitFor('order.paid')], { trigger: 'trial.started' });
    for (const name of ['trial.started', 'order.paid'])
      await simulator.make('/events', { name, schema: { count: 'number' } });
    const event = { event: 'order.paid', after: '1 day' };
    const answers = [
      [/`payload\.count`/, { payload: { count: 'two' } }],
      [/`events\[1\]\.payload\.count`/, { events: [event, { ...event, payload: { count: 'two' } }] }],
      [/`payload`.* 64 KiB/, { payload: { text: 'x'.repeat(70_000) } }],
      [/`events\[0\]\.payload`.* 64 KiB/, { events: [{ ...event, payload: { text: 'x'.repeat(70_000) } }] }],
      [/`payload`/, { payload: 'text' }],
    ] as const;
    for (const [field, body] of answers)
      expect(expectError(await simulator.ask(automation, body), 422, 'validation_error')).to.match(field);
    const good = { payload: { count: 2, more: 'x' }, events: [event] };
    expect((await simulator.simulate(automation, good)).outcome).to.equal('completed');
  });

  it('Rejects a payload for the scheduled trigger, whose runs have none, with validation_error 422.', async () => {
    const automation = await simulator.automation(undefined, { trigger: 'service:schedule' });
    const answer = await simulator.ask(automation, { payload: { plan: 'pro' } });
    expect(expectError(answer, 422, 'validation_error')).to.match(/`payload`/);
    const { steps } = await simulator.simulate(automation, { payload: null });
    expect(steps[0]?.output).to.deep.equal({ payload: null });
  });

  it('Gives a simulated run of `contact.created`, `contact.updated` or `contact.unsubscribed` the payload of that event when the request has none.', async () => {
    const { accountId } = simulator;
    const { id: segmentId } = await createSegment(app.pool, accountId);
    const { id } = await createContact(app.pool, { accountId, ...BO, segmentIds: [segmentId] });
    for (const trigger of ['contact.created', 'contact.updated', 'contact.unsubscribed']) {
      const automation = await simulator.automation(undefined, { trigger });
      const { steps } = await simulator.simulate(automation, { contact_id: id });
      const payload = steps[0]?.output.payload;
      expect(payload).to.include({ id, email: BO.email, first_name: null, unsubscribed: false });
      expect(payload.segment_ids).to.deep.equal([segmentId]);
      const given = await simulator.simulate(automation, { contact_id: id, payload: { plan: 'pro' } });
      expect(given.steps[0]?.output).to.deep.equal({ payload: { plan: 'pro' } });
    }
    const other = await simulator.automation(undefined, { trigger: 'user.signed_up' });
    expect((await simulator.simulate(other)).steps[0]?.output).to.deep.equal({ payload: null });
  });

  it('Rejects more than 100 events, or an event that no run can wait for or that comes later than 366 days, with validation_error 422.', async () => {
    const automation = await simulator.automation();
    const event = { event: 'order.paid', after: '366 days' };
    const faults = [
      [/`events`/, Array.from({ length: 101 }, () => event)],
      [/`events\[0\]\.event`/, [{ ...event, event: 'service:schedule' }]],
      [/`events\[0\]\.event`/, [{ ...event, event: 'x'.repeat(201) }]],
      [/`events\[0\]\.after`/, [{ ...event, after: '367 days' }]],
      [/`events\[0\]\.after`/, [{ ...event, after: 'soon' }]],
      [/`events\[0\]\.after`/, [{ ...event, after: `${'1'.repeat(300)} days` }]],
    ] as const;
    for (const [field, events] of faults)
      expect(expectError(await simulator.ask(automation, { events }), 422, 'validation_error')).to.match(
        field,
      );
    for (const missing of ['event', 'after']) {
      const answer = await simulator.ask(automation, { events: [{ ...event, [missing]: null }] });
      expectError(answer, 422, 'missing_required_field');
    }
    const events = Array.from({ length: 100 }, () => event);
    expect((await simulator.simulate(automation, { events })).outcome).to.equal('completed');
  });

  it('Rejects the simulation of an automation without a step besides the trigger with validation_error 422.', async () => {
    const automation = await simulator.automation([], { status: 'disabled' });
    expectError(await simulator.ask(automation), 422, 'validation_error');
  });

  it('Rejects the simulation of an automation whose rules name a contact property that there is not any more with validation_error 422, and names the step.', async () => {
    const rule = { type: 'rule', field: 'contact.properties.plan', operator: 'eq', value: 'pro' } as const;
    const pause = { key: 'pause', type: 'delay', config: { duration: '1 day' } } as const;
    const automation = await simulator.automation([pause, { key: 'pro', type: 'condition', config: rule }]);
    const answer = await simulator.ask(automation);
    expect(expectError(answer, 422, 'validation_error')).to.match(/`steps\[2\]\.config.*plan/);
    await createContactProperty(app.pool, simulator.accountId, { key: 'plan' });
    expect((await simulator.simulate(automation)).steps[2]?.output).to.deep.equal({
      result: 'condition_not_met',
    });
  });
});
