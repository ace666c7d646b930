// POST /webhooks/:id/rotate, and the same operation under the path that Resend's SDK uses
// (docs/reference/webhooks.md#signatures).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhooks-receiver.ts';
import { createOwner, type Owner } from './owner.ts';
import { verifies } from './verifies.ts';

describe('POST /webhooks/:id/rotate', () => {
  const app = useApp();
  let receiver: WebhookReceiver;
  let owner: Owner;
  let id: string;
  let secret: string;
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
    owner = await createOwner(app);
    ({ id, signing_secret: secret } = (await owner.create({ endpoint_url: receiver.url })).body);
  });
  afterEach(() => receiver.close());
  const rotate = (path = 'rotate', token = owner.token) => app.as(token).post(`/webhooks/${id}/${path}`);

  const expectNewSecret = ({ status, body }: { status: number; body: Record<string, unknown> }) => {
    expect(status).to.equal(200);
    expect(body).to.have.all.keys('object', 'id', 'signing_secret').and.to.include({ object: 'webhook', id });
    expect(body['signing_secret'])
      .to.match(/^whsec_[A-Za-z0-9+/]{43}=$/)
      .and.not.to.equal(secret);
  };

  it("Rotates the secret at /webhooks/:id/signing-secret/rotate as well, the path of Resend's SDK.", async () => {
    const answer = await rotate('signing-secret/rotate');
    expectNewSecret(answer);
    await app.as(owner.token).post(`/webhooks/${id}/test`).expect(200);
    expect(verifies(receiver.requests[0], answer.body.signing_secret)).to.equal(true);
  });

  it('Signs every attempt after a rotation with the new secret only.', async () => {
    const { signing_secret } = (await rotate()).body;
    await app.as(owner.token).post(`/webhooks/${id}/test`).expect(200);
    const [request] = receiver.requests;
    expect(verifies(request, signing_secret)).to.equal(true);
    expect(verifies(request, secret)).to.equal(false);
  });

  it('Answers a rotation with the webhook id and the new secret.', async () => {
    expectNewSecret(await rotate().set('Content-Type', 'application/json'));
    const answer = await rotate();
    expectNewSecret(answer);
    const { signing_secret } = answer.body;
    const { body } = await app.as(owner.token).get(`/webhooks/${id}`);
    const list = (await app.as(owner.token).get('/webhooks')).body;
    expect(JSON.stringify([body, list, app.logLines])).not.to.include(signing_secret.slice(6));
  });

  it('Sets `updated_at` when a secret is rotated.', async () => {
    app.clock.advance(1_000);
    await rotate();
    const { body } = await app.as(owner.token).get(`/webhooks/${id}`);
    expect(body.updated_at).to.equal(app.clock.now().toISOString());
  });

  describe("Answers not_found 404 for an unknown webhook and for another account's webhook, and changes nothing.", () => {
    it("another account's webhook, whose secret stays valid", async () => {
      const { token } = await createOwner(app);
      for (const path of ['rotate', 'signing-secret/rotate'])
        expectError(await rotate(path, token), 404, 'not_found');
      await app.as(owner.token).post(`/webhooks/${id}/test`).expect(200);
      expect(verifies(receiver.requests[0], secret)).to.equal(true);
    });
  });
});
