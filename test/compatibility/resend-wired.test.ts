// Programs of others that people wire to Resend and that take a base URL (docs/reference/clients.md#programs-wired-to-resend),
// unchanged and as processes of their own, next to a newer Node than ours (`npm run install:nodes`).
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect } from 'chai';
import { createSender, type Sender } from '../api/emails/sender.ts';
import { fileOfGuest, findGuestNode, type Guest } from '../runner/other-nodes.ts';
import { useApp } from '../support/api/app.ts';

const run = promisify(execFile);

/** Sends an email by the transport of nodemailer. The fields of the email are its first argument. */
const SEND_BY_TRANSPORT = `
  const { createTransport } = require('nodemailer');
  const { ResendTransport } = require('@documenso/nodemailer-resend');
  const transport = createTransport(ResendTransport.makeTransport({ apiKey: process.env.RESEND_API_KEY }));
  transport.sendMail(JSON.parse(process.argv[1])).then((sent) => console.log(JSON.stringify(sent)));
`;

describe('Works with programs that are wired to Resend when RESEND_BASE_URL points to this service.', () => {
  const app = useApp({ config: { simulatorDomains: ['simulator.test', 'resend.dev'] } });
  const node = findGuestNode(process.env);
  const guest = (name: Guest, file: string) => (node ? fileOfGuest(node, name, file) : '');
  const command = node?.program ?? '';
  let sender: Sender;
  before(async function () {
    if (!existsSync(guest('resend-mcp', 'package.json'))) this.skip();
    sender = await createSender(app);
  });
  const environment = () => ({ RESEND_API_KEY: sender.token, RESEND_BASE_URL: app.url });
  const newest = async () => {
    const [{ id }] = (await sender.read('/emails?limit=1')).data;
    return await sender.read(`/emails/${id}`);
  };

  it('@documenso/nodemailer-resend', async () => {
    const from = `Ana <ana@${sender.domain.name}>`;
    const email = {
      from,
      to: 'Bo <bo@customer.dev>',
      cc: 'cy@customer.dev',
      subject: 'Hi',
      html: '<p>Hi</p>',
    };
    const file = { filename: 'a.txt', content: 'Hello' };
    const args = ['--eval', SEND_BY_TRANSPORT, JSON.stringify({ ...email, attachments: [file] })];
    await run(command, args, { env: environment(), cwd: node?.prefix });
    expect(await newest()).to.deep.include({
      from,
      cc: ['cy@customer.dev'],
      subject: 'Hi',
      html: '<p>Hi</p>',
    });
  });

  it('resend-mcp', async () => {
    const args = [guest('resend-mcp', 'dist/index.js')];
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StdioClientTransport({ command, args, env: environment() }));
    try {
      const call = async (name: string, given: Record<string, unknown> = {}) => {
        const { content, isError } = await client.callTool({ name, arguments: given });
        const text = JSON.stringify(content);
        expect(isError ?? false, `${name}: ${text}`).to.equal(false);
        return text;
      };
      const from = `ana@${sender.domain.name}`;
      await call('send-email', { from, to: ['bo@customer.dev'], subject: 'By a model', text: 'Hello' });
      const { id, subject } = await newest();
      expect(subject).to.equal('By a model');
      expect(await call('get-email', { id })).to.include('By a model');
      expect(await call('list-domains')).to.include(sender.domain.name);
      await call('create-contact', { email: 'di@customer.dev', firstName: 'Di' });
      expect(await call('list-contacts')).to.include('di@customer.dev');
      await call('create-segment', { name: 'VIP' });
      expect(await call('list-segments')).to.include('VIP');
    } finally {
      await client.close();
    }
  });
});
