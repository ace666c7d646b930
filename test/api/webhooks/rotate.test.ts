// POST /webhooks/:id/rotate, and the same operation under the path that Resend's SDK uses
// (docs/reference/webhooks.md#signatures).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { useReceivedHook } from './owner.ts';
import { verifies } from './verifies.ts';

describe('POST /webhooks/:id/rotate', () => {
  const app = useApp();
  const hook = useReceivedHook(app);
  const rotate = (path = 'rotate') => hook.api.post(`${hook.path}/${path}`);

  const expectNewSecret = ({ status, body }: { status: number; body: Record<string, unknown> }) => {
    expect(status).to.equal(200);
    expect(body)
      .to.have.all.keys('object', 'id', 'signing_secret')
      .and.to.include({ object: 'webhook', id: hook.id });
    expect(body['signing_secret'])
      .to.match(/^whsec_[A-Za-z0-9+/]{43}=$/)
      .and.not.to.equal(hook.secret);
  };

  it("Rotates the secret at /webhooks/:id/signing-secret/rotate as well, the path of Resend's SDK.", async () => {
    const answer = await rotate('signing-secret/rotate');
    expectNewSecret(answer);
    await hook.api.post(`${hook.path}/test`).expect(200);
    expect(verifies(hook.receiver.requests[0], answer.body.signing_secret)).to.equal(true);
  });

  it('Signs every attempt after a rotation with the new secret only.', async () => {
    const { signing_secret } = (await rotate()).body;
    await hook.api.post(`${hook.path}/test`).expect(200);
    const [request] = hook.receiver.requests;
    expect(verifies(request, signing_secret)).to.equal(true);
    expect(verifies(request, hook.secret)).to.equal(false);
  });

  it('Answers a rotation with the webhook id and the new secret.', async () => {
    expectNewSecret(await rotate().set('Content-Type', 'application/json'));
    const answer = await rotate();
    expectNewSecret(answer);
    const shown = [await hook.read(hook.path), await hook.read('/webhooks'), app.logLines];
    expect(JSON.stringify(shown)).not.to.include(answer.body.signing_secret.slice(6));
  });

  it('Sets `updated_at` when a secret is rotated.', async () => {
    app.clock.advance(1_000);
    await rotate();
    expect((await hook.read(hook.path)).updated_at).to.equal(app.clock.now().toISOString());
  });
});
