// The clients of Resend for Python, Ruby, PHP and Go (docs/reference/clients.md#resends-clients-for-other-languages): what
// becomes of their requests. Every shape of them is sent by recorded-requests.test.ts.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createSender, type Sender } from '../api/emails/sender.ts';
import { useApp } from '../support/api/app.ts';
import { expectError } from '../support/api/error-body.ts';
import { DIALECTS, readRecorded, send } from './support/dialects.ts';

/** The forms that the clients' own examples give to tags and to the content of a file. */
const TAGS = [{ name: 'category', value: 'confirm_email' }];

describe("Answers the requests of Resend's clients for Python, Ruby, PHP and Go as they expect.", () => {
  const app = useApp({ config: { simulatorDomains: ['simulator.test', 'resend.dev'] } });

  it('Reads an empty list as an empty object where an operation takes an object, because clients in PHP write no fields as `[]`.', async () => {
    const { api } = await createSender(app);
    expectError(await api.post('/topics').send([]), 422, 'missing_required_field');
    expectError(await api.post(`/automations/${randomUUID()}/stop`).send([]), 404, 'not_found');
    expectError(await api.post('/topics').send([{ name: 'News' }]), 422, 'validation_error');
  });

  for (const dialect of DIALECTS) {
    const { client } = dialect;
    const { version } = readRecorded(dialect.client);
    describe(`${client} ${version}`, () => {
      let sender: Sender;
      before(async () => {
        sender = await createSender(app, { domain: { isDefault: true } });
      });
      const call = async (line: string, body?: unknown, headers: Record<string, string> = {}) => {
        const [method = '', path = ''] = line.split(' ');
        const to = { port: app.port, token: sender.token, version };
        const answer = await send(dialect, to, { call: line, method, path, body, headers });
        expect(answer.status, `${line}: ${JSON.stringify(answer.body)}`).to.be.oneOf([200, 201]);
        return answer.body;
      };
      const email = (changes: object = {}) => ({
        from: `Ana <ana@${sender.domain.name}>`,
        to: ['delivered@resend.dev'],
        subject: 'Grüße',
        html: '<p>Hello</p>',
        ...changes,
      });

      it('sends, once under an idempotency key, and reads and lists', async () => {
        const tags = client === 'resend-ruby' ? { category: 'confirm_email' } : TAGS;
        const content = client === 'resend-go' || client === 'resend-python' ? [97, 10] : 'YQo=';
        const body = email({ tags, attachments: [{ filename: 'a.txt', content }], reply_to: 'a@x.dev' });
        const key = { 'Idempotency-Key': `welcome/${client}` };
        const { id } = await call('POST /emails', body, key);
        expect(await call('POST /emails', body, key)).to.deep.equal({ id });
        const read = await call(`GET /emails/${id}`);
        expect(read).to.deep.include({ object: 'email', id, subject: 'Grüße', tags: TAGS });
        const files = await call(`GET /emails/${id}/attachments`);
        expect(files.data[0]).to.include({ filename: 'a.txt', size: 2 });
        const list = await call('GET /emails?limit=1');
        expect(list)
          .to.include({ object: 'list', has_more: false })
          .and.have.nested.include({ 'data[0].id': id });
      });

      it('sends batches, strict and permissive', async () => {
        const strict = await call('POST /emails/batch', [email(), email({ text: 'Hello' })]);
        expect(strict.data).to.have.length(2);
        const validation = { 'x-batch-validation': 'permissive' };
        const { data, errors } = await call(
          'POST /emails/batch',
          [email({ to: ['x'] }), email()],
          validation,
        );
        expect([data.length, errors[0].index]).to.deep.equal([1, 0]);
      });

      it('schedules, reschedules and cancels', async () => {
        const later = { to: ['bo@customer.dev'], scheduled_at: 'in 1 hour' };
        const { id } = await call('POST /emails', email(later));
        expect(await call(`PATCH /emails/${id}`, { scheduled_at: 'in 2 hours' })).to.include({ id });
        expect(await call(`POST /emails/${id}/cancel`)).to.include({ object: 'email', id });
        expect((await call(`GET /emails/${id}`)).last_event).to.equal('canceled');
      });

      it('creates, gets, updates, lists and removes contacts, also below an audience and in segments', async () => {
        const segment = await call('POST /segments', { name: 'VIP' });
        const person = { email: 'bo@x.dev', first_name: 'Bo', unsubscribed: false };
        const { id } = await call('POST /contacts', person);
        const changed = await call('PATCH /contacts/bo@x.dev', { id: 'bo@x.dev', last_name: 'Berg' });
        expect(changed).to.include({ object: 'contact', id });
        expect(await call(`GET /contacts/${id}`)).to.include({ ...person, last_name: 'Berg' });
        await call(`POST /contacts/bo@x.dev/segments/${segment.id}`);
        expect((await call(`GET /segments/${segment.id}/contacts`)).data).to.have.length(1);
        const below = `/audiences/${segment.id}/contacts`;
        await call(`POST ${below}`, { audience_id: segment.id, email: 'cy@x.dev' });
        expect((await call(`GET ${below}`)).data).to.have.length(2);
        expect(await call(`DELETE /contacts/${id}`)).to.include({ deleted: true });
        expect(await call(`DELETE /segments/${segment.id}`)).to.include({ deleted: true });
      });

      it('verifies domains, publishes templates, and keeps automations, events, topics and webhooks', async () => {
        expect(await call(`POST /domains/${sender.domain.id}/verify`)).to.include({ object: 'domain' });
        const template = { name: 'welcome-email', from: email().from, subject: 'Hi', html: '<b>Hi</b>' };
        const { id } = await call('POST /templates', template);
        expect(await call(`POST /templates/${id}/publish`)).to.include({ object: 'template', id });
        const draft = await call('POST /automations', automationOf(id));
        await call(`PATCH /automations/${draft.id}`, { status: 'enabled' });
        expect(await call(`POST /automations/${draft.id}/stop`)).to.include({ status: 'disabled' });
        const event = await call('POST /events', { name: 'user.verified', schema: { plan: 'string' } });
        expect(event).to.include({ object: 'event' });
        const topic = await call('POST /topics', { name: 'News', default_subscription: 'opt_in' });
        const hook = await call('POST /webhooks', { endpoint: 'https://x.dev/h', events: ['email.sent'] });
        for (const path of [`automations/${draft.id}`, `topics/${topic.id}`, `webhooks/${hook.id}`])
          expect(await call(`DELETE /${path}`)).to.include({ deleted: true });
      });
    });
  }
});

/** The automation of the clients' examples. */
function automationOf(templateId: string) {
  return {
    name: 'Onboarding Flow',
    status: 'disabled',
    steps: [
      { key: 'trigger_1', type: 'trigger', config: { event_name: 'user.created' } },
      { key: 'delay_1', type: 'delay', config: { duration: '30 minutes' } },
      { key: 'wait_1', type: 'wait_for_event', config: { event_name: 'user.verified', timeout: '1 hour' } },
      { key: 'send_1', type: 'send_email', config: { template: { id: templateId } } },
    ],
    connections: [
      { from: 'trigger_1', to: 'delay_1' },
      { from: 'delay_1', to: 'wait_1' },
      { from: 'wait_1', to: 'send_1', type: 'event_received' },
      { from: 'wait_1', to: 'send_1', type: 'timeout' },
    ],
  };
}
