// Flow test of fairness between accounts, with real processes. A noisy account does everything at once, allowed or not
// (bench/noise), while strangers take the slots of the server for mail, send useless reports, and two accounts answer each
// other. A quiet account sends, receives, reads, signs in and has a webhook: each of its requests is answered within five
// seconds (a sign-in within fifteen; longer on a machine that is slow alone), nothing is lost, and the memory of every
// process stays bounded. `npm run bench -- --scenarios=noisy-neighbour` measures how much longer an answer takes than alone.
// TEST_FIGURES=true prints the figures of this run. It loads the whole machine, so it runs alone, in `npm run test:long`.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { Pool } from 'undici';
import type { NoiseQuestion, NoiseReport } from '../../bench/noise/noise-main.ts';
import { createSender, type Sender } from '../api/emails/sender.ts';
import { OPS_TOKEN, USER_AGENT, useApp } from '../support/api/app.ts';
import { createAutomation } from '../support/factories/automation-factories.ts';
import { createWebhook } from '../support/factories/factories.ts';
import { createMember, PASSWORD } from '../support/factories/people-factories.ts';
import { createTemplate } from '../support/factories/template-factories.ts';
import { createDnsServer, type DnsServer } from '../support/net/dns-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/net/webhooks-receiver.ts';
import type { SmtpSink } from '../support/smtp-sink/smtp-sink.ts';
import { eventually } from '../support/time/eventually.ts';
import { deliverMail } from './support/deliver-mail.ts';
import { isOfLoop, prepareMailNoise } from './support/mail-noise.ts';
import { memoryOf } from './support/process-memory.ts';
import { type Product, prepareProduct } from './support/product.ts';
import { publishSender } from './support/publish-sender.ts';
import type { Supervised } from './support/supervised.ts';

const SECONDS = Number(process.env['TEST_NOISE_SECONDS'] ?? 15);
/** The limits are of a machine on which a sign-in takes so long without noise; a slower one has as much more time. */
const SIGN_IN_ALONE_MS = 500;
const ANSWER_MAX_MS = 5_000;
/** Passwords are hashed with the lowest priority, and the noise leaves no core idle. */
const SIGN_IN_MAX_MS = 15_000;
/** From sending a mail until its webhook reports the delivery, the middle one: a large mail may wait for a slot (heavy-mail.ts). */
const REPORTED_MIDDLE_MAX_MS = 15_000;
/** Memory limit of each process: resources that accounts share are bounded (docs/architecture/fairness.md). */
const MEMORY_MAX_BYTES = 1_300 * 1024 * 1024;
/**
 * Connections of the quiet account, opened before the noise, as those of a proxy are: Node accepts one new connection in
 * a turn of its event loop, so a thousand opened at once hold up the next one (docs/architecture/fairness.md).
 */
const CONNECTIONS = 20;
const LARGE_HTML = `<p>${'x'.repeat(300 * 1024)}</p>`;
const RECEIVED = 'From: Bo <bo@customer.dev>\r\nSubject: Hello\r\n\r\nHello';
const SHOWN_MAX = 300;
/** Reports from which nothing followed: 20 of a recipient, and those that were arriving when the twentieth was stored. */
const USELESS_KEPT = 28;
/** What a browser sends with the form of a page of the same server. */
const FROM_A_PAGE = { authorization: '', 'sec-fetch-site': 'same-origin' };
/** Statuses that the noise must not get: faults of the service. A 503 asks to come back and is not a fault. */
const FAULT = /^5(?!03)/;

/** The quiet account, with the address of its member. */
interface Quiet extends Sender {
  email: string;
}

describe('A quiet account next to one that does everything at once', function () {
  this.timeout(400_000);
  let product: Product;
  let receiver: WebhookReceiver;
  let processes: Record<string, Supervised> = {};
  let noise: ChildProcess;
  let connections: Pool;
  /** A name server that never answers, but about those who write to each other and to the quiet account. */
  let dns: DnsServer;
  after(async () => {
    noise.kill();
    await once(noise, 'exit');
    await connections.destroy();
    await product.stop();
    await receiver.close();
    await dns.close();
  });
  const app = useApp();

  before(async () => {
    receiver = await startWebhookReceiver();
    const { databaseUrl } = app.deps.config;
    const kept = { keepRaw: isOfLoop, keepHeader: 'Subject' };
    dns = await createDnsServer();
    dns.fail('silence');
    publishSender(dns, 'customer.dev');
    dns.heal('in-addr.arpa');
    const more = { OPS_TOKEN, DNS_SERVERS: dns.address, TRUST_PROXY: '127.0.0.1' };
    product = await prepareProduct({ databaseUrl, logLevel: 'error', more, sink: kept });
    const [web, send, webhook, automation, schedule, inbound] = await Promise.all([
      product.startApi(),
      product.startWorker('send'),
      product.startWorker('webhook'),
      product.startWorker(['automation', 'audience']),
      product.startWorker(['schedule', 'inbound']),
      product.startInbound(),
    ]);
    processes = { web, send, webhook, automation, schedule, inbound };
    connections = new Pool(product.url, { connections: CONNECTIONS });
    const opened = Array.from({ length: CONNECTIONS }, () =>
      connections.request({ path: '/healthz', method: 'GET' }),
    );
    for (const { body } of await Promise.all(opened)) await body.dump();
    noise = fork('bench/noise/noise-main.ts', { execArgv: ['--import', 'tsx/esm'] });
    await once(noise, 'message');
  });

  it('is answered within seconds and loses nothing, and the memory of every process stays bounded', async () => {
    const noisy = await createSender(app);
    const quiet = await createQuiet();
    const question = {
      url: product.url,
      token: noisy.token,
      from: `ana@${noisy.domain.name}`,
      workOfDomain: noisy.domain.id,
      mailPort: product.inboundPort,
    };
    // A process that has just started is slower.
    const first = await workFor(1, quiet);
    const alone = await workFor(1, quiet);
    const before = [...first.subjects, ...alone.subjects];
    await eventually('its webhook gets the first', () => notifiedSubjects(receiver).size === before.length);
    await noisy.sent({ to: 'reporter@customer.dev' });
    const { from: returnPath } = await product.sink.waitForMessage(
      ({ to }) => to[0] === 'reporter@customer.dev',
    );
    const mailNoise = await prepareMailNoise(app, product, dns);
    await askNoise({ type: 'begin', ...question });
    const endMailNoise = mailNoise.begin(returnPath);
    const watch = watchMemory(processes);
    const during = await workFor(SECONDS, quiet);
    const report = await askNoise({ type: 'report', ...question });
    await endMailNoise();
    const subjects = [...before, ...during.subjects];
    await eventually(
      'every mail of the quiet account has arrived',
      () =>
        arrived(product.sink, subjects).length > 0 &&
        subjects.every((subject) => arrived(product.sink, [subject]).length > 0),
      60_000,
    );
    await eventually(
      'its webhook gets each',
      () => notifiedSubjects(receiver).size === subjects.length,
      60_000,
    );
    const received = first.received + alone.received + during.received;
    await eventually('its received mail is read', async () => (await readOf(quiet)) === received, 60_000);
    const memory = watch.stop();
    const lagsMs = receiver.requests.map(({ body, at }) => at - (during.sentAt.get(subjectOf(body)) ?? at));
    const { slowestMs } = during;
    const reportedAfterMs = { middle: middleOf(lagsMs), longest: Math.max(...lagsMs) };
    const byMail = mailNoise.report;
    const figures = { slowestMs, reportedAfterMs, memory, report, byMail, alone: alone.slowestMs };
    if (process.env['TEST_FIGURES']) console.log(figures);
    const slowness = Math.max(1, (alone.slowestMs['/auth/login'] ?? expect.fail()) / SIGN_IN_ALONE_MS);
    for (const [path, ms] of Object.entries(slowestMs))
      expect(ms / slowness, path).to.be.below(path === '/auth/login' ? SIGN_IN_MAX_MS : ANSWER_MAX_MS);
    expect(reportedAfterMs.middle / slowness).to.be.below(REPORTED_MIDDLE_MAX_MS);
    expect(arrived(product.sink, subjects)).to.have.length(subjects.length);
    expect(Object.values(processes).map((each) => each.deaths())).to.deep.equal([0, 0, 0, 0, 0, 0]);
    for (const [name, bytes] of Object.entries(memory)) expect(bytes, name).to.be.below(MEMORY_MAX_BYTES);
    const faults = Object.keys(report).filter((status) => FAULT.test(status));
    expect(faults, JSON.stringify(report)).to.deep.equal([]);
    expect(report['200'], 'the noise got through').to.be.above(10);
    const { reports, questions, answers } = mailNoise.report;
    expect(reports['250'], 'reports were taken').to.be.above(USELESS_KEPT);
    expect(await mailNoise.readStored()).to.be.at.most(USELESS_KEPT);
    expect(answers, 'the loop began').to.be.above(0);
    expect(answers, 'no answer was answered').to.be.at.most(questions);
  });

  async function askNoise(question: NoiseQuestion): Promise<NoiseReport> {
    noise.send(question);
    const [report] = await once(noise, 'message');
    return report;
  }

  /** Emails that an account has received and that were read. */
  async function readOf({ accountId }: Sender): Promise<number> {
    const { rows } = await app.pool.query(
      'SELECT count(*)::integer AS count FROM received_emails WHERE account_id = $1 AND parsed_at IS NOT NULL',
      [accountId],
    );
    return rows[0]?.count;
  }

  /** An account with a webhook, a member and an automation that answers an event with a mail. */
  async function createQuiet(): Promise<Quiet> {
    const sender = await createSender(app);
    const { accountId, domain } = sender;
    const events = ['email.delivered'];
    await createWebhook(app.pool, accountId, { endpointUrl: receiver.url, events });
    const template = await createTemplate(app.pool, accountId, {
      from: `ana@${domain.name}`,
      subject: '{{{NAME}}}',
    });
    const variables = { NAME: { var: 'event.subject' } };
    await createAutomation(app.pool, accountId, {
      domainId: domain.id,
      trigger: 'order.paid',
      steps: [{ key: 'mail', type: 'send_email', config: { template: { id: template.id, variables } } }],
    });
    await app.pool.query('UPDATE domains SET receiving_enabled = true WHERE id = $1', [domain.id]);
    const { email } = await createMember(app.pool, { accountId });
    return { ...sender, email };
  }

  /** Sends a small mail, one of 300 KB and an event, reads lists and a page, and signs in, each second. */
  async function workFor(seconds: number, sender: Quiet) {
    const subjects: string[] = [];
    const sentAt = new Map<string, number>();
    const group = Math.round(performance.now());
    const slowestMs: Record<string, number> = {};
    const ask = async (path: string, body?: object, headers = {}) => {
      const startedAt = performance.now();
      const response = await connections.request({
        path,
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${sender.token}`,
          'user-agent': USER_AGENT,
          'content-type': 'application/json',
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.body.text();
      expect(response.statusCode, `${path}: ${text.slice(0, SHOWN_MAX)}`).to.be.within(200, 202);
      slowestMs[path] = Math.max(slowestMs[path] ?? 0, performance.now() - startedAt);
    };
    const asked: Promise<void>[] = [];
    const nextSubject = () => {
      const subject = `Mail ${group}-${subjects.length}`;
      subjects.push(subject);
      sentAt.set(subject, performance.now());
      return subject;
    };
    const receive = async () => {
      const startedAt = performance.now();
      const mail = { from: 'bo@customer.dev', to: `ana@${sender.domain.name}`, content: RECEIVED };
      expect(await deliverMail(product.inboundPort, mail)).to.match(/^250 /);
      received += 1;
      slowestMs['SMTP'] = Math.max(slowestMs['SMTP'] ?? 0, performance.now() - startedAt);
    };
    let isSigningIn = false;
    let received = 0;
    const signIn = async () => {
      isSigningIn = true;
      const login = { email: sender.email, password: PASSWORD };
      await ask('/auth/login', login, { ...FROM_A_PAGE, 'x-forwarded-for': '192.0.2.1' });
      isSigningIn = false;
    };
    for (let second = 0; second < seconds; second += 1) {
      for (const html of ['<p>Hello</p>', LARGE_HTML])
        asked.push(ask('/emails', sender.body({ subject: nextSubject(), html })));
      const event = { event: 'order.paid', email: `bo${second}@customer.dev`, domain: sender.domain.name };
      asked.push(ask('/events/send', { ...event, payload: { subject: nextSubject() } }));
      asked.push(ask('/emails?limit=10'), ask('/emails?q=Mail'), ask('/logs'), ask('/app/emails'), receive());
      // One at a time, as a person does it: attempts of one person wait for each other.
      if (!isSigningIn) asked.push(signIn());
      await delay(1_000);
    }
    await Promise.all(asked);
    return { subjects, sentAt, slowestMs, received };
  }
});

function arrived({ messages }: SmtpSink, subjects: readonly string[]): string[] {
  const wanted = new Set(subjects);
  return messages.flatMap(({ header }) => (wanted.has(header?.trim() ?? '') ? (header ?? []) : []));
}

function middleOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function notifiedSubjects({ requests }: WebhookReceiver): Set<string> {
  return new Set(requests.map(({ body }) => subjectOf(body)));
}

function subjectOf(body: string): string {
  return (JSON.parse(body) as { data: { subject: string } }).data.subject;
}

/** The largest memory of each process. */
function watchMemory(processes: Readonly<Record<string, Supervised>>) {
  const largest: Record<string, number> = {};
  const timer = setInterval(() => {
    for (const [name, { pid }] of Object.entries(processes)) {
      largest[name] = Math.max(largest[name] ?? 0, memoryOf(pid, 'VmRSS'));
    }
  }, 100);
  return {
    largest,
    stop() {
      clearInterval(timer);
      return largest;
    },
  };
}
