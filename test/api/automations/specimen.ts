// Specimens of automations for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).
import { expect } from 'chai';
import { createAutomation } from '../../support/factories/automation-factories.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { createRun } from '../../support/factories/run-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { wallTimeIn } from '../../support/time/wall-time.ts';
import { countIn, createAsker, exampleOf, type Specimen, UNKNOWN_ID } from '../specimen.ts';
import { batchSpecimen, createBatch } from './batches/specimen.ts';
import { createAutomationOwner } from './owner.ts';
import { runSpecimen } from './runs/specimen.ts';
import { simulationSpecimen } from './simulation/specimen.ts';
import { statsSpecimen } from './stats/specimen.ts';

const TRIGGER = { key: 'start', type: 'trigger', config: { event_name: 'user.signed_up' } };
const RULE = { field: 'event.plan', operator: 'eq', value: 'pro' };
const UPDATE = { first_name: { var: 'event.name' }, last_name: null, unsubscribed: false };

/** A step of every type that needs nothing else, and a connection of every type. */
const GRAPH = {
  steps: [
    TRIGGER,
    { key: 'pause', type: 'delay', config: { duration: '3 days' } },
    {
      key: 'wait',
      type: 'wait_for_event',
      config: { event_name: 'user.paid', timeout: '1 week', filter_rule: RULE, since: 'run_start' },
    },
    { key: 'paid', type: 'condition', config: { type: 'and', rules: [RULE] } },
    { key: 'update', type: 'contact_update', config: UPDATE },
    { key: 'end', type: 'contact_delete', config: {} },
  ],
  connections: [
    { from: 'start', to: 'pause' },
    { from: 'pause', to: 'wait', type: 'default' },
    { from: 'wait', to: 'paid', type: 'event_received' },
    { from: 'wait', to: 'end', type: 'timeout' },
    { from: 'paid', to: 'update', type: 'condition_met' },
    { from: 'paid', to: 'end', type: 'condition_not_met' },
  ],
};

/** Requests, object and answers of this resource. */
export const specimen: Specimen = {
  good: {
    createAutomation: {
      body: {
        name: 'Welcome',
        domain: 'acme.dev',
        status: 'enabled',
        reentry: 'when_done',
        answers: 'each',
        trigger: 'user.signed_up',
        trigger_config: null,
        ...GRAPH,
      },
    },
    listAutomations: {
      query: { limit: '2', after: UNKNOWN_ID, q: 'wel', status: 'disabled', needs_attention: 'true' },
    },
    updateAutomation: {
      body: {
        name: 'Onboarding',
        status: 'disabled',
        reentry: 'once',
        answers: 'each',
        trigger_config: null,
        ...GRAPH,
        if_updated_at: '2026-11-20T12:00:00.000Z',
      },
    },
    stopAutomation: { body: { cancel_runs: false } },
    addAutomationStep: { body: { type: 'delay', key: 'more', config: { duration: '1 day' } } },
    ...runSpecimen.good,
    ...batchSpecimen.good,
    ...simulationSpecimen.good,
    updateAutomationStep: { body: { type: 'delay', key: 'later', config: { duration: '2 days' } } },
  },
  async create(pool, accountId) {
    const { id: domainId } = await createDomain(pool, accountId);
    const automation = await createAutomation(pool, accountId, { domainId, status: 'disabled' });
    const { id: contactId } = await createContact(pool, { accountId });
    const run = await createRun(pool, { automation, contactId });
    const batchId = await createBatch(pool, automation);
    return { id: automation.id, stepId: automation.stepIds[0], runId: run.id, batchId };
  },
  count: countIn('automations', 'deleted_at IS NULL'),
  answers(app, expectAnswer) {
    runSpecimen.answers(app, expectAnswer);
    statsSpecimen.answers(app, expectAnswer);
    batchSpecimen.answers(app, expectAnswer);
    simulationSpecimen.answers(app, expectAnswer);
    it('for automations that are made, edited, enabled, copied, stopped and deleted', async () => {
      const { accountId, api, domain } = await createAutomationOwner(app);
      await createTemplate(app.pool, accountId, { alias: 'welcome' });
      const ask = createAsker(api, expectAnswer);
      const wanted = { name: 'Welcome', domain: domain.name, ...GRAPH };
      const { id } = await ask('createAutomation', '/automations', wanted);
      const path = `/automations/${id}`;
      const schedule = { at: wallTimeIn(30), timezone: 'Europe/Berlin' };
      const scheduled = { name: 'New year', trigger: 'service:schedule', trigger_config: schedule };
      await ask('createAutomation', '/automations', scheduled);
      await ask('createAutomation', '/automations', exampleOf('createAutomation', { domain: domain.name }));
      const list = await ask('listAutomations', '/automations');
      expect(list.data).to.have.length(3);
      const more = exampleOf('addAutomationStep', { key: 'more' });
      const step = await ask('addAutomationStep', `${path}/steps`, more);
      const stepPath = `${path}/steps/${step.id}`;
      await ask('updateAutomationStep', stepPath, { config: { duration: '2 days' } });
      await ask('deleteAutomationStep', stepPath);
      await ask('updateAutomation', path, { status: 'enabled' });
      await ask('getAutomation', path);
      await ask('duplicateAutomation', `${path}/duplicate`);
      await ask('stopAutomation', `${path}/stop`, { cancel_runs: true });
      await ask('deleteAutomation', path);
    });
  },
};
