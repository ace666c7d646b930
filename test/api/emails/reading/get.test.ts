// GET /emails/:id: the record of an email that was just accepted, and ids that are not found
// (docs/reference/emails.md#get-emailsid).
import { expect } from 'chai';
import { createMailedLink } from '../../../../shared/resources/people/one-time-links/create.ts';
import { mailLink } from '../../../../shared/resources/people/one-time-links/mail.ts';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { createSender, useSender } from '../sender.ts';

describe('GET /emails/:id', () => {
  const app = useApp();
  const sender = useSender(app);

  it('Answers the complete record of an email, with its bodies, headers and events.', async () => {
    const asked = {
      from: `Ana <ana@${sender.domain.name}>`,
      to: ['Bo <bo@customer.dev>'],
      cc: ['cy@customer.dev'],
      bcc: ['di@customer.dev'],
      reply_to: ['help@customer.dev'],
      subject: 'Grüße, "Bo"',
      html: '<p>Hello</p>',
      text: 'Hello',
      headers: { 'X-Order': '42' },
      tags: [{ name: 'kind', value: 'welcome' }],
      preview_text: 'A first look',
    };
    const { id, ...email } = await sender.sent(asked);
    expect(email).to.deep.equal({
      object: 'email',
      ...asked,
      status: 'queued',
      last_event: 'queued',
      message_id: `<${id}@${sender.domain.name}>`,
      poll: null,
      topic_id: null,
      template_id: null,
      campaign_id: null,
      automation_id: null,
      run_id: null,
      contact_id: null,
      tracking: { opens: false, clicks: false },
      thread_id: id,
      source: 'api',
      scheduled_at: null,
      sent_at: null,
      created_at: app.clock.now().toISOString(),
      recipients: [
        { address: 'bo@customer.dev', kind: 'to' },
        { address: 'cy@customer.dev', kind: 'cc' },
        { address: 'di@customer.dev', kind: 'bcc' },
      ].map((recipient) => ({
        ...recipient,
        status: 'queued',
        smtp_code: null,
        smtp_reply: null,
        attempts: 0,
        next_attempt_at: app.clock.now().toISOString(),
        provider: null,
      })),
      events: [],
    });
  });

  it('Answers null for addresses and texts that were not given, {} for headers and [] for tags.', async () => {
    const lists = (none: unknown) => ({ cc: none, bcc: none, reply_to: none });
    for (const none of [
      {},
      { ...lists(null), html: null, headers: null, tags: null, preview_text: null },
      { ...lists([]), headers: {}, tags: [] },
      lists(''),
    ])
      expect(await sender.sent(none), JSON.stringify(none)).to.deep.include({
        to: ['bo@customer.dev'],
        ...lists(null),
        html: null,
        text: 'Hello Bo',
        headers: {},
        tags: [],
        preview_text: null,
      });
    // Null for a text, but not for empty texts.
    const html = '<p>Hello</p>';
    expect(await sender.sent({ html, text: undefined })).to.include({ text: null });
    expect(await sender.sent({ html, text: '' })).to.include({ text: '' });
    expect(await sender.sent({ html: '', preview_text: '' })).to.include({ html: '', preview_text: '' });
  });

  it('Answers neither html nor text of an email with the source notice: html is null, and text is a sentence that says so.', async () => {
    const { accountId } = sender;
    const { rows } = await app.pool.query<{ id: string }>('SELECT id FROM accounts ORDER BY id LIMIT 1');
    const operator = await createSender(app, { key: { accountId: rows[0]?.id ?? '' } });
    const now = app.clock.now();
    const link = { purpose: 'address_confirmation', email: 'bo@customer.dev', accountId, now } as const;
    await mailLink(app.deps, await createMailedLink(app.pool, app.deps.ids, link));
    const read = (path: string) => operator.api.get(`/emails${path}`);
    const list = await read('?source=notice');
    expect(list.body.data).to.have.length(1);
    const [{ id }] = list.body.data;
    const email = await read(`/${id}`);
    expect(email.body).to.include({
      source: 'notice',
      subject: 'Confirm your address for Factory account on Posthorn',
      html: null,
      text: 'The service sent this email itself. Only its recipients can read its content.',
    });
    for (const { text } of [list, email, await read(`/${id}/trace`), await read('?q=Confirm')])
      expect(text).not.to.match(/token|works once/);
  });

  it('Accepts the id of an email in upper case.', async () => {
    const { id } = await sender.sent();
    expect((await sender.read(`/emails/${id.toUpperCase()}`)).id).to.equal(id);
  });

  const expectNotFound = async (id: string) => {
    const { api } = sender;
    for (const request of [
      api.get(`/emails/${id}`),
      api.get(`/emails/${id}/attachments`),
      api.post(`/emails/${id}/cancel`),
      api.post(`/emails/${id}/share`),
      api.patch(`/emails/${id}`).send({ scheduled_at: 'in 1 hour' }),
    ])
      expectError(await request, 404, 'not_found');
  };

  it("Rejects an unknown id and the id of another account's object with not_found 404.", () =>
    expectNotFound('01900000-0000-7000-8000-000000000000'));

  it('Rejects a malformed id in a path with not_found 404.', async () => {
    for (const id of [
      'x',
      '1',
      '9b2c8d1e-4f3a-4b6c-8d7e-0f1a2b3c4d5e',
      '01900000-0000-7000-8000-00000000000',
      "'; DROP TABLE emails; --",
      '%00',
      '%ff',
      '%ED%A0%80',
    ])
      await expectNotFound(id);
  });
});
