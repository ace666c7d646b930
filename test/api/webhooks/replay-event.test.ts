// POST /webhooks/:id/events/:eid/replay (decisions.md §9; Resend: one more attempt, without automatic retries).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey, createWebhook } from '../../support/factories.ts';
import { createMessage, createOwner, type MessageFields, readMessage } from './owner.ts';

const UNKNOWN_ID = '01936d3e-5b7a-7c3d-9f21-0123456789ab';
/** Attempts of the retry table; a further one is the last. */
const TRIES = 10;

describe('POST /webhooks/:id/events/:eid/replay', () => {
  const app = useApp();

  const createEvent = async (fields: MessageFields = {}, status: 'enabled' | 'disabled' = 'enabled') => {
    const { token, accountId } = await createOwner(app);
    const hook = await createWebhook(app.pool, accountId, { status });
    const { id } = await createMessage(app.pool, hook, fields);
    const replay = (as = token, webhookId = hook.id, eventId = id) =>
      app.as(as).post(`/webhooks/${webhookId}/events/${eventId}/replay`);
    return { token, hook, id, replay, read: () => readMessage(app.pool, id) };
  };
  const due = (attempts: number) => ({
    state: 'pending',
    attempts,
    next_attempt_at: app.clock.now(),
    claimed_by: null,
    woken_at: null,
  });

  for (const state of ['success', 'failed'] as const) {
    it(`makes a message due that ended with ${state}, for one attempt and no retry`, async () => {
      const { id, replay, read } = await createEvent({ state, attempts: 3 });
      const { status, body } = await replay();
      expect(status).to.equal(200);
      expect(body).to.deep.equal({ object: 'webhook_event', id });
      expect(await read()).to.deep.equal(due(TRIES));
    });
  }

  it('makes a message due that waits, which keeps its retries', async () => {
    const nextAttemptAt = new Date(Date.now() + 3_600_000);
    const { replay, read } = await createEvent({ state: 'pending', attempts: 3, nextAttemptAt });
    expect((await replay()).status).to.equal(200);
    expect(await read()).to.deep.equal(due(3));
  });

  it('works again and again', async () => {
    const { replay, read } = await createEvent({ state: 'failed', attempts: TRIES + 1 });
    expect((await replay()).status).to.equal(200);
    expect((await replay()).status).to.equal(200);
    expect(await read()).to.deep.equal(due(TRIES + 1));
  });

  it('is shown as pending until it is delivered', async () => {
    const { token, hook, id, replay } = await createEvent({ state: 'failed' });
    await replay();
    const { body } = await app.as(token).get(`/webhooks/${hook.id}/events/${id}`);
    expect(body).to.include({ status: 'pending', next_attempt_at: app.clock.now().toISOString() });
  });

  it('rejects a message that is on its way with validation_error 422, and leaves it alone', async () => {
    const { replay, read } = await createEvent({ state: 'attempting' });
    const before = await read();
    expect(expectError(await replay(), 422, 'validation_error')).to.include('being delivered');
    expect(await read()).to.deep.equal(before);
  });

  it('webhook must be enabled: else validation_error 422, and nothing is due', async () => {
    for (const state of ['failed', 'attempting'] as const) {
      const { replay, read } = await createEvent({ state }, 'disabled');
      const before = await read();
      expect(expectError(await replay(), 422, 'validation_error')).to.include('disabled');
      expect(await read()).to.deep.equal(before);
    }
  });

  it('does not make it wait for the end of a rest that its endpoint was given', async () => {
    const { hook, replay } = await createEvent({ state: 'failed' });
    await app.pool.query("UPDATE webhooks SET rest_until = now() + interval '1 h' WHERE id = $1", [hook.id]);
    await replay();
    const { rows } = await app.pool.query('SELECT rest_until FROM webhooks WHERE id = $1', [hook.id]);
    expect(rows[0].rest_until).to.equal(null);
  });

  it('answers not_found 404 for an unknown event, and for what is no id', async () => {
    const { token, hook, replay } = await createEvent();
    for (const id of [UNKNOWN_ID, 'none']) expectError(await replay(token, hook.id, id), 404, 'not_found');
    for (const id of [UNKNOWN_ID, 'none']) expectError(await replay(token, id), 404, 'not_found');
  });

  it("answers not_found 404 for another account's event, which stays as it is", async () => {
    const { replay, read } = await createEvent({ state: 'failed' });
    const before = await read();
    const { token, accountId } = await createApiKey(app.pool);
    const own = await createWebhook(app.pool, accountId);
    expectError(await replay(token), 404, 'not_found');
    expectError(await replay(token, own.id), 404, 'not_found');
    expect(await read()).to.deep.equal(before);
  });
});
