// loadClaimed of emails with a topic: who has opted out since they were accepted. Other mail pays nothing for that.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { connectDatabase } from '../../../../../../shared/platform/db/connect.ts';
import { createLog } from '../../../../../../shared/platform/log/log.ts';
import type { LoadedEmail } from '../../../../../../shared/resources/messaging/emails/delivery/loaded-email.ts';
import type { NewEmail } from '../../../../../../shared/resources/messaging/emails/email.ts';
import { createTopic } from '../../../../../support/factories/contact-factories.ts';
import { chooseTopic, unsubscribeAddress } from '../../../audience/topics/choices/decisions.ts';
import { mailboxes } from '../accept/new-email.ts';
import { useAcceptor } from '../accept/use-acceptor.ts';
import { claimEmail, loadNow } from './outcomes.ts';

describe('loading claimed recipients of emails with a topic', () => {
  const test = useAcceptor();
  let accountId: string;
  let topic: { id: string; name: string };
  beforeEach(async () => {
    ({ accountId } = test.email());
    topic = await createTopic(test.database.pool, accountId);
    await test.database.pool.query('TRUNCATE unsubscribes, topic_choices');
  });

  /** Accepts an email and claims its recipients, like a job. @returns the claims */
  async function claim(changes: Partial<NewEmail>) {
    const id = await test.create(test.database.pool).accept(test.email(changes));
    const { rows } = await test.database.pool.query<{ id: string; address: string }>(
      'SELECT id, address FROM email_recipients WHERE email_id = $1 ORDER BY position',
      [id],
    );
    const token = await claimEmail(test.database.pool, { id, accountId, recipients: rows });
    return rows.map((recipient) => ({ id: recipient.id, token }));
  }
  const optOut = (address: string) =>
    chooseTopic(test.database.pool, { accountId, topicId: topic.id, address }, 'opt_out');
  const optOutsOf = (loaded: LoadedEmail | undefined) =>
    loaded?.recipients.map((recipient) => [
      recipient.address,
      recipient.optOut?.from,
      recipient.optOut?.topicName,
    ]);

  it('reports who has opted out since the email was accepted, and no other recipient', async () => {
    const to = mailboxes('Bo@customer.dev', 'cy@customer.dev', 'di@customer.dev');
    const news = await claim({ topicId: topic.id, to });
    const plain = await claim({ to });
    await optOut('bo@customer.dev');
    await unsubscribeAddress(test.database.pool, { accountId, address: 'cy@customer.dev' });
    const loaded = await loadNow(test.database.pool, [...news, ...plain]);
    const find = (topicId: string | null) => loaded.find((email) => email.topicId === topicId);
    expect(optOutsOf(find(topic.id))).to.deep.equal([
      ['Bo@customer.dev', 'topic', topic.name],
      ['cy@customer.dev', 'everything', topic.name],
      ['di@customer.dev', undefined, undefined],
    ]);
    expect(find(null)?.recipients.map((recipient) => recipient.optOut)).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('counts the choices that are left of a deleted topic, and not its default', async () => {
    const to = mailboxes('bo@customer.dev', 'cy@customer.dev');
    const claims = await claim({ topicId: topic.id, to });
    await optOut('bo@customer.dev');
    await test.database.pool.query('DELETE FROM topics WHERE id = $1', [topic.id]);
    const [loaded] = await loadNow(test.database.pool, claims);
    expect(optOutsOf(loaded)).to.deep.equal([
      ['bo@customer.dev', 'topic', null],
      ['cy@customer.dev', undefined, undefined],
    ]);
  });

  it('reports who has unsubscribed from everything also for mail of an automation without a topic', async () => {
    const to = mailboxes('Bo@customer.dev', 'cy@customer.dev');
    const claims = await claim({ source: 'automation', automationId: randomUUID(), to });
    await optOut('cy@customer.dev');
    await unsubscribeAddress(test.database.pool, { accountId, address: 'bo@customer.dev' });
    const [loaded] = await loadNow(test.database.pool, claims);
    expect(optOutsOf(loaded)).to.deep.equal([
      ['Bo@customer.dev', 'everything', null],
      ['cy@customer.dev', undefined, undefined],
    ]);
  });

  it('reads opt-outs for them only, in the statement that reads the suppressions', async () => {
    const templateId = randomUUID();
    const ofPlain = await statementsOf(await claim({ templateId }));
    expect(ofPlain).to.include('load-rechecks').and.not.include('load-rechecks-unsubscribing');
    expect(await statementsOf(await claim({ topicId: topic.id }))).to.deep.equal(
      ofPlain.map((name) => (name === 'load-rechecks' ? 'load-rechecks-unsubscribing' : name)),
    );
  });

  /** The names of the statements that load these, in alphabetical order. */
  async function statementsOf(claims: Awaited<ReturnType<typeof claim>>): Promise<string[]> {
    const log = createLog({ level: 'silent', process: 'test' });
    const connectionString = test.database.url;
    const pool = connectDatabase({ connectionString, poolSize: 1, applicationName: 'loading', log });
    try {
      await loadNow(pool, claims);
      const { rows } = await pool.query<{ name: string }>(
        'SELECT name FROM pg_prepared_statements ORDER BY name',
      );
      return rows.map(({ name }) => name);
    } finally {
      await pool.end();
    }
  }
});
