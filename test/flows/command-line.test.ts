// Flow test with real processes: the whole job by the command line alone, each command in a process of its own. A domain, an
// import whose columns make properties, a segment, a template and an automation; the mail that it sends, the person who
// unsubscribes by the link in it, and the timeline that says why the next mail was not sent.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import PostalMime from 'postal-mime';
import { encode, fieldsOf } from '../api/unsubscribes/person.ts';
import { expectJson, startPosthorn } from '../cli/support/cli.ts';
import { useApp } from '../support/api/app.ts';
import { createApiKey } from '../support/factories/factories.ts';
import { createDnsServer, type DnsServer } from '../support/net/dns-server.ts';
import { eventually } from '../support/time/eventually.ts';
import { type Product, prepareProduct } from './support/product.ts';
import { publishCsv } from './support/publish-csv.ts';

const MAIL_HOST = 'mail.posthorn.dev';
/** A proxy that ends TLS, as in production, is in front of the API; this test is the proxy. */
const PUBLIC_URL = `https://${MAIL_HOST}`;
const ANA = 'ana@customer.dev';
const BO = 'bo@customer.dev';
const CSV = `email,first_name,Plan,Favourite Colour\n${ANA},Ana,pro,green\n${BO},Bo,free,red\n`;
const VERIFIED_WITHIN_MS = 30_000;

/** An entry of a timeline, as far as the test reads it. */
interface Entry {
  type: string;
  reason: string | null;
  message: string | null;
  by: { type: string } | null;
  email: { subject: string; status: string } | null;
  event: { name: string } | null;
  run: { status: string; steps: { key: string; status: string }[] } | null;
  change: { unsubscribed: boolean } | null;
}

/** The entry as a line: what it is, by whom, why nothing was sent, and the details. */
function summaryOf({ type, reason, by, email, event, run, change }: Entry): string {
  const details =
    (email && ` ${email.status}: ${email.subject}`) ??
    (event && ` ${event.name}`) ??
    (run && `: ${run.steps.map(({ key, status }) => `${key} ${status}`).join(', ')}`) ??
    (change && `: unsubscribed ${change.unsubscribed}`) ??
    '';
  return `${type}${by ? ` by ${by.type}` : ''}${reason === null ? '' : ` ${reason}`}${details}`;
}

describe('The command line alone', () => {
  let dns: DnsServer;
  let product: Product;
  let env: Record<string, string>;
  let directory: string;
  after(async () => {
    await product.stop();
    await dns.close();
    await rm(directory, { recursive: true });
  });
  const app = useApp();
  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-command-line-'));
    dns = await createDnsServer();
    dns.set(MAIL_HOST, ['127.0.0.1']);
    const more = { DNS_SERVERS: dns.address, MAIL_HOSTNAME: MAIL_HOST, PUBLIC_URL };
    product = await prepareProduct({ databaseUrl: app.deps.config.databaseUrl, more });
    const { token } = await createApiKey(app.pool);
    env = { POSTHORN_API_KEY: token, POSTHORN_BASE_URL: product.url };
    await Promise.all([product.startApi(), product.startWorker('all')]);
  });

  const run = (...args: string[]) => startPosthorn(args, { env }).ended;
  const cli = async (...args: string[]) => expectJson(await run(...args));
  const send = (event: string, email: string) => cli('events', 'send', '--event', event, '--email', email);
  const timelineOf = async (address: string): Promise<Entry[]> =>
    (await cli('people', 'timeline', address, '--all')).data;
  const runsOf = (entries: readonly Entry[]) => entries.filter(({ type }) => type === 'automation_run');
  /** The timeline of a person, when as many runs have ended and their mail is delivered. */
  const timelineWhenEnded = (address: string, count: number) =>
    eventually(`${count} runs of ${address} have ended`, async () => {
      const entries = await timelineOf(address);
      const ended = runsOf(entries).filter((entry) => entry.run?.status === 'completed');
      const isSent = entries.every(({ email }) => !email || email.status === 'delivered');
      return ended.length === count && isSent && entries;
    });

  const addDomain = async () => {
    const { id } = await cli(
      'domains',
      'create',
      '--name',
      'acme.dev',
      '--default-from',
      'Ana <hello@acme.dev>',
    );
    publishCsv(dns, (await cli('domains', 'records-csv', id)).csv);
    await cli('domains', 'verify', id);
    const isVerified = async () => (await cli('domains', 'get', id)).status === 'verified';
    await eventually('the domain is verified', isVerified, VERIFIED_WITHIN_MS);
    expect(await cli('domains', 'update', id, '--default')).to.include({ default: true });
  };
  const importContacts = async () => {
    const file = path.join(directory, 'contacts.csv');
    await writeFile(file, CSV);
    const { stdout, stderr, code } = await run('contacts', 'import', '--file', file, '--wait');
    expect([code, JSON.parse(stdout).counts.created]).to.deep.equal([0, 2]);
    expect(stderr).to.match(
      /^Ignored columns: "Plan", "Favourite Colour"\. [^\n]* --create-properties [^\n]*\n$/,
    );
    const again = ['--on-conflict', 'update', '--create-properties', '--wait'];
    const { counts, columns } = await cli('contacts', 'import', '--file', file, ...again);
    expect(counts).to.include({ created: 0, updated: 2, failed: 0 });
    expect(columns).to.deep.equal({
      used: {
        email: 'email',
        first_name: 'first_name',
        Plan: 'properties.plan',
        'Favourite Colour': 'properties.favourite_colour',
      },
      ignored: [],
    });
  };
  const createSegment = async () => {
    const filter = { field: 'contact.properties.plan', operator: 'eq', value: 'pro' };
    const { id } = await cli('segments', 'create', '--name', 'Pro', '--filter', JSON.stringify(filter));
    const { data } = await cli('segments', 'contacts', id);
    expect(data.map(({ email }: { email: string }) => email)).to.deep.equal([ANA]);
  };
  /** Thanks a person with the plan pro who has paid. */
  const createAutomation = async () => {
    const html =
      '<p>Thank you, {{{FIRST_NAME}}}: {{{contact.properties.favourite_colour}}}.</p><a href="{{{UNSUBSCRIBE_URL}}}">Stop</a>';
    const texts = ['--name', 'Thanks', '--alias', 'thanks', '--subject', 'Thanks, {{{FIRST_NAME}}}'];
    const template = await cli('templates', 'create', ...texts, '--html', html);
    await cli('templates', 'publish', template.id);
    const steps = [
      { key: 'start', type: 'trigger', config: { event_name: 'trial.started' } },
      { key: 'paid', type: 'wait_for_event', config: { event_name: 'order.paid', timeout: '3 days' } },
      {
        key: 'is_pro',
        type: 'condition',
        config: { field: 'contact.properties.plan', operator: 'eq', value: 'pro' },
      },
      { key: 'thank', type: 'send_email', config: { template: { id: 'thanks' } } },
    ];
    const connections = [
      { from: 'start', to: 'paid' },
      { from: 'paid', to: 'is_pro', type: 'event_received' },
      { from: 'is_pro', to: 'thank', type: 'condition_met' },
    ];
    const lists = { '--steps': steps, '--connections': connections };
    const flags = Object.entries(lists).flatMap(([flag, list]) => [
      flag,
      ...list.map((each) => JSON.stringify(each)),
    ]);
    const { id, status } = await cli('automations', 'create', '--name', 'Thanks', ...flags);
    expect(status).to.equal('disabled');
    expect((await cli('automations', 'update', id, '--status', 'enabled')).status).to.equal('enabled');
  };
  /** A person starts a trial and pays. */
  const startAndPay = async (email: string) => {
    const started = await send('trial.started', email);
    expect(started).to.include({ runs_started: 1, contact_created: false, reason: null });
    await send('order.paid', email);
  };
  /** Opens the link of a mail in a browser, and presses the button. */
  const unsubscribe = async (html: string) => {
    const link = /href="([^"]*)"/.exec(html)?.[1] ?? expect.fail(html);
    expect(link.startsWith(`${PUBLIC_URL}/unsubscribe/`), link).to.equal(true);
    const url = link.replace(PUBLIC_URL, product.url);
    const asked = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      body: encode(fieldsOf(asked, 'Unsubscribe')),
    });
    expect(answer.status).to.equal(200);
    expect(await answer.text()).to.include('is now unsubscribed from all emails');
  };

  it('does the whole job, and says for each mail whether it was sent and why not', async () => {
    await addDomain();
    await importContacts();
    await createSegment();
    await createAutomation();
    await Promise.all([startAndPay(ANA), startAndPay(BO)]);
    const { to, raw } = await product.sink.waitForMessage(() => true);
    const { from, subject, html = '' } = await PostalMime.parse(raw);
    expect({ to, from: from?.address, subject }).to.deep.equal({
      to: [ANA],
      from: 'hello@acme.dev',
      subject: 'Thanks, Ana',
    });
    expect(html).to.include('Thank you, Ana: green.');
    const [ofBo] = runsOf(await timelineWhenEnded(BO, 1));
    expect(ofBo?.run?.steps.map(({ key }) => key)).to.deep.equal(['paid', 'is_pro']);

    await timelineWhenEnded(ANA, 1);
    await unsubscribe(html);
    await startAndPay(ANA);
    const entries = await timelineWhenEnded(ANA, 2);
    expect(entries.map(summaryOf)).to.deep.equal([
      'event order.paid',
      'automation_run unsubscribed: paid completed, is_pro completed, thank skipped',
      'event trial.started',
      'preferences.changed by person: unsubscribed true',
      'email delivered: Thanks, Ana',
      'event order.paid',
      'automation_run: paid completed, is_pro completed, thank completed',
      'event trial.started',
      'contact.imported by import',
    ]);
    expect(entries[1]?.message).to.equal('The address has unsubscribed from everything.');
    expect(product.sink.count()).to.equal(1);
  });
});
