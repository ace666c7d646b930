// The mail of simulations (docs/reference/automation-simulations.md#the-answer).
import { expect } from 'chai';
import { chooseTopic, unsubscribeAddress } from '../../../shared/resources/topics/choices/decisions.ts';
import { useApp } from '../../../support/app.ts';
import { createContact, createSegment, createTopic } from '../../../support/contact-factories.ts';
import { createDomain, createSuppression } from '../../../support/factories.ts';
import { UNKNOWN_ID } from '../../specimen.ts';
import { createSimulator, type Simulator, stepsIn } from './simulator.ts';

const PAUSE = { key: 'pause', type: 'delay', config: { duration: '1 day' } } as const;

describe('The mail of a simulation', () => {
  const app = useApp();
  let simulator: Simulator;
  beforeEach(async () => {
    simulator = await createSimulator(app);
  });

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
      ...{ to: contact?.['email'], from: `Ana <ana@${simulator.domain.name}>`, subject: 'Hello friend' },
      ...{ reply_to: [], preview_text: null, is_cut: false },
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
      ...{ from, subject, html: shown, reply_to: reply_to.length > 0 ? reply_to : null },
    }));
    expect(rows).to.deep.equal(sent);
    const real = (await simulator.shownRun(automation, id)).steps.map(({ output }) => output);
    for (const [index, output] of [first, second].entries())
      expect(real[index + 1]).to.deep.include({ to: output.to, template: output.template });
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
    const addressOf = async () => (await simulator.read(simulator.contactId))['email'] as string;
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
      const { rows } = await app.pool.query('UPDATE unsubscribes SET chosen_by = $1 RETURNING 1', [
        'account',
      ]);
      expect(rows).to.have.length.above(0);
      expect(stepsIn(await simulator.simulate(automation))[2]).to.equal('mail completed');
    });
  });

  describe('Fails a simulation with the step at which the run would fail, for the same reason.', () => {
    type Steps = NonNullable<Parameters<Simulator['automation']>[0]>;
    const fails = (title: string, prepare: () => Promise<Steps[number]>) => {
      it(title, async () => {
        const step = await prepare();
        const automation = await simulator.automation([step, PAUSE]);
        const payload = { number: 5 };
        const simulation = await simulator.simulate(automation, { payload });
        expect(stepsIn(simulation)).to.deep.equal(['trigger completed', `${step.key} failed`]);
        const run = await simulator.shownRun(automation, await simulator.run(automation, { payload }));
        expect(run).to.include({ status: 'failed', reason: simulation.reason });
        expect(simulation.outcome).to.equal('failed');
        expect(simulation.steps[1]?.error).to.deep.equal({ message: simulation.reason });
      });
    };
    const mail = (config: object) => simulator.mail({}, config);
    fails('a template that does not exist', () => mail({ template: { id: UNKNOWN_ID } }));
    fails('a template that is not published', () => simulator.mail({ isPublished: false }));
    fails('a sender that is no address', () => mail({ from: { var: 'event.number' } }));
    fails('a sender of a domain of somebody else', () => mail({ from: 'a@elsewhere.dev' }));
    fails('a sender of a domain that is not verified', async () => {
      const { name } = await createDomain(app.pool, simulator.accountId, { status: 'pending' });
      return await mail({ from: `a@${name}` });
    });
    fails('a topic that does not exist', () => mail({ topic_id: UNKNOWN_ID }));
    fails('a missing value', () =>
      simulator.mail({ variables: [{ key: 'NAME', type: 'string', fallbackValue: null }] }),
    );
    fails('a recipient that is not confirmed, in the sandbox', async () => {
      await app.pool.query('UPDATE accounts SET production_access = false WHERE id = $1', [
        simulator.accountId,
      ]);
      return await mail({});
    });
    fails('a name that is no text', async () => ({
      ...{ key: 'name', type: 'contact_update', config: { first_name: { var: 'event.number' } } },
    }));
    fails('a segment that was deleted', async () => ({
      ...{ key: 'join', type: 'add_to_segment', config: { segment_id: UNKNOWN_ID } },
    }));
    fails('a segment of another audience', async () => {
      const { audience_id: audienceId } = await simulator.read(
        (await createContact(app.pool, { accountId: simulator.accountId })).id,
      );
      const { id } = await createDomain(app.pool, simulator.accountId);
      const { rows } = await app.pool.query('SELECT audience_id FROM domains WHERE id = $1', [id]);
      expect(rows[0].audience_id).to.not.equal(audienceId);
      const segment = await createSegment(app.pool, simulator.accountId, { audienceId: rows[0].audience_id });
      return { key: 'join', type: 'add_to_segment', config: { segment_id: segment.id } };
    });
  });

  it('Leaves quotas and stopped sending out of a simulation, because they pass.', async () => {
    const automation = await simulator.automation([await simulator.mail()]);
    await app.pool.query("UPDATE accounts SET plan_id = 'free' WHERE id = $1", [simulator.accountId]);
    await app.pool.query(
      `INSERT INTO email_usage (account_id, period, starts_on, used)
       VALUES ($1, 'day', $2, 1000000), ($1, 'month', date_trunc('month', $2::date), 1000000)`,
      [simulator.accountId, app.clock.now().toISOString().slice(0, 10)],
    );
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
