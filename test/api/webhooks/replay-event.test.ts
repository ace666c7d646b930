// POST /webhooks/:id/events/:eid/replay: one more attempt for one event, without retries
// (docs/reference/webhooks.md#replays).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey, createWebhook } from '../../support/factories.ts';
import { createMessage, createOwner, type MessageFields, readMessage } from './owner.ts';

const UNKNOWN_ID = '01936d3e-5b7a-7c3d-9f21-0123456789ab';
/** Attempts of the retry schedule; an attempt beyond these is the last one. */
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

  describe('Replays a delivered or failed event with one attempt and no retries.', () => {
    for (const state of ['success', 'failed'] as const) {
      it(state, async () => {
        const { id, replay, read } = await createEvent({ state, attempts: 3 });
        const { status, body } = await replay();
        expect(status).to.equal(200);
        expect(body).to.deep.equal({ object: 'webhook_event', id });
        expect(await read()).to.deep.equal(due(TRIES));
      });
    }
  });

  it('Replays a waiting event at once and keeps its remaining retries.', async () => {
    const nextAttemptAt = new Date(Date.now() + 3_600_000);
    const { replay, read } = await createEvent({ state: 'pending', attempts: 3, nextAttemptAt });
    expect((await replay()).status).to.equal(200);
    expect(await read()).to.deep.equal(due(3));
  });

  it('Allows an event to be replayed any number of times.', async () => {
    const { replay, read } = await createEvent({ state: 'failed', attempts: TRIES + 1 });
    expect((await replay()).status).to.equal(200);
    expect((await replay()).status).to.equal(200);
    expect(await read()).to.deep.equal(due(TRIES + 1));
  });

  it('Shows a replayed event as pending until its attempt.', async () => {
    const { token, hook, id, replay } = await createEvent({ state: 'failed' });
    await replay();
    const { body } = await app.as(token).get(`/webhooks/${hook.id}/events/${id}`);
    expect(body).to.include({ status: 'pending', next_attempt_at: app.clock.now().toISOString() });
  });

  it('Rejects the replay of an event that is being delivered at this moment with validation_error 422.', async () => {
    const { replay, read } = await createEvent({ state: 'attempting' });
    const before = await read();
    expect(expectError(await replay(), 422, 'validation_error')).to.include('being delivered');
    expect(await read()).to.deep.equal(before);
  });

  it('Rejects a replay, of one event or of many, while the webhook is disabled with validation_error 422.', async () => {
    for (const state of ['failed', 'attempting'] as const) {
      const { replay, read } = await createEvent({ state }, 'disabled');
      const before = await read();
      expect(expectError(await replay(), 422, 'validation_error')).to.include('disabled');
      expect(await read()).to.deep.equal(before);
    }
  });

  it('Ends the pause that failures have caused when an event is replayed.', async () => {
    const { hook, replay } = await createEvent({ state: 'failed' });
    await app.pool.query("UPDATE webhooks SET rest_until = now() + interval '1 h' WHERE id = $1", [hook.id]);
    await replay();
    const { rows } = await app.pool.query('SELECT rest_until FROM webhooks WHERE id = $1', [hook.id]);
    expect(rows[0].rest_until).to.equal(null);
  });

  describe("Answers not_found 404 for an unknown event, another account's event and an event of another webhook.", () => {
    it('an unknown id and a malformed id', async () => {
      const { token, hook, replay } = await createEvent();
      for (const id of [UNKNOWN_ID, 'none']) expectError(await replay(token, hook.id, id), 404, 'not_found');
      for (const id of [UNKNOWN_ID, 'none']) expectError(await replay(token, id), 404, 'not_found');
    });

    it("another account's event, which stays unchanged", async () => {
      const { replay, read } = await createEvent({ state: 'failed' });
      const before = await read();
      const { token, accountId } = await createApiKey(app.pool);
      const own = await createWebhook(app.pool, accountId);
      expectError(await replay(token), 404, 'not_found');
      expectError(await replay(token, own.id), 404, 'not_found');
      expect(await read()).to.deep.equal(before);
    });
  });
});
