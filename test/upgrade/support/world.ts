// An installation of the release before, with an account that uses everything: its own Postgres, DNS, SMTP server and webhook
// endpoint, the processes of both releases, and what the load and the judge need of them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { openBrowser } from '../../flows/support/browser.ts';
import { startThrowawayCluster } from '../../runner/throwaway-cluster.ts';
import { createEmptyDatabase, dropDatabase } from '../../support/database/database.ts';
import { TEST_SECRET_KEY } from '../../support/factories/dkim-key.ts';
import { PASSWORD } from '../../support/factories/people-factories.ts';
import { createDnsServer } from '../../support/net/dns-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/net/webhooks-receiver.ts';
import { startSmtpSink } from '../../support/smtp-sink/smtp-sink.ts';
import { ALL_WORKERS, type Fleet, openFleet } from './fleet.ts';

/** Longer than any statement of ours may wait for another. */
const WAIT = '1s';
/** The same for all processes. */
const FIXED = {
  NODE_ENV: 'test',
  SECRET_KEY: TEST_SECRET_KEY,
  MAIL_HOSTNAME: 'mail.posthorn.test',
  PUBLIC_URL: 'https://mail.posthorn.test',
  RATE_LIMIT_PER_MINUTE: '0',
  INBOUND_MESSAGES_PER_MINUTE: '0',
};
/** The domain of the account. */
export const DOMAIN = 'acme.dev';

/** An upgrade that can begin. */
export type World = Awaited<ReturnType<typeof prepareWorld>>;

/** What differs between the short and the long form. */
export interface WorldOptions {
  /** If absent, the queues are in Postgres. */
  redisUrl?: string | undefined;
  /** The groups of workers; else each has its own. */
  inOneProcess: boolean;
  /** A Postgres of its own, whose log says which statement has waited for another. */
  logsWaits: boolean;
}

/** Prepares it with all processes of the release before; the caller stops it. */
export async function prepareWorld({ redisUrl = '', inOneProcess, logsWaits }: WorldOptions) {
  const closing: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const server = logsWaits ? await startLoggingServer() : undefined;
    if (server) closing.push(server.stop);
    const databaseUrl = await createEmptyDatabase(server?.url);
    if (!server) closing.push(() => dropDatabase(databaseUrl));
    const dns = await createDnsServer();
    const endpoint = await startWebhookReceiver();
    const startRelay = () => startSmtpSink({ keepRaw: false, keepHeader: 'Subject' });
    const relays = [await startRelay(), await startRelay()] as const;
    closing.push(dns.close, endpoint.close, ...relays.map((relay) => relay.stop));
    const fleet = await openFleet({
      ...FIXED,
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      SMTP_URL: relays[0].url,
      DNS_SERVERS: dns.address,
    });
    const database = new pg.Pool({ connectionString: databaseUrl, max: 4 });
    database.on('error', () => undefined);
    closing.push(() => database.end(), fleet.stopAll);
    const types = inOneProcess
      ? [...fleet.types.filter((type) => !type.startsWith('worker-')), ALL_WORKERS]
      : fleet.types;
    await fleet.release('previous');
    await Promise.all(types.map((type) => fleet.start(type, 'previous')));
    const account = await openAccount(fleet, endpoint.url);
    const announced = listen(endpoint, account.secret);
    return {
      fleet,
      types,
      database,
      relays,
      ...announced,
      ...account,
      waits: server?.waits ?? (() => []),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startLoggingServer() {
  let logFile = '';
  const { url, stop } = await startThrowawayCluster({
    settings: { log_lock_waits: 'on', deadlock_timeout: WAIT, shared_buffers: '512MB' },
    fill(directory) {
      logFile = path.join(directory, 'postgres.log');
      return Promise.resolve();
    },
  });
  /** Statements that have waited longer than `WAIT`. */
  const waits = () =>
    readFileSync(logFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes('still waiting for'));
  return { url, stop, waits };
}

/** Verifies what comes as it arrives, because a signature is valid for five minutes only. */
function listen(endpoint: WebhookReceiver, secret: string) {
  /** Ids of messages, and of delivered mails what they say. */
  const heard: string[] = [];
  const unsigned: string[] = [];
  const verifier = new Webhook(secret);
  endpoint.answer = (response, { headers, body }) => {
    const id = String(headers['webhook-id']);
    try {
      const { type, data } = verifier.verify(body, headers as Record<string, string>) as Announcement;
      heard.push(id, ...(type === 'email.delivered' ? [`${data.subject} to ${data.to}`] : []));
    } catch {
      unsigned.push(id);
    }
    response.writeHead(200).end();
  };
  return { heard, unsigned };
}

interface Announcement {
  type: string;
  data: { subject?: string; to?: readonly string[] };
}

/** An account with a domain that sends and receives, a webhook, an automation, and a person who is signed in. */
async function openAccount(fleet: Fleet, endpointUrl: string) {
  const ops = async (line: string) =>
    JSON.parse(await fleet.run(`node dist/ops/main.js ${line}`, 'previous'));
  const owner = 'ana@acme.dev';
  const made = await ops(`create-account --name Acme --owner ${owner} --domain ${DOMAIN} --plan unlimited`);
  await ops(`grant-production-access ${made.id}`);
  const url = fleet.urlOf('previous');
  const post = async (route: string, body: object, method = 'POST') => {
    const headers = { authorization: `Bearer ${made.api_key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}${route}`, { method, headers, body: JSON.stringify(body) });
    const read = (await answer.json()) as Record<string, string>;
    expect(answer.status, JSON.stringify(read)).to.be.below(300);
    return read;
  };
  const list = await fetch(`${url}/domains`, { headers: { authorization: `Bearer ${made.api_key}` } });
  const [domain] = ((await list.json()) as { data: { id: string }[] }).data;
  await post(`/domains/${domain?.id}`, { capabilities: { receiving: 'enabled' } }, 'PATCH');
  const webhook = await post('/webhooks', { endpoint_url: endpointUrl, events: ['email.*', 'contact.*'] });
  const from = `news@${DOMAIN}`;
  const template = { name: 'Welcome', alias: 'welcome', from, subject: 'automation', html: '<p>Hi</p>' };
  await post('/templates', template);
  await post('/templates/welcome/publish', {});
  await post('/automations', {
    name: 'Welcome',
    domain: DOMAIN,
    status: 'enabled',
    steps: [
      { key: 'start', type: 'trigger', config: { event_name: 'started' } },
      { key: 'pause', type: 'delay', config: { duration: '1 second' } },
      { key: 'mail', type: 'send_email', config: { template: { id: 'welcome' } } },
    ],
  });
  const browser = openBrowser(url);
  const token = new URL(made.invitation_url).searchParams.get('token');
  const accepted = await browser.ask('POST', '/auth/accept', { token, name: 'Ana', password: PASSWORD });
  expect(accepted.status, JSON.stringify(accepted.body)).to.equal(200);
  return {
    apiKey: made.api_key as string,
    secret: webhook['signing_secret'] ?? '',
    session: [browser.cookies, accepted.body.csrf_token] as const,
    invited: owner,
  };
}
