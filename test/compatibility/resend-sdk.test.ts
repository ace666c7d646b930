// The Node SDK of Resend in three versions, unchanged, against this API (docs/reference/clients.md#resends-node-sdk):
// what their users do with email. test/compatibility/resend-sdk-newest.test.ts has what only the newest version can do.
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { Attachment, CreateEmailOptions, Resend } from 'resend';
import { createApiKey } from '../support/factories/factories.ts';
import { startHttpServer } from '../support/net/http-server.ts';
import { eventually } from '../support/time/eventually.ts';
import { createResend, RESEND_VERSIONS } from './support/resend-versions.ts';
import { useService } from './support/use-service.ts';

const UNKNOWN_ID = '01936d3e-5b7a-7c3d-9f21-0123456789ab';

describe('Works with the unchanged Node SDK of Resend when its base URL points to this service.', () => {
  const service = useService();

  for (const sdk of RESEND_VERSIONS) {
    describe(sdk.version, () => {
      let resend: Resend;
      before(async () => {
        resend = await createResend(sdk, service.sender.token, service.app.url);
      });
      const email = (changes: Partial<CreateEmailOptions> = {}) =>
        ({
          from: `Ana <ana@${service.sender.domain.name}>`,
          to: 'bo@customer.dev',
          subject: 'Hello',
          html: '<p>Hello</p>',
          ...changes,
        }) as CreateEmailOptions;
      const send = async (changes?: Partial<CreateEmailOptions>) => {
        const { data, error } = await resend.emails.send(email(changes));
        expect(error).to.equal(null);
        return data?.id ?? expect.fail('There is no id.');
      };
      const read = async (id: string) =>
        (await resend.emails.get(id)).data ?? expect.fail('There is no email.');

      it('sends every field of an email', async () => {
        const id = await send({
          to: ['Bo <bo@customer.dev>'],
          cc: ['cy@customer.dev'],
          bcc: 'di@customer.dev',
          replyTo: 'help@acme.dev',
          subject: 'Grüße 🎉',
          text: 'Hello in text',
          tags: [{ name: 'kind', value: 'welcome' }],
          headers: { 'X-Order': '17' },
        });
        expect(await read(id)).to.deep.include({
          object: 'email',
          id,
          from: `Ana <ana@${service.sender.domain.name}>`,
          to: ['Bo <bo@customer.dev>'],
          cc: ['cy@customer.dev'],
          bcc: ['di@customer.dev'],
          reply_to: ['help@acme.dev'],
          subject: 'Grüße 🎉',
          html: '<p>Hello</p>',
          text: 'Hello in text',
          tags: [{ name: 'kind', value: 'welcome' }],
          scheduled_at: null,
        });
        const mail = await service.whenDelivered(id);
        expect(mail.subject).to.equal('Grüße 🎉');
        expect(mail.replyTo?.text).to.equal('help@acme.dev');
        expect(mail.headers.get('x-order')).to.equal('17');
        expect(mail.text?.trim()).to.equal('Hello in text');
      });

      it('sends once under an idempotency key', async () => {
        const options = { idempotencyKey: `order-17/${sdk.version}` };
        const first = await resend.emails.send(email(), options);
        expect(first.error).to.equal(null);
        expect((await resend.emails.send(email(), options)).data).to.deep.equal(first.data);
        const { data, error } = await resend.emails.send(email({ subject: 'Another' }), options);
        expect(data).to.equal(null);
        expect(error).to.include({ name: 'invalid_idempotent_request', statusCode: 409 });
      });

      it('sends batches, and no email of a batch with a fault', async () => {
        const { data, error } = await resend.batch.send([email(), email({ to: ['cy@customer.dev'] })]);
        expect(error).to.equal(null);
        const [, second] = data?.data ?? [];
        expect(data?.data).to.have.length(2);
        expect((await read(second?.id ?? '')).to).to.deep.equal(['cy@customer.dev']);
        const refused = await resend.batch.send([email(), email({ to: 'bo@' })]);
        expect(refused.data).to.equal(null);
        expect(refused.error).to.include({ name: 'invalid_to_address', statusCode: 422, index: 1 });
      });

      if (sdk.permissive) {
        it('sends the good emails of a permissive batch', async () => {
          const batch = [email({ to: 'bo@' }), email()];
          const { data } = await resend.batch.send(batch, { batchValidation: 'permissive' });
          expect(data?.data).to.have.length(1);
          expect(data?.errors.map(({ index }) => index)).to.deep.equal([0]);
        });
      }

      it('schedules, reschedules and cancels', async () => {
        const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
        const id = await send({ scheduledAt: 'in 2 hours' });
        expect(await read(id)).to.include({ last_event: 'scheduled' });
        const updated = await resend.emails.update({ id, scheduledAt: tomorrow });
        expect(updated.data).to.include({ object: 'email', id });
        expect(await read(id)).to.include({ scheduled_at: tomorrow });
        expect((await resend.emails.cancel(id)).data).to.include({ object: 'email', id });
        expect(await read(id)).to.include({ last_event: 'canceled' });
      });

      it('sends to the test addresses of Resend', async () => {
        for (const outcome of ['delivered', 'bounced', 'complained'] as const) {
          const id = await send({ to: `${outcome}@resend.dev` });
          await eventually(`it is ${outcome}`, async () => (await read(id)).last_event === outcome);
        }
      });

      it('lists domains', async () => {
        const { data } = await resend.domains.list();
        expect(data?.data.map(({ name, status }) => [name, status])).to.deep.equal([
          [service.sender.domain.name, 'verified'],
        ]);
      });

      if (sdk.lists) {
        it('lists emails page by page', async () => {
          const ids = [await send(), await send()];
          const newest = await resend.emails.list({ limit: 1 });
          expect(newest.data).to.deep.include({ object: 'list', has_more: true });
          expect(newest.data?.data[0]?.id).to.equal(ids[1]);
          const next = await resend.emails.list({ limit: 1, after: ids[1] ?? '' });
          expect(next.data?.data[0]?.id).to.equal(ids[0]);
        });
      }

      it('reports a refusal as an error with our name and message', async () => {
        const refused = await resend.emails.send(email({ from: 'ana' }));
        expect(refused.data).to.equal(null);
        expect(refused.error).to.include({ name: 'invalid_from_address', statusCode: 422 });
        expect(refused.error?.message).to.include('`from`');
        const unknown = await resend.emails.get(UNKNOWN_ID);
        expect(unknown.error).to.include({ name: 'not_found', statusCode: 404 });
        const stranger = await createResend(sdk, 'ph_wrong', service.app.url);
        expect((await stranger.domains.list()).error).to.include({
          name: 'invalid_api_key',
          statusCode: 403,
        });
        const { token } = await createApiKey(service.app.pool, { permission: 'sending_access' });
        const restricted = await createResend(sdk, token, service.app.url);
        const { error } = await restricted.domains.list();
        expect(error).to.include({ name: 'restricted_api_key', statusCode: 401 });
      });

      it('works with a trailing slash and with the /api prefix in its base URL', async () => {
        for (const end of ['/', '/api']) {
          const client = await createResend(sdk, service.sender.token, service.app.url + end);
          expect((await client.domains.list()).data?.data[0]?.name).to.equal(service.sender.domain.name);
        }
      });

      describe('attaches', () => {
        const content = randomBytes(2_000);
        const deliver = async (attachments: Attachment[]) => {
          const mail = await service.whenDelivered(await send({ attachments }));
          return mail.attachments.map((file) => ({ name: file.filename, bytes: file.content }));
        };

        it('a file in base64', async () => {
          const [{ name, bytes } = expect.fail()] = await deliver([
            { filename: 'Rechnung März.pdf', content: content.toString('base64') },
          ]);
          expect(name).to.equal('Rechnung März.pdf');
          expect(bytes).to.deep.equal(content);
        });

        it('a file as a Buffer', async () => {
          const [{ name, bytes } = expect.fail()] = await deliver([{ filename: 'order.pdf', content }]);
          expect(name).to.equal('order.pdf');
          expect(bytes).to.deep.equal(content);
        });

        it('a file by its URL', async () => {
          const server = await startHttpServer((_, response) => response.end(content));
          const [{ bytes } = expect.fail()] = await deliver([
            { filename: 'order.pdf', path: `${server.url}/order.pdf` },
          ]);
          await server.close();
          expect(bytes).to.deep.equal(content);
        });

        it('an image that the html shows', async () => {
          // The versions differ in the name of this field.
          const ids = { contentId: 'logo', inlineContentId: 'logo' };
          const id = await send({
            html: '<img src="cid:logo">',
            attachments: [{ filename: 'logo.png', content: content.toString('base64'), ...ids }],
          });
          const [file] = (await service.whenDelivered(id)).attachments;
          expect(file).to.include({ cid: 'logo', contentDisposition: 'inline', contentType: 'image/png' });
        });
      });
    });
  }
});
