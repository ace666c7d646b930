// Why a person got nothing: each cause is made once, as a client makes it, and the timeline of the person names it
// (docs/reference/people.md#why-nothing-was-sent).
import { expect } from 'chai';
import { type TestApp, useApp } from '../../support/api/app.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { createRunner, mailOf, pauseStep, type Runner } from '../automations/runs/runner.ts';

const BO = 'bo@gmail.com';

/** An entry, as far as it says why. */
interface Cause {
  type: string;
  reason: string | null;
  message?: RegExp;
  /** State of the email, or of the run. */
  status?: string;
}

interface Case extends Cause {
  /** Makes it. @returns the address that is asked about; by default BO */
  make(runner: Runner, app: TestApp): Promise<unknown>;
}

const send = ({ api, domain }: Runner, fields: object = {}) =>
  api.post('/emails').send({ from: `ana@${domain.name}`, to: BO, subject: 'Hello', text: 'Hi', ...fields });
const suppress = ({ api }: Runner, email = BO) => api.post('/suppressions').send({ email }).expect(201);
const contactBo = async (runner: Runner, fields: object = {}) =>
  (await runner.add(BO, fields)).body.id as string;
const event = ({ api, domain }: Runner, name = 'paid') =>
  api.post('/events/send').send({ event: name, domain: domain.name, email: BO });

/** A run of BO's whose step sends mail. */
async function runMail(runner: Runner, app: TestApp, topicId?: string): Promise<void> {
  const { id } = await createTemplate(app.pool, runner.accountId, {
    from: `ana@${runner.domain.name}`,
    subject: 'Hello',
  });
  const step = mailOf(id);
  const config = { ...step.config, ...(topicId && { topic_id: topicId }) };
  const automation = await runner.automation([{ ...step, config }]);
  await runner.run(automation, { contactId: (await runner.contact(BO)).id });
}

/** A run of BO's that waits. */
async function runPause(runner: Runner) {
  const automation = await runner.automation([pauseStep('pause')]);
  const id = await runner.run(automation, { contactId: await contactBo(runner) });
  return { path: `/automations/${automation.id}`, id };
}

const setPlan = (app: TestApp, runner: Runner, plan: string) =>
  app.pool.query('UPDATE accounts SET plan_id = $2 WHERE id = $1', [runner.accountId, plan]);
const useUpRuns = async (app: TestApp, runner: Runner) => {
  await app.pool.query("UPDATE plans SET automation_run_limit = 0, contact_limit = NULL WHERE id = 'free'");
  await setPlan(app, runner, 'free');
};

const refused = { type: 'email.refused' };
const CASES: Readonly<Record<string, Case>> = {
  'an email alone to a suppressed address': {
    ...refused,
    reason: 'suppressed_address',
    message: /since .* added manually/,
    make: async (runner) => {
      await suppress(runner);
      await send(runner).expect(422);
    },
  },
  'an email to others too, of whom the address is suppressed': {
    type: 'email',
    status: 'suppressed',
    reason: 'suppressed_address',
    message: /added manually/,
    make: async (runner) => {
      await suppress(runner);
      await send(runner, { to: ['cy@gmail.com', BO] }).expect(200);
    },
  },
  'an email of a batch': {
    ...refused,
    reason: 'suppressed_address',
    make: async (runner) => {
      await suppress(runner);
      const email = { from: `ana@${runner.domain.name}`, subject: 'Hello', text: 'Hi' };
      await runner.api
        .post('/emails/batch')
        .send([
          { ...email, to: 'cy@gmail.com' },
          { ...email, to: BO },
        ])
        .expect(422);
    },
  },
  'an email of a topic that the address has left': {
    ...refused,
    reason: 'topic_opted_out',
    message: /opted out of the topic "News" since/,
    make: async (runner) => {
      const topic = await runner.topic();
      await contactBo(runner, { topics: [{ id: topic, subscription: 'opt_out' }] });
      await send(runner, { topic_id: topic }).expect(422);
    },
  },
  'an email of a topic to an unsubscribed address': {
    ...refused,
    reason: 'unsubscribed',
    message: /unsubscribed from everything since/,
    make: async (runner) => {
      await contactBo(runner, { unsubscribed: true });
      await send(runner, { topic_id: await runner.topic() }).expect(422);
    },
  },
  'an email to a reserved domain': {
    ...refused,
    reason: 'reserved_domain',
    make: async (runner) => {
      await send(runner, { to: 'bo@example.com' }).expect(422);
      return 'bo@example.com';
    },
  },
  'a scheduled email to the simulator': {
    ...refused,
    reason: 'simulator_scheduled',
    make: async (runner) => {
      await send(runner, { to: 'delivered@simulator.test', scheduled_at: 'in 1 hour' }).expect(422);
      return 'delivered@simulator.test';
    },
  },
  'an email beyond the quota': {
    ...refused,
    reason: 'daily_quota_exceeded',
    make: async (runner, app) => {
      await app.pool.query("UPDATE plans SET daily_email_limit = 0 WHERE id = 'pro'");
      await setPlan(app, runner, 'pro');
      await send(runner).expect(429);
    },
  },
  'an email from the sandbox to an address that is not confirmed': {
    ...refused,
    reason: 'recipient_not_confirmed',
    make: async (runner, app) => {
      await app.pool.query('UPDATE accounts SET production_access = false WHERE id = $1', [runner.accountId]);
      expect((await send(runner)).status).to.be.above(399);
    },
  },
  'an email from a domain that is not registered': {
    ...refused,
    reason: 'domain_not_registered',
    make: async (runner) => expect((await send(runner, { from: 'ana@other.dev' })).status).to.be.above(399),
  },
  'a canceled email': {
    type: 'email',
    status: 'canceled',
    reason: 'canceled',
    message: /canceled before/,
    make: async (runner) => {
      const { body } = await send(runner, { scheduled_at: 'in 1 hour' });
      await runner.api.post(`/emails/${body.id}/cancel`).expect(200);
    },
  },
  'an event for which the domain has no automation': {
    type: 'event',
    reason: 'no_automation',
    message: /No automation of the domain/,
    make: (runner) => event(runner).expect(202),
  },
  'an event whose automation is disabled': {
    type: 'event',
    reason: 'disabled',
    message: /is disabled/,
    make: async (runner) => {
      await runner.automation(undefined, { trigger: 'paid', status: 'disabled' });
      await event(runner).expect(202);
    },
  },
  'an event while a run is in progress': {
    type: 'event',
    reason: 'active',
    make: async (runner) => {
      await runner.automation(undefined, { trigger: 'paid', reentry: 'when_done' });
      for (const _ of [1, 2]) await event(runner).expect(202);
    },
  },
  'an event for an automation that is entered once': {
    type: 'event',
    reason: 'once',
    make: async (runner) => {
      await runner.automation(undefined, { trigger: 'paid', reentry: 'once' });
      for (const _ of [1, 2]) await event(runner).expect(202);
    },
  },
  'an event that is refused, because the quota of runs is used up': {
    type: 'event.refused',
    reason: 'automation_quota_exceeded',
    make: async (runner, app) => {
      await useUpRuns(app, runner);
      await runner.automation(undefined, { trigger: 'paid' });
      await event(runner).expect(429);
    },
  },
  'an event of the service, when the quota of runs is used up': {
    type: 'event',
    reason: 'quota',
    make: async (runner, app) => {
      await useUpRuns(app, runner);
      await runner.automation(undefined, { trigger: 'contact.created' });
      await contactBo(runner);
    },
  },
  'a step of a run, because the address has unsubscribed': {
    type: 'automation_run',
    status: 'completed',
    reason: 'unsubscribed',
    make: async (runner, app) => {
      await contactBo(runner, { unsubscribed: true });
      await runMail(runner, app);
    },
  },
  'a step of a run, because of its topic': {
    type: 'automation_run',
    status: 'completed',
    reason: 'topic',
    make: async (runner, app) => {
      const topic = await runner.topic();
      await contactBo(runner, { topics: [{ id: topic, subscription: 'opt_out' }] });
      await runMail(runner, app, topic);
    },
  },
  'a step of a run, because the address is suppressed': {
    type: 'automation_run',
    status: 'completed',
    reason: 'suppressed',
    make: async (runner, app) => {
      await contactBo(runner);
      await suppress(runner);
      await runMail(runner, app);
    },
  },
  'a run that was cancelled': {
    type: 'automation_run',
    status: 'cancelled',
    reason: 'cancelled',
    make: async (runner) => {
      const { path, id } = await runPause(runner);
      await runner.api.post(`${path}/runs/${id}/cancel`).expect(200);
    },
  },
  'a run whose automation was stopped': {
    type: 'automation_run',
    status: 'cancelled',
    reason: 'stopped',
    make: async (runner) => {
      const { path } = await runPause(runner);
      await runner.api.post(`${path}/stop`).expect(200);
    },
  },
  'a run whose contact was deleted': {
    type: 'automation_run',
    status: 'cancelled',
    reason: 'contact_deleted',
    make: async (runner) => {
      await runPause(runner);
      await runner.api.delete(`/contacts/${BO}`).expect(200);
    },
  },
};

describe('Names each cause for which nothing was sent to a person or started for one.', () => {
  const app = useApp();
  for (const [name, { make, type, reason, message = /./, status }] of Object.entries(CASES))
    it(name, async () => {
      const runner = await createRunner(app);
      const made = await make(runner, app);
      const address = typeof made === 'string' ? made : BO;
      const { data } = await runner.read(`/people/${address}/timeline`);
      const entry = data.find((each: { reason: string | null }) => each.reason !== null);
      expect(entry, JSON.stringify(data)).to.include({ type, reason });
      expect(entry.message).to.match(message);
      expect((entry.email ?? entry.run)?.status ?? undefined).to.equal(status);
    });
});
