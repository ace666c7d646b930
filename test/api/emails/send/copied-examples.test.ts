// POST /emails with the addresses of copied examples (docs/reference/simulator.md#copied-examples), with the settings of
// `npm start` and without them. test/dev/npm-start.test.ts sends them to the end, with Resend's own SDK.
import { expect } from 'chai';
import { sendingWork } from '../../../../shared/resources/messaging/emails/delivery/work.ts';
import { useApp } from '../../../support/api/app.ts';
import { createApiKey, createDomain } from '../../../support/factories/factories.ts';
import { createCampaignOwner } from '../../campaigns/owner.ts';
import { createSender } from '../sender.ts';

const SIMULATOR_DOMAINS = ['simulator.test', 'resend.dev'];
const FROM = 'Acme <onboarding@resend.dev>';
const NOT_VERIFIED = 'The resend.dev domain is not verified.';

describe('POST /emails with a copied example, in development', () => {
  const app = useApp({ config: { simulatorDomains: SIMULATOR_DOMAINS, developmentDomain: 'resend.dev' } });
  const domainOf = async (id: string): Promise<string> => {
    const { rows } = await app.pool.query<{ domainId: string }>(
      'SELECT domain_id AS "domainId" FROM emails WHERE id = $1',
      [id],
    );
    return rows[0]?.domainId ?? expect.fail('There is no email.');
  };

  it('Accepts in development a From at resend.dev, and sends the email for the default domain of the account.', async () => {
    // Neither account owns resend.dev.
    for (const sender of [await createSender(app), await createSender(app)]) {
      const ofOldest = await sender.sent({ from: FROM });
      expect(ofOldest.from).to.equal(FROM);
      expect(await domainOf(ofOldest.id)).to.equal(sender.domain.id);
      const other = await createDomain(app.pool, sender.accountId, { isDefault: true });
      const { id, message_id } = await sender.sent({ from: FROM });
      expect(await domainOf(id)).to.equal(other.id);
      expect(message_id).to.equal(`<${id}@${other.name}>`);
      const batch = [sender.body(), sender.body({ from: FROM }), sender.body()];
      const { body } = await sender.batch(batch).expect(200);
      const domains = await Promise.all(body.data.map((email: { id: string }) => domainOf(email.id)));
      expect(domains).to.deep.equal([sender.domain.id, other.id, sender.domain.id]);
      const { data } = await sender.read('/domains');
      expect(data.map(({ name }: { name: string }) => name)).to.have.members([
        sender.domain.name,
        other.name,
      ]);
    }
  });

  it('Sends a campaign from resend.dev for the default domain of the account, in development only.', async () => {
    const owner = await createCampaignOwner(app);
    const { id } = await owner.made({ from: FROM });
    expect((await owner.post(id, 'send')).body).to.include({ id });
    const unverified = await createCampaignOwner(app);
    const draft = await unverified.made({ from: FROM });
    await app.pool.query("UPDATE domains SET status = 'pending' WHERE id = $1", [unverified.domain.id]);
    expect((await unverified.post(draft.id, 'send')).body.message).to.include(NOT_VERIFIED);
  });

  it('Sends an email from resend.dev with a bound API key for the domain of the key.', async () => {
    const { accountId, domain, body } = await createSender(app);
    await createDomain(app.pool, accountId, { isDefault: true });
    const { token } = await createApiKey(app.pool, {
      accountId,
      domainId: domain.id,
      permission: 'sending_access',
    });
    const answer = await app
      .as(token)
      .post('/emails')
      .send(body({ from: FROM }))
      .expect(200);
    expect(await domainOf(answer.body.id)).to.equal(domain.id);
  });

  it('Rejects a From at resend.dev while no domain of the account may send, with validation_error 422.', async () => {
    await createSender(app);
    const { refused, batch, body } = await createSender(app, { domain: { status: 'pending' } });
    expect(await refused({ from: FROM })).to.include('No domain of this account can send yet.');
    expect((await batch([body({ from: FROM })])).status).to.equal(422);
  });

  it('Accepts in development a simulator address at resend.dev with scheduled_at, and only there.', async () => {
    const { sent, refused, read } = await createSender(app);
    const later = { from: FROM, scheduled_at: 'in 1 hour' };
    const { id, status, scheduled_at } = await sent({ ...later, to: 'Delivered@resend.dev' });
    expect(status).to.equal('pending');
    await sendingWork.table.markDue(app.pool, new Date(scheduled_at), 1_000);
    expect((await read(`/emails/${id}`)).status).to.equal('queued');
    const message = await refused({ ...later, to: ['delivered@simulator.test', 'bo@mail.simulator.test'] });
    expect(message).to.include('delivered@simulator.test is a simulator address');
  });
});

describe('POST /emails with a copied example, in production', () => {
  const app = useApp({ config: { simulatorDomains: SIMULATOR_DOMAINS } });

  it('Rejects a From at resend.dev in production, and its addresses with scheduled_at, also when SIMULATOR_DOMAIN names it.', async () => {
    const { refused, send } = await createSender(app);
    expect(await refused({ from: FROM })).to.include(NOT_VERIFIED);
    const owner = await createCampaignOwner(app);
    const draft = await owner.made({ from: FROM });
    expect((await owner.post(draft.id, 'send')).body.message).to.include(NOT_VERIFIED);
    const to = 'delivered@resend.dev';
    expect(await refused({ to, scheduled_at: 'in 1 hour' })).to.include('only for immediate sends');
    expect((await send({ to })).status).to.equal(200);
  });
});
