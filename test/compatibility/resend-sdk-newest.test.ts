// The Node SDK of Resend in its newest version, unchanged: what older versions cannot do
// (docs/reference/clients.md#resends-node-sdk).
import { expect } from 'chai';
import { Resend } from 'resend';
import { eventually } from '../support/time/eventually.ts';
import { useService } from './support/use-service.ts';

describe('The newest SDK of Resend reads attachments, metrics, logs and API keys, and shares emails.', () => {
  const service = useService();
  let resend: Resend;
  let id: string;
  before(async () => {
    resend = new Resend(service.sender.token, { baseUrl: service.app.url });
    const { data } = await resend.emails.send({
      from: `ana@${service.sender.domain.name}`,
      to: 'bo@customer.dev',
      subject: 'Hello',
      text: 'Hello',
      attachments: [{ filename: 'order.pdf', content: new Uint8Array([1, 2, 3]).buffer }],
    });
    id = data?.id ?? expect.fail('There is no id.');
    await service.whenDelivered(id);
  });

  it('attachments, with a link that downloads the file', async () => {
    const list = await resend.emails.attachments.list({ emailId: id });
    const [file] = list.data?.data ?? [];
    expect(list.data).to.include({ object: 'list', has_more: false });
    expect(file).to.include({ filename: 'order.pdf', size: 3, content_type: 'application/pdf' });
    const got = await resend.emails.attachments.get({ emailId: id, id: file?.id ?? '' });
    expect(got.data).to.include({ object: 'attachment', id: file?.id });
    const { pathname, search } = new URL(got.data?.download_url ?? '');
    const download = await fetch(service.app.url + pathname + search);
    expect([...new Uint8Array(await download.arrayBuffer())]).to.deep.equal([1, 2, 3]);
  });

  it('metrics', async () => {
    // The worker counts the email after the mail server has taken it, and its clock continues.
    const counted = await eventually('the email is counted', async () => {
      service.app.clock.set(new Date());
      const { data } = await resend.emails.metrics({
        metrics: ['sent', 'delivered'],
        dimensions: ['period'],
      });
      return data?.totals.sent === 1 && data;
    });
    expect(counted).to.include({ object: 'metrics', granularity: 'daily' });
  });

  it('logs', async () => {
    const logs = await resend.logs.list({ limit: 100 });
    const sent = logs.data?.data.find(({ method, endpoint }) => method === 'POST' && endpoint === '/emails');
    expect(sent).to.include({ response_status: 200, user_agent: 'resend-node:6.38.0' });
    const { data } = await resend.logs.get(sent?.id ?? '');
    expect(data).to.have.nested.include({ object: 'log', 'response_body.id': id });
  });

  it('API keys, which only people can create', async () => {
    const { data } = await resend.apiKeys.list();
    expect(data?.data.map(({ name }) => name)).to.deep.equal(['Factory key']);
    const created = await resend.apiKeys.create({ name: 'Another' });
    expect(created.error).to.include({ name: 'dashboard_only', statusCode: 403 });
  });

  it('a share', async () => {
    const { data } = await resend.emails.share(id, { expiresIn: '1 hour' });
    expect(data).to.include({ object: 'email', id });
    const { pathname, search } = new URL(data?.url ?? '');
    expect(await (await fetch(service.app.url + pathname + search)).text()).to.include('Hello');
  });
});
