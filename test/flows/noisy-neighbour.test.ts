// Flow test of fairness between accounts, with real processes. A noisy account does everything at once, allowed or not
// (bench/noise). A quiet account sends a small mail and one of 300 KB each second, reads lists and has a webhook: each
// of its requests is answered within five seconds, nothing is lost, and the memory of every process stays bounded.
// TEST_FIGURES=true prints the measured figures.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { NoiseQuestion, NoiseReport } from '../../bench/noise/noise-main.ts';
import { createSender, type Sender } from '../api/emails/sender.ts';
import { OPS_TOKEN, USER_AGENT, useApp } from '../support/api/app.ts';
import { createWebhook } from '../support/factories/factories.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/net/webhooks-receiver.ts';
import type { SmtpSink } from '../support/smtp-sink/smtp-sink.ts';
import { eventually } from '../support/time/eventually.ts';
import { memoryOf } from './support/process-memory.ts';
import { type Product, prepareProduct } from './support/product.ts';
import type { Supervised } from './support/supervised.ts';

const SECONDS = Number(process.env['TEST_NOISE_SECONDS'] ?? 15);
const ANSWER_MAX_MS = 5_000;
/** Limit from sending a mail until its webhook reports the delivery. */
const TOLD_MAX_MS = 15_000;
/** Memory limit of each process: resources that accounts share are bounded (docs/architecture/fairness.md). */
const MEMORY_MAX_BYTES = 1_300 * 1024 * 1024;
const LARGE_HTML = `<p>${'x'.repeat(300 * 1024)}</p>`;
/** Statuses that the noise must not get: faults of the service. A 503 asks to come back and is no fault. */
const FAULT = /^5(?!03)/;

describe('A quiet account next to one that does everything at once', function () {
  this.timeout(400_000);
  let product: Product;
  let receiver: WebhookReceiver;
  let processes: Record<string, Supervised> = {};
  let noise: ChildProcess;
  after(async () => {
    noise.kill();
    await once(noise, 'exit');
    await product.stop();
    await receiver.close();
  });
  const app = useApp();

  before(async () => {
    receiver = await startWebhookReceiver();
    const { databaseUrl } = app.deps.config;
    const kept = { keepRaw: false, keepHeader: 'Subject' };
    product = await prepareProduct({ databaseUrl, logLevel: 'error', more: { OPS_TOKEN }, sink: kept });
    const [web, send, webhook, schedule] = await Promise.all([
      product.startApi(),
      product.startWorker('send'),
      product.startWorker('webhook'),
      product.startWorker('schedule'),
    ]);
    processes = { web, send, webhook, schedule };
    noise = fork('bench/noise/noise-main.ts', { execArgv: ['--import', 'tsx/esm'] });
    await once(noise, 'message');
  });

  it('is answered within 5 s and loses nothing, and the memory of every process stays bounded', async () => {
    const [noisy, quiet] = [await createSender(app), await createSender(app)];
    const events = ['email.delivered'];
    await createWebhook(app.pool, quiet.accountId, { endpointUrl: receiver.url, events });
    const question = { url: product.url, token: noisy.token, from: `ana@${noisy.domain.name}` };
    // A process that has just started is slower.
    const before = await workFor(1, quiet);
    await eventually(
      'its webhook is told of the first',
      () => toldOf(receiver).size === before.subjects.length,
    );
    await askNoise({ type: 'begin', ...question });
    const watch = watchMemory(processes);
    const told = await workFor(SECONDS, quiet);
    const report = await askNoise({ type: 'report', ...question });
    const subjects = [...before.subjects, ...told.subjects];
    await eventually(
      'every mail of the quiet account has arrived',
      () =>
        arrived(product.sink, subjects).length > 0 &&
        subjects.every((subject) => arrived(product.sink, [subject]).length > 0),
      60_000,
    );
    await eventually('its webhook is told of each', () => toldOf(receiver).size === subjects.length, 60_000);
    const memory = watch.stop();
    const lagsMs = receiver.requests.map(({ body, at }) => at - (told.sentAt.get(subjectOf(body)) ?? at));
    const [slowestMs, toldAfterMs] = [told.slowestMs, Math.max(...lagsMs)];
    if (process.env['TEST_FIGURES']) console.log({ slowestMs, toldAfterMs, memory, report });
    expect(slowestMs).to.be.below(ANSWER_MAX_MS);
    expect(toldAfterMs).to.be.below(TOLD_MAX_MS);
    expect(arrived(product.sink, subjects)).to.have.length(subjects.length);
    expect(Object.values(processes).map((each) => each.deaths())).to.deep.equal([0, 0, 0, 0]);
    for (const [name, bytes] of Object.entries(memory)) expect(bytes, name).to.be.below(MEMORY_MAX_BYTES);
    const faults = Object.keys(report).filter((status) => FAULT.test(status));
    expect(faults, JSON.stringify(report)).to.deep.equal([]);
    expect(report['200'], 'the noise got through').to.be.above(10);
  });

  async function askNoise(question: NoiseQuestion): Promise<NoiseReport> {
    noise.send(question);
    const [report] = await once(noise, 'message');
    return report;
  }

  /** Sends a small mail and one of 300 KB, and reads a list, each second. */
  async function workFor(seconds: number, sender: Sender) {
    const subjects: string[] = [];
    const sentAt = new Map<string, number>();
    const group = Math.round(performance.now());
    let slowestMs = 0;
    const ask = async (path: string, body?: object) => {
      const startedAt = performance.now();
      const response = await fetch(`${product.url}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${sender.token}`,
          'user-agent': USER_AGENT,
          'content-type': 'application/json',
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect(response.status, await response.text()).to.equal(200);
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    };
    const asked: Promise<void>[] = [];
    for (let second = 0; second < seconds; second += 1) {
      for (const html of ['<p>Hello</p>', LARGE_HTML]) {
        const subject = `Mail ${group}-${subjects.length}`;
        subjects.push(subject);
        sentAt.set(subject, performance.now());
        asked.push(ask('/emails', sender.body({ subject, html })));
      }
      asked.push(ask('/emails?limit=10'), ask('/emails?q=Mail'), ask('/logs'));
      await delay(1_000);
    }
    await Promise.all(asked);
    return { subjects, sentAt, slowestMs };
  }
});

function arrived({ messages }: SmtpSink, subjects: readonly string[]): string[] {
  const wanted = new Set(subjects);
  return messages.flatMap(({ header }) => (wanted.has(header?.trim() ?? '') ? (header ?? []) : []));
}

function toldOf({ requests }: WebhookReceiver): Set<string> {
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
