// GET /emails/:id (interface.md, Email; decisions.md §2).
import { expect } from 'chai';
import { createSystemClock } from '../../../shared/clock.ts';
import { transaction } from '../../../shared/db/transaction.ts';
import { createIds } from '../../../shared/ids.ts';
import type { EmailEventType } from '../../../shared/resources/emails/event.ts';
import { appendEvents } from '../../../shared/resources/emails/events.ts';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createSuppression } from '../../support/factories.ts';
import { createSender } from './sender.ts';

describe('GET /emails/:id', () => {
  const app = useApp();
  const ids = createIds(createSystemClock());

  const appendEvent = (
    email: { id: string; accountId: string },
    type: EmailEventType,
    at: string,
    recipient: string,
  ) =>
    transaction(app.pool, (client) =>
      appendEvents(client, [
        {
          id: ids.next(),
          emailId: email.id,
          accountId: email.accountId,
          domainId: ids.next(),
          recipient,
          type,
          data: null,
          createdAt: new Date(at),
        },
      ]),
    );

  it('answers every field of the email as it was asked for', async () => {
    const { send, token, domain } = await createSender(app);
    const asked = {
      from: `Ana <ana@${domain.name}>`,
      to: ['Bo <bo@customer.dev>'],
      cc: ['cy@customer.dev'],
      bcc: ['di@customer.dev'],
      reply_to: ['help@customer.dev'],
      subject: 'Grüße',
      html: '<p>Hello</p>',
      text: 'Hello',
      headers: { 'X-Order': '42' },
      tags: [{ name: 'kind', value: 'welcome' }],
      preview_text: 'A first look',
    };
    const { body: sent } = await send(asked);
    const { status, body } = await app.as(token).get(`/emails/${sent.id}`);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      object: 'email',
      id: sent.id,
      ...asked,
      status: 'queued',
      last_event: 'queued',
      message_id: `<${sent.id}@${domain.name}>`,
      topic_id: null,
      template_id: null,
      campaign_id: null,
      automation_id: null,
      source: 'api',
      scheduled_at: null,
      sent_at: null,
      created_at: app.clock.now().toISOString(),
      events: [],
    });
  });

  it('answers null and empty values for what was not given', async () => {
    const { send, token } = await createSender(app);
    const { body: sent } = await send();
    const { body } = await app.as(token).get(`/emails/${sent.id}`);
    expect(body).to.deep.include({
      to: ['bo@customer.dev'],
      cc: null,
      bcc: null,
      reply_to: null,
      html: null,
      text: 'Hello Bo',
      headers: {},
      tags: [],
      preview_text: null,
    });
  });

  it('answers the events oldest first, each with its recipient, and the last one as last_event', async () => {
    const { send, token, accountId } = await createSender(app);
    await createSuppression(app.pool, accountId, 'cy@customer.dev');
    const { body: sent } = await send({ to: ['bo@customer.dev', 'cy@customer.dev'] });
    const email = { id: sent.id, accountId };
    await appendEvent(email, 'sent', '2026-03-01T10:00:00.120Z', 'bo@customer.dev');
    // Ids give the order, not the times: a clock that was set back does not turn the story around.
    await appendEvent(email, 'delivered', '2026-03-01T09:59:59.000Z', 'bo@customer.dev');
    const { body } = await app.as(token).get(`/emails/${sent.id}`);
    expect(body.events).to.deep.equal([
      { type: 'suppressed', created_at: app.clock.now().toISOString(), recipient: 'cy@customer.dev' },
      { type: 'sent', created_at: '2026-03-01T10:00:00.120Z', recipient: 'bo@customer.dev' },
      { type: 'delivered', created_at: '2026-03-01T09:59:59.000Z', recipient: 'bo@customer.dev' },
    ]);
  });

  it('answers last_event and sent_at when they are there', async () => {
    const { send, token } = await createSender(app);
    const { body: sent } = await send();
    await app.pool.query(
      `UPDATE emails SET status = 'delivered', last_event = 'opened', sent_at = '2026-03-01T10:00:00.5+02' WHERE id = $1`,
      [sent.id],
    );
    const { body } = await app.as(token).get(`/emails/${sent.id}`);
    expect(body).to.deep.include({
      status: 'delivered',
      last_event: 'opened',
      sent_at: '2026-03-01T08:00:00.500Z',
    });
  });

  it('takes the id in upper case', async () => {
    const { send, token } = await createSender(app);
    const { body: sent } = await send();
    expect((await app.as(token).get(`/emails/${sent.id.toUpperCase()}`)).body.id).to.equal(sent.id);
  });

  it("answers not_found 404 for another account's email", async () => {
    const { send } = await createSender(app);
    const other = await createSender(app);
    const { body: sent } = await send();
    expectError(await app.as(other.token).get(`/emails/${sent.id}`), 404, 'not_found');
  });

  for (const id of [
    'x',
    '1',
    '9b2c8d1e-4f3a-4b6c-8d7e-0f1a2b3c4d5e',
    '01900000-0000-7000-8000-000000000000',
    '01900000-0000-7000-8000-00000000000',
    "'; DROP TABLE emails; --",
    '%00',
    '%ff',
    '%ED%A0%80',
  ]) {
    it(`answers not_found 404 for the id ${id}`, async () => {
      const { token } = await createSender(app);
      expectError(await app.as(token).get(`/emails/${id}`), 404, 'not_found');
    });
  }

  it('answers restricted_api_key 401 to a send-only key', async () => {
    const { send, token } = await createSender(app, { key: { permission: 'sending_access' } });
    const { body: sent } = await send();
    expectError(await app.as(token).get(`/emails/${sent.id}`), 401, 'restricted_api_key');
  });
});
