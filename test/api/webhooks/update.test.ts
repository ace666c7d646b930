// PATCH /webhooks/:id (docs/reference/webhooks.md).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createOwner, type Owner } from './owner.ts';

describe('PATCH /webhooks/:id', () => {
  const app = useApp();
  let owner: Owner;
  let created: Record<string, unknown>;
  let id: string;
  beforeEach(async () => {
    owner = await createOwner(app);
    const { signing_secret, ...webhook } = (await owner.create()).body;
    expect(signing_secret).to.be.a('string');
    created = webhook;
    id = webhook.id;
    app.clock.advance(1_000);
  });
  const patch = (body: object, token = owner.token) => app.as(token).patch(`/webhooks/${id}`).send(body);
  const get = async () => (await app.as(owner.token).get(`/webhooks/${id}`)).body;
  const fail = () =>
    app.pool.query(
      `UPDATE webhooks SET failing_since = now(), failures = 7, gone_at = now(), rest_until = now() + interval '1 h'
       WHERE id = $1`,
      [id],
    );
  const disable = () =>
    app.pool.query(
      "UPDATE webhooks SET status = 'disabled', disabled_reason = 'It is gone.', notice_due_at = now() WHERE id = $1",
      [id],
    );
  const clockOf = async () => {
    const { rows } = await app.pool.query(
      'SELECT failing_since, failures, gone_at, rest_until FROM webhooks WHERE id = $1',
      [id],
    );
    return rows[0];
  };
  const FORGOTTEN = { failing_since: null, failures: 0, gone_at: null, rest_until: null };

  describe('Changes the given fields of a webhook and leaves the others unchanged.', () => {
    for (const [title, change, changed] of [
      [
        'endpoint_url',
        { endpoint_url: 'https://acme.dev/2' },
        { endpoint_url: 'https://acme.dev/2', endpoint: 'https://acme.dev/2' },
      ],
      [
        'endpoint',
        { endpoint: 'https://acme.dev/2' },
        { endpoint_url: 'https://acme.dev/2', endpoint: 'https://acme.dev/2' },
      ],
      ['events', { events: ['email.*'] }, { events: ['email.*'] }],
      ['status', { status: 'disabled' }, { status: 'disabled' }],
    ] as const) {
      it(title, async () => {
        const { status, body } = await patch(change);
        expect(status).to.equal(200);
        expect(body).to.deep.equal({ ...created, ...changed, updated_at: app.clock.now().toISOString() });
        expect(await get()).to.deep.equal(body);
      });
    }
  });

  it('Changes nothing, not even `updated_at`, when the request has no known field.', async () => {
    for (const change of [{ colour: 'blue' }, {}]) {
      const { status, body } = await patch(change);
      expect([status, body]).to.deep.equal([200, created]);
    }
    expect(await get()).to.deep.equal(created);
  });

  it('Keeps the signing secret when other fields change.', async () => {
    const secret = () => app.pool.query('SELECT signing_secret FROM webhooks WHERE id = $1', [id]);
    const before = await secret();
    await patch({ endpoint_url: 'https://acme.dev/2', events: ['*'], status: 'disabled' });
    expect((await secret()).rows).to.deep.equal(before.rows);
  });

  describe('when enabled again', () => {
    it('Clears the reason and the recorded failures when a disabled webhook is enabled again.', async () => {
      await fail();
      await disable();
      const { body } = await patch({ status: 'enabled' });
      expect(body).to.include({ status: 'enabled', disabled_reason: null });
      expect(await clockOf()).to.deep.equal(FORGOTTEN);
    });

    it('Cancels the email to the account owner if the webhook is enabled or gets another endpoint URL before it is sent.', async () => {
      const notice = async () =>
        (await app.pool.query('SELECT notice_due_at FROM webhooks WHERE id = $1', [id])).rows[0]
          .notice_due_at;
      for (const change of [{ status: 'enabled' }, { endpoint_url: 'https://acme.dev/2' }]) {
        await disable();
        await patch({ events: ['*'] });
        expect(await notice()).to.be.instanceOf(Date);
        await patch(change);
        expect(await notice()).to.equal(null);
      }
    });
  });

  it('Clears the recorded failures when the endpoint URL changes.', async () => {
    await fail();
    await disable();
    const { body } = await patch({ endpoint_url: 'https://acme.dev/2' });
    expect(await clockOf()).to.deep.equal(FORGOTTEN);
    expect(body).to.include({ status: 'disabled', disabled_reason: null });
  });

  describe('Keeps the recorded failures unless the endpoint URL changes or a disabled webhook is enabled.', () => {
    it('enabling an enabled webhook', async () => {
      await fail();
      const before = await clockOf();
      await patch({ status: 'enabled' });
      expect(await clockOf()).to.deep.equal(before);
    });

    it('the same endpoint, other events, a new secret, disabling', async () => {
      await fail();
      const before = await clockOf();
      await patch({ endpoint_url: 'https://acme.dev/hooks', events: ['*'] });
      await app.as(owner.token).post(`/webhooks/${id}/rotate`).expect(200);
      await patch({ status: 'disabled' });
      expect(await clockOf()).to.deep.equal(before);
    });
  });

  it('Leaves `disabled_reason` null when the account disables a webhook, and unchanged when the service had disabled it before.', async () => {
    expect((await patch({ status: 'disabled' })).body.disabled_reason).to.equal(null);
    await disable();
    expect((await patch({ status: 'disabled' })).body.disabled_reason).to.equal('It is gone.');
  });

  describe('Rejects an invalid change of a webhook with validation_error 422 and changes nothing.', () => {
    for (const change of [
      { endpoint_url: 'http://10.0.0.1/' },
      { endpoint_url: 'acme.dev' },
      { endpoint_url: '' },
      { endpoint_url: null },
      { endpoint_url: 5 },
      { endpoint: 'http://169.254.169.254/' },
      { endpoint: null },
      { endpoint: 'https://acme.dev/1', endpoint_url: 'https://acme.dev/2' },
      { events: [] },
      { events: null },
      { events: ['email.read'] },
      { status: 'paused' },
      { status: null },
      { status: true },
    ]) {
      it(JSON.stringify(change), async () => {
        expectError(await patch({ events: ['*'], ...change }), 422, 'validation_error');
        expect(await get()).to.deep.equal(created);
      });
    }
  });

  describe("Answers not_found 404 for an unknown webhook and for another account's webhook, and changes nothing.", () => {
    it("another account's webhook", async () => {
      const { token } = await createOwner(app);
      expectError(await patch({ status: 'disabled' }, token), 404, 'not_found');
      expectError(await patch({}, token), 404, 'not_found');
      expect(await get()).to.deep.equal(created);
    });
  });
});
