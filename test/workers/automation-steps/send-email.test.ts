// The step send_email: the mail and the mark that the step is done are one transaction.
import { expect } from 'chai';
import { DAY_MS, MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { chooseTopic, unsubscribeAddress } from '../../shared/resources/audience/topics/choices/decisions.ts';
import { createTopic } from '../../support/factories/contact-factories.ts';
import { createSuppression } from '../../support/factories/factories.ts';
import { pollDefinition } from '../../support/factories/poll-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { type Steps, useRuns } from './use-runs.ts';

describe('the step send_email', () => {
  const test = useRuns();
  let template: { id: string };
  beforeEach(async () => {
    template = await createTemplate(test.database.pool, test.accountId, {
      from: `Ana <ana@${test.domain.name}>`,
      subject: 'Hello {{{ NAME }}}',
      html: '<p>{{ contact.first_name }} {{ event.order.id }}</p>',
    });
  });
  const send = (config: object = {}): Steps[number] => ({
    key: 'mail',
    type: 'send_email',
    config: { template: { id: template.id }, ...config },
  });
  const emails = async () => {
    const rows = await test.query(
      `SELECT emails.id, source, automation_id AS "automationId", template_id AS "templateId", topic_id AS "topicId",
              from_address AS "from", to_addresses AS "to", subject, html, status
       FROM emails LEFT JOIN email_contents ON email_contents.id = content_id
       WHERE emails.account_id = $1 ORDER BY emails.id`,
      [test.accountId],
    );
    return rows;
  };

  it('Sends the published template of a step to the contact of the run, with the values of the contact and of the event.', async () => {
    const automation = await test.automation([send()]);
    const id = await test.start(automation, { payload: { order: { id: 'A1' } } });
    expect(await test.advance(id)).to.equal('1 woken, 1 claimed');
    const [email, ...others] = await emails();
    expect(others).to.deep.equal([]);
    expect(email).to.include({
      source: 'automation',
      automationId: automation.id,
      templateId: template.id,
      from: `Ana <ana@${test.domain.name}>`,
      subject: 'Hello friend',
      html: '<p>Bo A1</p>',
      status: 'queued',
    });
    expect(email.to).to.deep.equal([test.contact.email]);
    expect(await test.steps(id)).to.deep.equal(['mail completed']);
    expect(await test.output(id, 'mail')).to.deep.equal({
      to: test.contact.email,
      email_id: email.id,
      template: { id: template.id, variables: null },
    });
    const run = await test.read(id);
    expect(run).to.include({
      status: 'completed',
      stepKey: null,
      isClaimed: false,
      isWoken: false,
      attempts: 0,
    });
    expect(run.nextAttemptAt).to.equal(null);
    const rows = await test.query(
      `SELECT run.xmin = email.xmin AS together FROM automation_runs AS run, emails AS email
       WHERE run.id = $1 AND email.id = $2`,
      [id, email.id],
    );
    expect(rows).to.deep.equal([{ together: true }]);
  });

  it('asks the poll of its template, once all workers know polls', async () => {
    const poll = pollDefinition();
    const { id: asking } = await createTemplate(test.database.pool, test.accountId, {
      from: `a@${test.domain.name}`,
      subject: 'Hello',
      html: '<p>{{{POLL}}}</p>',
      poll,
    });
    const id = await test.start(await test.automation([send({ template: { id: asking } })]));
    await test.query(`INSERT INTO worker_processes (id, groups, host, pid) VALUES ($1, '{send}', 'old', 1)`, [
      id,
    ]);
    await test.advance(id);
    expect(await test.read(id)).to.include({ status: 'running', reason: 'sending_service_unavailable' });
    await test.query('DELETE FROM worker_processes WHERE id = $1', [id]);
    test.clock.advance(MINUTE_MS);
    await test.wakeAndMove();
    expect(await test.steps(id)).to.deep.equal(['mail completed']);
    expect(
      await test.query('SELECT html, poll FROM email_contents WHERE account_id = $1', [test.accountId]),
    ).to.deep.equal([{ html: '<p>{{{POLL}}}</p>', poll }]);
  });

  it('Sends a mail that prints an empty value of the contact without a fallback, and warns of it in the output of the step.', async () => {
    await test.query("UPDATE contacts SET first_name = '' WHERE id = $1", [test.contact.id]);
    const id = await test.start(await test.automation([send()]), { payload: { order: { id: 'A1' } } });
    await test.advance(id);
    expect((await emails())[0]).to.include({ html: '<p> A1</p>', status: 'queued' });
    expect(await test.output(id, 'mail')).to.deep.include({
      warnings: ['`contact.first_name` is empty for this contact and has no fallback.'],
    });
  });

  it('Uses the variables, sender, subject, reply addresses and topic of the step before those of the template.', async () => {
    const { id: topicId } = await createTopic(test.database.pool, test.accountId);
    const given = {
      template: { id: template.id, variables: { NAME: { var: 'event.name' } } },
      from: `b@${test.domain.name}`,
      subject: { var: 'event.subject' },
      reply_to: ['c@acme.dev', { var: 'contact.email' }],
      topic_id: topicId,
    };
    const automation = await test.automation([send(given)]);
    const payload = { name: 'Cy', subject: 'Order 7', order: { id: 7 } };
    const id = await test.start(automation, { payload });
    await test.advance(id);
    const [email] = await emails();
    expect(email).to.include({ from: `b@${test.domain.name}`, subject: 'Order 7', topicId });
    const output = (await test.output(id, 'mail')) as { template: object };
    expect(output.template).to.deep.equal({ id: template.id, variables: { NAME: 'Cy' } });
  });

  it('goes on to the next step in the same transaction', async () => {
    const automation = await test.automation([
      send(),
      { key: 'again', type: 'delay', config: { duration: '2 days' } },
      { ...send(), key: 'second' },
    ]);
    const id = await test.start(automation, { payload: { order: { id: 1 } } });
    await test.advance(id);
    expect(await test.steps(id)).to.deep.equal(['mail completed', 'again waiting']);
    const due = new Date(test.clock.now().getTime() + 2 * DAY_MS);
    const waiting = { stepKey: 'again', position: 1, isClaimed: false, isWoken: false, attempts: 0 };
    const run = await test.read(id);
    expect(run).to.include(waiting);
    expect([run.nextAttemptAt, run.waitUntil]).to.deep.equal([due, due]);
    test.clock.advance(2 * DAY_MS);
    expect(await test.wake()).to.deep.equal([id]);
    await test.advance(id);
    expect(await test.steps(id)).to.deep.equal(['mail completed', 'again completed', 'second completed']);
    expect(await emails()).to.have.length(2);
  });

  it('sends the mail of several steps one after the other', async () => {
    const automation = await test.automation([send(), { ...send(), key: 'second' }]);
    const ids = [];
    for (let run = 0; run < 30; run += 1)
      ids.push(await test.start(automation, { payload: { order: { id: run } } }));
    await test.advance(...ids);
    expect(await emails()).to.have.length(60);
    for (const id of ids) expect(await test.steps(id)).to.deep.equal(['mail completed', 'second completed']);
  });

  describe('Skips the mail of a step to a contact that has unsubscribed, has opted out of its topic or is on the suppression list, and goes on.', () => {
    const skips = (title: string, reason: string, prepare: () => Promise<object | undefined>) => {
      it(title, async () => {
        const automation = await test.automation([
          send(await prepare()),
          { key: 'then', type: 'delay', config: { duration: '1 day' } },
        ]);
        const id = await test.start(automation, { payload: { order: { id: 1 } } });
        await test.advance(id);
        expect(await test.steps(id)).to.deep.equal(['mail skipped', 'then waiting']);
        expect(await test.output(id, 'mail')).to.deep.equal({ reason });
        expect(await emails()).to.deep.equal([]);
      });
    };
    skips('a contact that has unsubscribed', 'unsubscribed', async () => {
      await unsubscribeAddress(test.database.pool, {
        accountId: test.accountId,
        address: test.contact.email,
      });
      return undefined;
    });
    skips('a contact that has opted out of its topic', 'topic', async () => {
      const { id: topicId } = await createTopic(test.database.pool, test.accountId);
      const choice = { accountId: test.accountId, address: test.contact.email, topicId };
      await chooseTopic(test.database.pool, choice, 'opt_out');
      return { topic_id: topicId };
    });
    skips('an address on the suppression list', 'suppressed', async () => {
      await createSuppression(test.database.pool, test.accountId, test.contact.email);
      return undefined;
    });
  });

  describe('Lets a run fail whose mail cannot be sent for another reason.', () => {
    const fails = (title: string, message: RegExp, prepare: () => Promise<object> | object) => {
      it(title, async () => {
        const automation = await test.automation([
          send(await prepare()),
          { key: 'then', type: 'delay', config: { duration: '1 day' } },
        ]);
        const id = await test.start(automation, { payload: { number: 5, order: { id: 1 } } });
        await test.advance(id);
        expect(await test.steps(id)).to.deep.equal(['mail failed']);
        const run = await test.read(id);
        expect(run).to.include({ status: 'failed', stepKey: 'mail', isClaimed: false, nextAttemptAt: null });
        expect(run.reason).to.match(message);
        expect(await test.output(id, 'mail')).to.deep.equal({ message: run.reason });
        expect(await emails()).to.deep.equal([]);
      });
    };
    fails('when the template does not exist any more', /Template not found/, async () => {
      await test.query('DELETE FROM templates WHERE id = $1', [template.id]);
      return {};
    });
    fails('when the template is not published', /draft/, async () => {
      const draft = await createTemplate(test.database.pool, test.accountId, { isPublished: false });
      return { template: { id: draft.id } };
    });
    fails('when the sender is no address', /`from` is not an email address/, () => ({
      from: { var: 'event.number' },
    }));
    fails("when the domain of the sender is not the account's", /./, () => ({ from: 'a@elsewhere.dev' }));
    fails('when the topic does not exist', /Topic not found/, () => ({
      topic_id: '0199aaaa-0000-7000-8000-000000000000',
    }));
    fails('when a value of the template is missing', /./, async () => {
      const { id } = await createTemplate(test.database.pool, test.accountId, {
        from: `a@${test.domain.name}`,
        variables: [{ key: 'NAME', type: 'string', fallbackValue: null }],
      });
      return { template: { id } };
    });
    fails('when the variables are too large', /`variables` are larger than 256 KB/, () => ({
      template: {
        id: template.id,
        variables: { NAME: Array.from({ length: 20 }, () => 'x'.repeat(20_000)) },
      },
    }));
  });
});
