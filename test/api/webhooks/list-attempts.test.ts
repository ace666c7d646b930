// GET /webhooks/:id/events/:eid/attempts: an answer of the shape that Resend's SDK expects
// (docs/reference/webhooks.md#events-and-attempts).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { describePaging } from '../paging.ts';
import { createAttempt, createHookOwner, createMessage, ids, useListedHook } from './owner.ts';

describe('GET /webhooks/:id/events/:eid/attempts', () => {
  const app = useApp();
  const event = useEach(async () => {
    const owner = await createHookOwner(app);
    const { id } = await createMessage(app.pool, owner.hook);
    return { ...owner, id, list: () => owner.read(`${owner.path}/events/${id}/attempts`) };
  });

  it('Lists each attempt with the answer of the endpoint, its headers, the duration and the time.', async () => {
    const { id } = await createAttempt(app.pool, event.hook, event.id, { statusCode: 500, body: 'no' });
    const { data } = await event.list();
    expect(data).to.have.length(1);
    const [{ sent_at, ...attempt }] = data;
    expect(attempt).to.deep.equal({
      id,
      http_status_code: 500,
      response: 'no',
      response_headers: { server: 'acme' },
      error: null,
      duration_ms: 12,
    });
    const { rows } = await app.pool.query<{ sent: Date }>(
      "SELECT created_at - interval '12 milliseconds' AS sent FROM webhook_attempts WHERE id = $1",
      [id],
    );
    expect(sent_at).to.equal(rows[0]?.sent.toISOString());
  });

  it('Says in `error` why an attempt got no answer.', async () => {
    const error = 'It did not answer.';
    await createAttempt(app.pool, event.hook, event.id, { statusCode: null, error, body: null });
    const [attempt] = (await event.list()).data;
    expect(attempt).to.deep.include({ http_status_code: null, response: null, response_headers: {}, error });
  });

  describe('paging', () => {
    // The path contains the ids, so all tests list the attempts of one event, and each test begins by deleting them.
    const eventId = ids.next();
    const listed = useListedHook(app);
    before(() => createMessage(app.pool, listed.hook, { id: eventId }));

    describePaging(app, `${listed.path}/events/${eventId}/attempts`, async () => {
      await app.pool.query('DELETE FROM webhook_attempts WHERE message_id = $1', [eventId]);
      return {
        token: listed.token,
        createItem: async () => (await createAttempt(app.pool, listed.hook, eventId)).id,
        deleteItem: (id) => app.pool.query('DELETE FROM webhook_attempts WHERE id = $1', [id]),
        createForeignItem: async () => {
          const message = await createMessage(app.pool, listed.other);
          return (await createAttempt(app.pool, listed.other, message.id)).id;
        },
      };
    });
  });
});
