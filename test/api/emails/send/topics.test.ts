// Sending with a topic (docs/reference/emails.md#topics). Whether a recipient is dropped again when the mail is sent is
// tested in test/flows/unsubscribe.test.ts.
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { createTopic } from '../../../support/factories/contact-factories.ts';
import { createApiKey } from '../../../support/factories/factories.ts';
import { UNKNOWN_ID } from '../../specimen.ts';
import { useSender } from '../sender.ts';

describe('Sending with a topic', () => {
  const app = useApp();
  const sender = useSender(app);
  const contact = (fields: object) => sender.make('/contacts', fields);
  const unsubscribe = (address: string) => contact({ email: address, unsubscribed: true });
  const choose = (address: string, id: string, subscription: string) =>
    contact({ email: address, topics: [{ id, subscription }] });

  it('Drops the recipients of an email with a topic who have opted out of it, have not opted in where they must, or have unsubscribed from everything.', async () => {
    const open = await createTopic(app.pool, sender.accountId, {
      name: 'News',
      defaultSubscription: 'opt_in',
    });
    const closed = await createTopic(app.pool, sender.accountId, {
      name: 'Beta',
      defaultSubscription: 'opt_out',
    });
    await choose('out@customer.dev', open.id, 'opt_out');
    await choose('in@customer.dev', closed.id, 'opt_in');
    await unsubscribe('gone@customer.dev');
    const to = ['new@customer.dev', 'Out@customer.dev', 'in@customer.dev', 'gone@customer.dev'];
    for (const [topic, reached] of [
      [open, ['new@customer.dev', 'in@customer.dev']],
      [closed, ['in@customer.dev']],
    ] as const) {
      const { recipients, events, topic_id } = await sender.sent({ to, topic_id: topic.id.toUpperCase() });
      expect(topic_id).to.equal(topic.id);
      const queued = recipients.filter(({ status }: { status: string }) => status === 'queued');
      expect(queued.map(({ address }: { address: string }) => address)).to.deep.equal(reached);
      expect(events.every(({ type }: { type: string }) => type === 'suppressed')).to.equal(true);
      expect(events).to.have.length(to.length - reached.length);
    }
    const refused = { to: ['out@customer.dev', 'gone@customer.dev'], topic_id: open.id };
    expect(await sender.refused(refused))
      .to.include('All `to` recipients are suppressed')
      .and.include('out@customer.dev')
      .and.include('News');
    const usage = await app.pool.query<{ units: number }>(
      'SELECT used AS units FROM email_usage WHERE account_id = $1',
      [sender.accountId],
    );
    expect(usage.rows.every(({ units }) => Number(units) === 3)).to.equal(true);
  });

  it('Sends mail without a topic also to who has unsubscribed.', async () => {
    await unsubscribe('gone@customer.dev');
    const email = await sender.sent({ to: 'gone@customer.dev', topic_id: null });
    expect(email).to.include({ status: 'queued', topic_id: null });
  });

  it('Rejects an unknown topic with not_found 404, also one of another account, and a malformed topic_id with validation_error 422.', async () => {
    const other = await createTopic(app.pool, (await createApiKey(app.pool)).accountId);
    for (const topic_id of [UNKNOWN_ID, other.id])
      expect(await sender.refused({ topic_id }, 'not_found')).to.equal('Topic not found.');
    const batch = await sender.batch([sender.body(), sender.body({ topic_id: other.id })]);
    expectError(batch, 404, 'not_found', 'index');
    expect(await sender.count('emails')).to.equal(0);
  });

  it('Answers the topic of an email.', async () => {
    const { id } = await createTopic(app.pool, sender.accountId);
    expect((await sender.sent({ topic_id: id })).topic_id).to.equal(id);
    expect((await sender.read('/emails')).data[0].topic_id).to.equal(id);
  });
});
