// The whole service for tests of foreign clients: the API, and workers that deliver its mail to a mail server and its
// events to webhook endpoints. So a test sees what a client's request becomes, not only that it was accepted.
import { expect } from 'chai';
import { type ParsedMail, simpleParser } from 'mailparser';
import type { WorkKind } from '../../../shared/platform/work/define-work.ts';
import { loadEntries } from '../../../workers/registry.ts';
import type { WorkerDeps } from '../../../workers/runtime/job.ts';
import { createSender, type Sender } from '../../api/emails/sender.ts';
import { type TestApp, useApp } from '../../support/api/app.ts';
import { type SinkMessage, type SmtpSink, startSmtpSink } from '../../support/smtp-sink/smtp-sink.ts';
import { createWorkerDeps } from '../../support/work/worker.ts';
import { sendEntry } from '../../workers/send/support/use-sending.ts';
import { startWorker, workerConfig } from '../../workers/support/started-worker.ts';
import { webhookEntry } from '../../workers/webhooks/support/use-delivery.ts';

/** The running service. Read its fields inside hooks and tests. */
export interface Service {
  readonly app: TestApp;
  /** An account whose domain may send, with a key of full access. */
  readonly sender: Sender;
  /** The message that was delivered for an email. */
  whenDelivered(id: string): Promise<ParsedMail>;
  /** The first message that was delivered to an address. */
  whenMailed(address: string): Promise<ParsedMail>;
}

/** Those of `npm start`: people who come from Resend have its test addresses in their programs. */
const SIMULATOR_DOMAINS = ['simulator.test', 'resend.dev'];

/** Runs the service for the tests of the enclosing `describe`. @param work what its workers do besides delivering */
export function useService(work: readonly WorkKind<WorkerDeps>[] = []): Service {
  let running: { sink: SmtpSink; sender: Sender; stop(): Promise<void> } | undefined;
  const service = () => running ?? expect.fail('The service runs only inside hooks and tests.');
  // Mocha runs `after` hooks in the order of their definition: the workers must end before their database.
  after(() => running?.stop());
  const app = useApp({ config: { simulatorDomains: SIMULATOR_DOMAINS } });
  before(async () => {
    const sink = await startSmtpSink();
    const stopWorkers = await startDelivering(app.deps.config.databaseUrl, sink.url, work);
    const stop = async () => {
      await stopWorkers();
      await sink.stop();
    };
    running = { sink, sender: await createSender(app), stop };
  });
  return {
    app,
    get sender() {
      return service().sender;
    },
    async whenDelivered(id) {
      const { sender, sink } = service();
      const { body } = await app.as(sender.token).get(`/emails/${id}`).expect(200);
      return parse(await sink.waitForMessage((message) => message.raw.includes(body.message_id)));
    },
    async whenMailed(address) {
      return parse(await service().sink.waitForMessage(({ to }) => to.includes(address)));
    },
  };
}

const parse = ({ raw }: SinkMessage) => simpleParser(raw, { skipImageLinks: true });

/** Starts the workers that deliver mail and events, and do more work. @returns what stops them */
async function startDelivering(
  databaseUrl: string,
  smtpUrl: string,
  work: readonly WorkKind<WorkerDeps>[],
): Promise<() => Promise<void>> {
  const entries = [sendEntry, webhookEntry, ...(await loadEntries(work))];
  const made = await createWorkerDeps({ databaseUrl, redisUrl: undefined }, { entries });
  const environment = { SMTP_URL: smtpUrl, SIMULATOR_DOMAIN: SIMULATOR_DOMAINS.join() };
  return startWorker({ ...made, config: workerConfig(databaseUrl, environment) }, entries).stop;
}
