// Automations that a received email starts: they answer no program, a person once an hour, and say of what they send that a
// program has written it.
import { expect } from 'chai';
import { HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { eventRunsWork } from '../../../shared/resources/flows/automations/runs/work.ts';
import { open as openAdvanceRuns } from '../../../workers/jobs/advance-automation-runs.ts';
import {
  type AutomationFields,
  createAutomation,
  waitFor,
} from '../../support/factories/automation-factories.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { createRun, readRun } from '../../support/factories/run-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { CLIENT, useReceiving } from './support/use-receiving.ts';

type Steps = NonNullable<AutomationFields['steps']>;

/** Fields of mail that programs send; a null return path is the last one. */
const MACHINES: readonly (readonly string[])[] = [
  ['Auto-Submitted: auto-replied'],
  ['Auto-Submitted: auto-generated'],
  ['Precedence: bulk'],
  ['List-Id: News <news.customer.dev>'],
  ['X-Autoreply: yes'],
  ['Subject: Out of office: Hello'],
  ['X-Posthorn-Hops: 9'],
  ['X-Posthorn-Hops: 99999999999999999999'],
];
const PEOPLE: readonly (readonly string[])[] = [
  ['Auto-Submitted: no'],
  ['Subject: Re: Out of office: Hello'],
  ['X-Posthorn-Hops: 8'],
  ['X-Posthorn-Hops: many'],
];

describe('Automations that a received email starts', () => {
  const receiving = useReceiving();
  const { test, receive, run } = receiving;
  const { clock, query } = test;
  let contactId: string;
  let mail: Steps[number];
  beforeEach(async () => {
    const { pool, accountId } = test;
    contactId = (await createContact(pool, { accountId, email: 'bo@customer.dev' })).id;
    const template = await createTemplate(pool, accountId, { from: `ana@${receiving.domain.name}` });
    mail = { key: 'mail', type: 'send_email', config: { template: { id: template.id } } };
  });

  const automation = (steps: Steps, fields: Partial<AutomationFields> = {}) =>
    createAutomation(test.pool, test.accountId, {
      domainId: receiving.domain.id,
      trigger: 'email.received',
      steps,
      ...fields,
    });
  /** What became of an email in the automation; `started` is a run. */
  const outcomeOf = async (id: string, fields: readonly string[] = [], client = CLIENT) => {
    await run(await receive(fields, client));
    const [event] = await query(
      `SELECT outcome FROM received_events, jsonb_array_elements(outcomes) AS outcome
       WHERE name = 'email.received' AND outcome ->> 'automation_id' = $1 ORDER BY id DESC LIMIT 1`,
      [id],
    );
    return event?.outcome.reason ?? 'started';
  };
  /** Moves all runs until none is awake. */
  const advance = async () => {
    const { handle } = openAdvanceRuns(receiving.deps, eventRunsWork);
    for (;;) {
      const awake = await query(
        'SELECT id FROM automation_runs WHERE account_id = $1 AND woken_at IS NOT NULL',
        [test.accountId],
      );
      if (awake.length === 0) return;
      await handle({ ids: awake.map(({ id }) => id) }, receiving.deps);
    }
  };
  const headersOfMail = async () => {
    const rows = await query(
      `SELECT headers FROM emails JOIN email_contents ON email_contents.id = content_id
       WHERE emails.account_id = $1 ORDER BY emails.id`,
      [test.accountId],
    );
    return rows.map(({ headers }) => headers);
  };

  it('Starts no run by an email that a program has sent, for the reason `machine`, and ends no wait.', async () => {
    const { id } = await automation([mail], { answers: 'each' });
    const waiting = await automation([waitFor('email.received')], { trigger: 'x' });
    const { id: waitId } = await createRun(test.pool, {
      automation: waiting,
      contactId,
      startedAt: clock.now(),
    });
    for (const fields of MACHINES) expect(await outcomeOf(id, fields), fields.join()).to.equal('machine');
    const helo = { ...CLIENT, helo: 'customer.dev', mailFrom: '' };
    expect(await outcomeOf(id, [], helo), 'a null return path').to.equal('machine');
    expect((await readRun(test.pool, waitId)).inbox).to.deep.equal([]);
    for (const fields of PEOPLE) expect(await outcomeOf(id, fields), fields.join()).to.equal('started');
    expect((await readRun(test.pool, waitId)).inbox).to.have.lengthOf(PEOPLE.length);
  });

  it('Starts an automation that sends mail once an hour by emails of a contact, then not for the reason `answered`, unless its `answers` is each.', async () => {
    const hourly = await automation([mail]);
    const each = await automation([mail], { answers: 'each' });
    const silent = await automation([{ key: 'pause', type: 'delay', config: { duration: '1 day' } }]);
    const all = async () => {
      const first = await outcomeOf(hourly.id);
      const [event] = await query('SELECT outcomes FROM received_events ORDER BY id DESC LIMIT 1');
      const others = [each, silent].map(
        ({ id }) =>
          event.outcomes.find((outcome: { automation_id: string }) => outcome.automation_id === id).reason,
      );
      return [first, ...others];
    };
    expect(await all()).to.deep.equal(['started', null, null]);
    clock.advance(HOUR_MS - 1);
    expect(await all()).to.deep.equal(['answered', null, null]);
    clock.advance(1);
    expect(await all()).to.deep.equal(['started', null, null]);
    // Emails that are read together, and at the same time.
    clock.advance(HOUR_MS);
    const received = [await receive(), await receive(), await receive()];
    await Promise.all([run(...received), ...received.map((id) => run(id))]);
    const started = await query('SELECT FROM automation_runs WHERE automation_id = $1', [hourly.id]);
    expect(started).to.have.lengthOf(3);
    expect(await query('SELECT FROM automation_runs WHERE automation_id = $1', [each.id])).to.have.lengthOf(
      6,
    );
  });

  it('Sends the mail of a run to which a received email has led as automatic (Auto-Submitted, RFC 3834), one hop further.', async () => {
    await automation([mail]);
    await automation([{ key: 'note', type: 'contact_update', config: { first_name: 'Bo' } }]);
    const caused = await automation([mail], { trigger: 'contact.updated' });
    await run(await receive(['X-Posthorn-Hops: 3']));
    await advance();
    expect(await query('SELECT FROM automation_runs WHERE automation_id = $1', [caused.id])).to.have.lengthOf(
      1,
    );
    const automatic = { 'Auto-Submitted': 'auto-replied', 'X-Posthorn-Hops': '4' };
    expect(await headersOfMail()).to.deep.equal([automatic, automatic]);
  });

  it('sends the mail of other runs without it', async () => {
    const other = await automation([mail], { trigger: 'x' });
    await createRun(test.pool, { automation: other, contactId, startedAt: clock.now() });
    await advance();
    expect(await headersOfMail()).to.deep.equal([null]);
  });
});
