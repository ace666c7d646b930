// GET /webhooks/:id/events/:eid: an answer of the shape that Resend's SDK expects
// (docs/reference/webhooks.md#events-and-attempts).
import { expect } from 'chai';
import { createPartitions } from '../../../shared/platform/db/partitions.ts';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { PARTITIONED_TABLES } from '../../../shared/resources/partitioned-tables.ts';
import { useApp } from '../../support/api/app.ts';
import { contentsOf } from '../../support/api/contents.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createWebhook } from '../../support/factories/factories.ts';
import { removeOldRows } from '../../support/work/remove-old-rows.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { createAttempt, createHookOwner, createMessage } from './owner.ts';

describe('GET /webhooks/:id/events/:eid', () => {
  const app = useApp();
  const owner = useEach(() => createHookOwner(app));

  it('Answers an event with its payload and the time of its next attempt.', async () => {
    const createdAt = new Date(Math.floor(Date.now() / 1000) * 1000);
    const nextAttemptAt = new Date(createdAt.getTime() + 5_000);
    const payload = { id: 'x', type: 'email.sent', data: { subject: 'Grüße', tags: {} } };
    const fields = { type: 'email.sent', state: 'pending', createdAt, nextAttemptAt, payload } as const;
    const { id } = await createMessage(app.pool, owner.hook, fields);
    expect(await owner.read(`${owner.path}/events/${id}`)).to.deep.equal({
      object: 'webhook_event',
      id,
      type: 'email.sent',
      created_at: createdAt.toISOString(),
      status: 'pending',
      retrying: true,
      next_attempt_at: nextAttemptAt.toISOString(),
      recipient: null,
      payload,
    });
  });

  it('Says of an event in `retrying` that its attempts have failed and another follows, but not of a replay.', async () => {
    const { id } = await createMessage(app.pool, owner.hook, { state: 'pending' });
    const isRetrying = async () => (await owner.read(`${owner.path}/events/${id}`)).retrying;
    const setAttempts = (attempts: number) =>
      app.pool.query('UPDATE webhook_messages SET attempts = $2 WHERE id = $1', [id, attempts]);
    await setAttempts(0);
    expect(await isRetrying()).to.equal(false);
    await setAttempts(9);
    expect(await isRetrying()).to.equal(true);
    await app.pool.query(
      "UPDATE webhook_messages SET state = 'failed', next_attempt_at = NULL WHERE id = $1",
      [id],
    );
    await owner.api.post(`${owner.path}/events/${id}/replay`).expect(200);
    expect(await isRetrying()).to.equal(false);
  });

  it('Answers next_attempt_at null for an event that was delivered or has failed.', async () => {
    for (const state of ['success', 'failed'] as const) {
      const { id } = await createMessage(app.pool, owner.hook, { state });
      const event = await owner.read(`${owner.path}/events/${id}`);
      expect(event).to.include({ status: state, next_attempt_at: null });
    }
  });

  it('Removes an event with its attempts 30 days after the last attempt, unless it waits for its next one.', async () => {
    const { hook, path, api } = owner;
    const ago = (days: number) => new Date(app.clock.now().getTime() - days * DAY_MS);
    // On the first days of a month, 33 days ago is in the month before the last one.
    await createPartitions(app.pool, { tables: PARTITIONED_TABLES, now: ago(33) });
    const events: string[] = [];
    for (const state of ['success', 'failed', 'pending'] as const)
      events.push((await createMessage(app.pool, hook, { state, createdAt: ago(33) })).id);
    for (const [index, event] of events.entries()) {
      const { id } = await createAttempt(app.pool, hook, event);
      await app.pool.query('UPDATE webhook_attempts SET id = uuid_v7($2) WHERE id = $1', [
        id,
        ago(31 - index),
      ]);
    }
    await removeOldRows(app.pool, app.clock.now());
    expectError(await api.get(`${path}/events/${events[0]}`), 404, 'not_found');
    const { body } = await api.get(`${path}/events`);
    expect(body.data.map(({ id }: { id: string }) => id)).to.have.members(events.slice(1));
    const { rowCount } = await app.pool.query('SELECT FROM webhook_attempts WHERE message_id = $1', [
      events[0],
    ]);
    expect(rowCount).to.equal(0);
  });

  it("Answers not_found 404 for an unknown event, another account's event and an event of another webhook.", async () => {
    const { hook, path, api } = owner;
    const { id } = await createMessage(app.pool, hook, { state: 'failed' });
    const other = await createWebhook(app.pool, owner.accountId);
    const stranger = await createHookOwner(app);
    // The keys have been used before.
    for (const { token } of [owner, stranger]) await app.as(token).get('/webhooks').expect(200);
    const before = await contentsOf(app, ['logs']);
    for (const [caller, event] of [
      [api, `${path}/events/${UNKNOWN_ID}`],
      [api, `${path}/events/none`],
      [api, `/webhooks/none/events/${id}`],
      [api, `/webhooks/${UNKNOWN_ID}/events/${id}`],
      [api, `/webhooks/${other.id}/events/${id}`],
      [stranger.api, `${path}/events/${id}`],
      [stranger.api, `${stranger.path}/events/${id}`],
    ] as const)
      for (const answer of [
        await caller.get(event),
        await caller.get(`${event}/attempts`),
        await caller.post(`${event}/replay`),
      ]) {
        expect(answer.status, event).to.equal(404);
        expectError(answer, 404, 'not_found');
      }
    expect(await contentsOf(app, ['logs'])).to.deep.equal(before);
  });
});
