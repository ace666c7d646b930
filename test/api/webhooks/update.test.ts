// PATCH /webhooks/:id (docs/reference/webhooks.md).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createOwner } from './owner.ts';

const ELSEWHERE = { endpoint_url: 'https://acme.dev/2', endpoint: 'https://acme.dev/2' };

describe('PATCH /webhooks/:id', () => {
  const app = useApp();
  const owner = useEach(async () => {
    const made = await createOwner(app);
    const { signing_secret, ...created } = (await made.create()).body;
    expect(signing_secret).to.be.a('string');
    app.clock.advance(1_000);
    return { ...made, created, path: `/webhooks/${created.id}` };
  });
  const patch = (body: object) => owner.api.patch(owner.path).send(body);
  /** Sets columns. */
  const set = (columns: string) =>
    app.pool.query(`UPDATE webhooks SET ${columns} WHERE id = $1`, [owner.created.id]);
  const fail = () =>
    set("failing_since = now(), failures = 7, gone_at = now(), rest_until = now() + interval '1 h'");
  const disable = () => set("status = 'disabled', disabled_reason = 'It is gone.', notice_due_at = now()");
  const columns = async (names: string) =>
    (await app.pool.query(`SELECT ${names} FROM webhooks WHERE id = $1`, [owner.created.id])).rows[0];
  const failures = () => columns('failing_since, failures, gone_at, rest_until');
  const FORGOTTEN = { failing_since: null, failures: 0, gone_at: null, rest_until: null };

  it('Changes the given fields of a webhook and leaves the others unchanged.', async () => {
    let expected = owner.created;
    for (const [change, changed] of [
      [{ endpoint_url: ELSEWHERE.endpoint_url }, ELSEWHERE],
      [
        { endpoint: 'https://acme.dev/3' },
        { endpoint_url: 'https://acme.dev/3', endpoint: 'https://acme.dev/3' },
      ],
      [{ events: ['email.*'] }, { events: ['email.*'] }],
      [{ status: 'disabled' }, { status: 'disabled' }],
    ] as const) {
      app.clock.advance(1_000);
      expected = { ...expected, ...changed, updated_at: app.clock.now().toISOString() };
      const { status, body } = await patch(change);
      expect([status, body]).to.deep.equal([200, expected]);
      expect(await owner.read(owner.path)).to.deep.equal(expected);
    }
  });

  it('Changes nothing, not even `updated_at`, when the request has no known field.', async () => {
    for (const change of [{ colour: 'blue' }, {}]) {
      const { status, body } = await patch(change);
      expect([status, body]).to.deep.equal([200, owner.created]);
    }
    expect(await owner.read(owner.path)).to.deep.equal(owner.created);
  });

  it('Keeps the signing secret when other fields change.', async () => {
    const before = await columns('signing_secret');
    await patch({ ...ELSEWHERE, events: ['*'], status: 'disabled' }).expect(200);
    expect(await columns('signing_secret')).to.deep.equal(before);
  });

  it('Clears the reason and the recorded failures when a disabled webhook is enabled again.', async () => {
    await fail();
    await disable();
    const { body } = await patch({ status: 'enabled' });
    expect(body).to.include({ status: 'enabled', disabled_reason: null });
    expect(body.health.failing_since).to.equal(null);
    expect(await failures()).to.deep.equal(FORGOTTEN);
  });

  it('Cancels the email to the account owner if the webhook is enabled or gets another endpoint URL before it is sent.', async () => {
    const notice = async () => (await columns('notice_due_at')).notice_due_at;
    for (const change of [{ status: 'enabled' }, { endpoint_url: 'https://acme.dev/2' }]) {
      await disable();
      await patch({ events: ['*'] });
      expect(await notice()).to.be.instanceOf(Date);
      await patch(change);
      expect(await notice()).to.equal(null);
    }
  });

  it('Clears the recorded failures when the endpoint URL changes.', async () => {
    await fail();
    await disable();
    const { body } = await patch({ endpoint_url: 'https://acme.dev/2' });
    expect(await failures()).to.deep.equal(FORGOTTEN);
    expect(body).to.include({ status: 'disabled', disabled_reason: null });
  });

  it('Keeps the recorded failures unless the endpoint URL changes or a disabled webhook is enabled.', async () => {
    await fail();
    const before = await failures();
    const { body } = await patch({ status: 'enabled' });
    expect(body.health.failing_since).to.equal(before.failing_since.toISOString());
    expect(await failures()).to.deep.equal(before);
    await patch({ endpoint_url: 'https://acme.dev/hooks', events: ['*'] }).expect(200);
    await owner.api.post(`${owner.path}/rotate`).expect(200);
    await patch({ status: 'disabled' }).expect(200);
    expect(await failures()).to.deep.equal(before);
  });

  it('Leaves `disabled_reason` null when the account disables a webhook, and unchanged when the service had disabled it before.', async () => {
    expect((await patch({ status: 'disabled' })).body.disabled_reason).to.equal(null);
    await disable();
    expect((await patch({ status: 'disabled' })).body.disabled_reason).to.equal('It is gone.');
  });
});
