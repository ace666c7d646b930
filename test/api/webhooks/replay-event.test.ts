// POST /webhooks/:id/events/:eid/replay: one more attempt for one event, without retries
// (docs/reference/webhooks.md#replays).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createHookOwner, createMessage, type MessageFields, readMessage } from './owner.ts';

/** Attempts of the retry schedule; an attempt beyond these is the last one. */
const TRIES = 10;

describe('POST /webhooks/:id/events/:eid/replay', () => {
  const app = useApp();
  const owner = useEach(() => createHookOwner(app));
  const createEvent = async (fields: MessageFields) => {
    const { id } = await createMessage(app.pool, owner.hook, fields);
    const path = `${owner.path}/events/${id}`;
    const replay = () => owner.api.post(`${path}/replay`);
    return { id, path, replay, read: () => readMessage(app.pool, id) };
  };
  const due = (attempts: number) => ({
    state: 'pending',
    attempts,
    next_attempt_at: app.clock.now(),
    claimed_by: null,
    woken_at: null,
  });

  it('Replays a delivered or failed event with one attempt and no retries.', async () => {
    for (const state of ['success', 'failed'] as const) {
      const { id, replay, read } = await createEvent({ state, attempts: 3 });
      const { status, body } = await replay();
      expect([status, body], state).to.deep.equal([200, { object: 'webhook_event', id }]);
      expect(await read(), state).to.deep.equal(due(TRIES));
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
    for (const _ of ['first', 'second']) expect((await replay()).status).to.equal(200);
    expect(await read()).to.deep.equal(due(TRIES + 1));
  });

  it('Shows a replayed event as pending until its attempt.', async () => {
    const { path, replay } = await createEvent({ state: 'failed' });
    await replay();
    const next_attempt_at = app.clock.now().toISOString();
    expect(await owner.read(path)).to.include({ status: 'pending', next_attempt_at });
  });

  it('Rejects the replay of an event that is being delivered at this moment with validation_error 422.', async () => {
    const { replay, read } = await createEvent({ state: 'attempting' });
    const before = await read();
    expect(expectError(await replay(), 422, 'validation_error')).to.include('being delivered');
    expect(await read()).to.deep.equal(before);
  });

  it('Rejects a replay, of one event or of many, while the webhook is disabled with validation_error 422.', async () => {
    await owner.api.patch(owner.path).send({ status: 'disabled' }).expect(200);
    for (const state of ['failed', 'attempting'] as const) {
      const { replay, read } = await createEvent({ state });
      const before = await read();
      expect(expectError(await replay(), 422, 'validation_error')).to.include('disabled');
      expect(await read()).to.deep.equal(before);
    }
    const many = await owner.api.post(`${owner.path}/replay`).send({ since: '1 hour ago' });
    expect(expectError(many, 422, 'validation_error')).to.include('disabled');
    expect(await owner.count('webhook_replays')).to.equal(0);
  });

  it('Ends the pause that failures have caused when an event is replayed.', async () => {
    const { replay } = await createEvent({ state: 'failed' });
    const { id } = owner.hook;
    await app.pool.query("UPDATE webhooks SET rest_until = now() + interval '1 h' WHERE id = $1", [id]);
    await replay();
    const { rows } = await app.pool.query('SELECT rest_until FROM webhooks WHERE id = $1', [id]);
    expect(rows[0].rest_until).to.equal(null);
  });
});
