// The mail of simulations (docs/reference/automation-simulations.md#the-answer).
import { expect } from 'chai';
import {
  chooseTopic,
  unsubscribeAddress,
} from '../../../shared/resources/audience/topics/choices/decisions.ts';
import { useApp } from '../../../support/api/app.ts';
import { useEach } from '../../../support/api/use-each.ts';
import { createSegment, createTopic } from '../../../support/factories/contact-factories.ts';
import { createDomain, createSuppression } from '../../../support/factories/factories.ts';
import { makePaused } from '../../../support/factories/reputation-factories.ts';
import { UNKNOWN_ID } from '../../specimen.ts';
import { createSimulator, stepsIn } from './simulator.ts';

const PAUSE = { key: 'pause', type: 'delay', config: { duration: '1 day' } } as const;

describe('The mail of a simulation', () => {
  const app = useApp();
  const simulator = useEach(() => createSimulator(app));

  it('Shows the mail of a step as it would be sent.', async () => {
    const { id: topicId } = await createTopic(app.pool, simulator.accountId);
    const html = '<p>{{ contact.first_name }} {{ event.order.id }} {{{UNSUBSCRIBE_URL}}}</p>';
    const plain = await simulator.mail({ html });
    const own = await simulator.mail(
      { html, text: '' },
      {
        from: `b@${simulator.domain.name}`,
        subject: { var: 'event.subject' },
        reply_to: ['c@acme.dev', { var: 'contact.email' }],
        topic_id: topicId,
      },
    );
    const automation = await simulator.automation([plain, { ...own, key: 'own' }]);
    const payload = { subject: 'Order 7', order: { id: 7 } };
    const { contact, steps } = await simulator.simulate(automation, { payload });
    const [, first, second] = steps.map(({ output }) => output);
    expect(first).to.deep.include({
      to: contact?.['email'],
      from: `Ana <ana@${simulator.domain.name}>`,
      subject: 'Hello friend',
      reply_to: [],
      preview_text: null,
      is_cut: false,
      html: '<p>Bo 7 {{{UNSUBSCRIBE_URL}}}</p>',
      text: 'Bo 7 {{{UNSUBSCRIBE_URL}}}',
    });
    expect(first.template).to.include({ variables: null });
    expect(second).to.deep.include({ from: `b@${simulator.domain.name}`, subject: 'Order 7', text: '' });
    expect(second.reply_to).to.deep.equal(['c@acme.dev', contact?.['email']]);
    // The real run sends the same.
    const id = await simulator.run(automation, { payload });
    const { rows } = await app.pool.query(
      `SELECT from_address AS from, subject, html, reply_to_addresses AS reply_to
       FROM emails JOIN email_contents ON email_contents.id = content_id
       WHERE automation_id = $1 ORDER BY emails.id`,
      [automation.id],
    );
    const sent = [first, second].map(({ from, subject, html: shown, reply_to }) => ({
      from,
      subject,
      html: shown,
      reply_to: reply_to.length > 0 ? reply_to : null,
    }));
    expect(rows).to.deep.equal(sent);
    const real = (await simulator.shownRun(automation, id)).steps.map(({ output }) => output);
    for (const [index, output] of [first, second].entries())
      expect(real[index + 1]).to.deep.include({ to: output.to, template: output.template });
  });

  it('Warns of the values of the contact that a mail prints and that are empty without a fallback, as the run does.', async () => {
    const html = '<p>Hello {{{LAST_NAME}}}, {{ contact.properties.none | default: "friend" }}</p>';
    const lacking = await simulator.mail({ html });
    const rename = { key: 'rename', type: 'contact_update', config: { last_name: 'Berg' } } as const;
    const automation = await simulator.automation([lacking, rename, { ...lacking, key: 'again' }]);
    const { steps } = await simulator.simulate(automation);
    const [, first, , second] = steps.map(({ output }) => output);
    expect(first).to.deep.include({
      html: '<p>Hello , friend</p>',
      warnings: ['`LAST_NAME` is empty for this contact and has no fallback.'],
    });
    expect(second).to.deep.include({ html: '<p>Hello Berg, friend</p>', warnings: [] });
    const run = await simulator.shownRun(automation, await simulator.run(automation));
    expect(run.status).to.equal('completed');
    const real = run.steps.map(({ output }) => output);
    expect(real[1]).to.deep.include({ warnings: first.warnings });
    expect(real[3]).to.not.have.property('warnings');
  });

  describe('Skips a simulated mail to a contact that has unsubscribed, has opted out of its topic or is on the suppression list, or whose address is reserved, and goes on.', () => {
    type Prepared = { config?: object; body?: object };
    const skips = (title: string, reason: string, prepare: () => Promise<Prepared>) => {
      it(title, async () => {
        const { config = {}, body = {} } = await prepare();
        const automation = await simulator.automation([await simulator.mail({}, config), PAUSE]);
        const simulation = await simulator.simulate(automation, body);
        expect(stepsIn(simulation)).to.deep.equal(['trigger completed', 'mail skipped', 'pause completed']);
        expect(simulation.steps[1]?.output).to.deep.equal({ reason });
      });
    };
    const addressOf = async () => (await simulator.contact(simulator.contactId))['email'] as string;
    skips('a contact that has unsubscribed', 'unsubscribed', async () => {
      await unsubscribeAddress(app.pool, { accountId: simulator.accountId, address: await addressOf() });
      return {};
    });
    const optOut = async () => {
      const { accountId } = simulator;
      const { id: topicId } = await createTopic(app.pool, accountId);
      await chooseTopic(app.pool, { accountId, address: await addressOf(), topicId }, 'opt_out');
      return topicId;
    };
    skips('a contact that has opted out of its topic', 'topic', async () => ({
      config: { topic_id: await optOut() },
    }));
    skips('an invented contact that would not have unsubscribed but for its topic', 'topic', async () => {
      const config = { topic_id: await optOut() };
      const email = await addressOf();
      await unsubscribeAddress(app.pool, { accountId: simulator.accountId, address: email });
      return { config, body: { contact: { email, unsubscribed: false } } };
    });
    skips('an address on the suppression list', 'suppressed', async () => {
      await createSuppression(app.pool, simulator.accountId, await addressOf());
      return {};
    });
    skips('an address that is reserved', 'suppressed', async () => ({
      body: { contact: { email: 'bo@example.com' } },
    }));

    it('but no unsubscribe of the person is taken back by a step', async () => {
      await unsubscribeAddress(app.pool, { accountId: simulator.accountId, address: await addressOf() });
      const back = { key: 'back', type: 'contact_update', config: { unsubscribed: false } } as const;
      const automation = await simulator.automation([back, await simulator.mail()]);
      const simulation = await simulator.simulate(automation);
      expect(stepsIn(simulation)[2]).to.equal('mail skipped');
      expect(simulation.contact).to.include({ unsubscribed: true });
      const { rowCount } = await app.pool.query("UPDATE unsubscribes SET chosen_by = 'account'");
      expect(rowCount).to.be.above(0);
      expect(stepsIn(await simulator.simulate(automation))[2]).to.equal('mail completed');
    });
  });

  it('Fails a simulation with the step at which the run would fail, for the same reason.', async () => {
    const { accountId } = simulator;
    const pending = await createDomain(app.pool, accountId, { status: 'pending' });
    const { id: domainId } = await createDomain(app.pool, accountId);
    const { rows } = await app.pool.query('SELECT audience_id FROM domains WHERE id = $1', [domainId]);
    const audienceId = rows[0].audience_id;
    expect((await simulator.contact(simulator.contactId)).audience_id).to.not.equal(audienceId);
    const elsewhere = await createSegment(app.pool, accountId, { audienceId });
    const mail = (config: object) => simulator.mail({}, config);
    const join = (segment_id: string) => ({ key: 'join', type: 'add_to_segment', config: { segment_id } });
    const variables = [{ key: 'NAME', type: 'string', fallbackValue: null }] as const;
    const name = { key: 'name', type: 'contact_update', config: { first_name: { var: 'event.number' } } };
    const cases = {
      'a template that does not exist': await mail({ template: { id: UNKNOWN_ID } }),
      'a template that is not published': await simulator.mail({ isPublished: false }),
      'a sender that is no address': await mail({ from: { var: 'event.number' } }),
      'a sender of a domain of another account': await mail({ from: 'a@elsewhere.dev' }),
      'a sender of a domain that is not verified': await mail({ from: `a@${pending.name}` }),
      'a topic that does not exist': await mail({ topic_id: UNKNOWN_ID }),
      'a missing value': await simulator.mail({ variables: [...variables] }),
      'a name that is no text': name,
      'a segment that was deleted': join(UNKNOWN_ID),
      'a segment of another audience': join(elsewhere.id),
      'a recipient that is not confirmed, in the sandbox': await mail({}),
    };
    for (const [what, step] of Object.entries(cases)) {
      if (what.includes('sandbox'))
        await app.pool.query('UPDATE accounts SET production_access = false WHERE id = $1', [accountId]);
      const automation = await simulator.automation([step as Awaited<ReturnType<typeof mail>>, PAUSE]);
      const payload = { number: 5 };
      const simulation = await simulator.simulate(automation, { payload });
      expect(stepsIn(simulation), what).to.deep.equal(['trigger completed', `${step.key} failed`]);
      const run = await simulator.shownRun(automation, await simulator.run(automation, { payload }));
      expect(run, what).to.include({ status: 'failed', reason: simulation.reason });
      expect(simulation.outcome).to.equal('failed');
      expect(simulation.steps[1]?.error).to.deep.equal({ message: simulation.reason });
    }
  });

  it('Leaves quotas, pauses by reputation and stopped sending out of a simulation, because they pass.', async () => {
    const automation = await simulator.automation([await simulator.mail()]);
    await app.pool.query("UPDATE accounts SET plan_id = 'free' WHERE id = $1", [simulator.accountId]);
    await app.pool.query(
      `INSERT INTO email_usage (account_id, period, starts_on, used)
       VALUES ($1, 'day', $2, 1000000), ($1, 'month', date_trunc('month', $2::date), 1000000)`,
      [simulator.accountId, app.clock.now().toISOString().slice(0, 10)],
    );
    await makePaused(app.pool, 'accounts', simulator.accountId);
    await app.pool.query(
      "INSERT INTO sending_switches (name, reason, tripped_at) VALUES ('pause', 'a test', now())",
    );
    try {
      expect(stepsIn(await simulator.simulate(automation))[1]).to.equal('mail completed');
    } finally {
      await app.pool.query('DELETE FROM sending_switches');
    }
  });

  it('Shows up to 10 MB of contents of mails, and of the mails beyond that all but their contents, with `is_cut: true`.', async () => {
    const html = `<p>${'x'.repeat(500_000)}</p>`;
    const mail = await simulator.mail({ html });
    const mails = Array.from({ length: 24 }, (_, number) => ({ ...mail, key: `mail_${number}` }));
    const { steps, reason } = await simulator.simulate(await simulator.automation(mails));
    expect(reason).to.equal(null);
    const outputs = steps.slice(1).map(({ output }) => output);
    const length = html.length + outputs[0]?.text.length + 'null'.length;
    const shown = Math.floor((10 * 1024 * 1024) / length);
    expect(shown).to.be.within(1, 23);
    expect(outputs.map(({ is_cut }) => is_cut)).to.deep.equal(mails.map((_, number) => number >= shown));
    expect(outputs[shown - 1]?.html).to.equal(html);
    expect(outputs[shown]).to.include({ subject: 'Hello friend', html: null, text: null });
  });
});
