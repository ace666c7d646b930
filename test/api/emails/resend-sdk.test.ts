// The unchanged Node SDK of Resend against this API (docs/reference/emails.md#the-sdk-of-resend).
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { Resend } from 'resend';
import { createApp } from '../../../api/app.ts';
import { useApp } from '../../support/app.ts';
import { createSender, type Sender } from './sender.ts';

describe('Works with the unchanged Node SDK of Resend when its base URL points to this service.', () => {
  let server: Server;
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const app = useApp();
  let sender: Sender;
  let baseUrl: string;
  let resend: Resend;
  before(async () => {
    server = createServer(createApp(app.deps));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    sender = await createSender(app);
    resend = new Resend(sender.token, { baseUrl });
  });
  const email = () => ({
    from: `Ana <ana@${sender.domain.name}>`,
    to: ['bo@customer.dev'],
    subject: 'Hello',
    html: '<p>Hello</p>',
    replyTo: 'help@acme.dev',
    tags: [{ name: 'kind', value: 'welcome' }],
  });

  it('sends', async () => {
    const { data, error } = await resend.emails.send(email());
    expect(error).to.equal(null);
    expect(data?.id).to.match(/^[0-9a-f-]{36}$/);
  });

  it('sends once under an idempotency key', async () => {
    const first = await resend.emails.send(email(), { idempotencyKey: 'order-1' });
    const again = await resend.emails.send(email(), { idempotencyKey: 'order-1' });
    expect(again.data).to.deep.equal(first.data);
  });

  it('sends batches, strict and permissive', async () => {
    const strict = await resend.batch.send([email(), email()]);
    expect(strict.error).to.equal(null);
    expect(strict.data?.data).to.have.length(2);
    const mixed = [email(), { ...email(), to: ['bo@'] }];
    const permissive = await resend.batch.send(mixed, { batchValidation: 'permissive' });
    expect(permissive.data?.data).to.have.length(1);
    expect(permissive.data?.errors).to.have.length(1);
    expect((await resend.batch.send(mixed)).error?.name).to.equal('invalid_to_address');
  });

  it('lists and reads', async () => {
    const { data } = await resend.emails.send(email());
    const list = await resend.emails.list({ limit: 1 });
    expect(list.data?.data[0]?.id).to.equal(data?.id);
    expect(list.data?.has_more).to.equal(true);
    const read = await resend.emails.get(data?.id ?? '');
    expect(read.data).to.include({ object: 'email', id: data?.id, subject: 'Hello' });
  });

  it('reports errors, and works with a trailing slash and with the /api prefix in its base URL', async () => {
    const refused = await resend.emails.send({ ...email(), from: 'ana' });
    expect(refused.error).to.include({ name: 'invalid_from_address', statusCode: 422 });
    for (const address of [`${baseUrl}/`, `${baseUrl}/api`]) {
      const { data } = await new Resend(sender.token, { baseUrl: address }).domains.list();
      expect(data?.data[0]?.name).to.equal(sender.domain.name);
    }
  });
});
