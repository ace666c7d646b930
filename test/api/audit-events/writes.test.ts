// What leaves an audit event (docs/reference/audit-events.md#what-leaves-an-event).
import { expect } from 'chai';
import { usePerson } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { createContact, createSegment, createTopic } from '../../support/factories/contact-factories.ts';
import { createApiKey, createDomain, createWebhook } from '../../support/factories/factories.ts';
import { createMember } from '../../support/factories/people-factories.ts';

const NEWS = { name: 'News', default_subscription: 'opt_in' };
const BROWSER = 'Mozilla/5.0 (X11)';

describe('The audit log of a signed-in person', () => {
  const app = useApp();
  const member = usePerson(app, { role: 'member' });
  beforeEach(() => member.api.set('User-Agent', BROWSER));
  const events = async () => (await member.api.get('/audit-events')).body.data;

  it('Records each change of a signed-in person with operation, target, IP address and User-Agent.', async () => {
    const { id } = (await member.api.post('/topics').send(NEWS).expect(201)).body;
    await member.api.patch(`/topics/${id}`).send({ name: 'Tips' }).expect(200);
    await member.api.delete(`/topics/${id.toUpperCase()}`).expect(200);
    await member.api.patch('/unsubscribe-page').send({ title: 'Bye' }).expect(200);
    const recorded = await events();
    expect(
      recorded.map((event: Record<string, unknown>) => [event['operation'], event['target_id']]),
    ).to.deep.equal([
      ['updateUnsubscribePage', null],
      ['deleteTopic', id],
      ['updateTopic', id],
      ['createTopic', id],
    ]);
    for (const event of recorded) {
      expect(event.actor).to.include({ type: 'person', id: member.personId });
      expect(event).to.include({
        outcome: 'succeeded',
        user_agent: BROWSER,
        created_at: app.clock.now().toISOString(),
      });
      expect(event.address).to.match(/^(::ffff:)?127\.0\.0\.1$/);
    }
  });

  it('Records which emails a person has sent, once for an Idempotency-Key, and of a path with several ids all of them.', async () => {
    const { name } = await createDomain(app.pool, member.accountId, { name: 'acme.dev' });
    const email = { from: `a@${name}`, to: 'bo@customer.dev', subject: 'Hello', text: 'Hi' };
    const { id } = (await member.api.post('/emails').send(email).expect(200)).body;
    const once = () => member.api.post('/emails').set('Idempotency-Key', 'once').send(email).expect(200);
    const { id: repeated } = (await once()).body;
    await once();
    const [first] = (await member.api.post('/emails/batch').send([email, email]).expect(200)).body.data;
    const contact = await createContact(app.pool, { accountId: member.accountId });
    const segment = await createSegment(app.pool, member.accountId);
    await member.api.post(`/contacts/${contact.id}/segments/${segment.id}`).expect(200);
    expect(
      (await events()).map((event: Record<string, unknown>) => [event['operation'], event['target_id']]),
    ).to.deep.equal([
      ['addContactToSegment', `${contact.id}/${segment.id}`],
      ['sendBatch', first.id],
      ['sendEmail', repeated],
      ['sendEmail', id],
    ]);
  });

  it('Records nothing of reads, previews, dry runs and rejected requests.', async () => {
    const { id } = await createTopic(app.pool, member.accountId);
    const { id: foreign } = await createTopic(app.pool, (await createMember(app.pool)).accountId);
    for (const path of ['/topics', `/topics/${id}`, '/emails', '/usage', '/account', '/members'])
      expect((await member.api.get(path)).status, path).to.equal(200);
    const { body: audiences } = await member.api.get('/audiences');
    const preview = { audience_id: audiences.data[0].id, filter: null };
    await member.api.post('/segments/preview').send(preview);
    const hook = await createWebhook(app.pool, member.accountId);
    const dryRun = { since: '1 hour ago', dry_run: true };
    expect((await member.api.post(`/webhooks/${hook.id}/replay`).send(dryRun)).status).to.equal(200);
    for (const answer of [
      await member.api.post('/topics').send({ name: 'News' }),
      await member.api.patch(`/topics/${foreign}`).send({ name: 'Lost' }),
      await member.api.delete(`/topics/none`),
      await member.api.patch('/account').send({ name: 'Lost' }),
      await member.api.post('/topics').set('X-CSRF-Token', 'x').send(NEWS),
    ])
      expect(answer.status).to.be.within(400, 499);
    expect(await events()).to.deep.equal([]);
  });

  it('Records nothing of the requests of API keys.', async () => {
    const { token } = await createApiKey(app.pool, { accountId: member.accountId });
    await app.as(token).post('/topics').send(NEWS).expect(201);
    // The cookie of a person next to a key does not count.
    const other = { ...NEWS, name: 'Other news' };
    await member.api.post('/topics').set('Authorization', `Bearer ${token}`).send(other).expect(201);
    expect(await events()).to.deep.equal([]);
  });
});
