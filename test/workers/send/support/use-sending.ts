// Test setup of the send worker: the real runtime on the real queue, a mail server that stores everything, and emails
// that are accepted as the API accepts them. The clock is fake and advances only by `tick`.
import { expect } from 'chai';
import { dkimVerify } from 'mailauth';
import { dkimRecord } from '../../../../shared/mail/dkim/dkim-keys.ts';
import type { Config } from '../../../../shared/platform/config/config.ts';
import { createLog } from '../../../../shared/platform/log/log.ts';
import type { Dns } from '../../../../shared/platform/net/dns/answer.ts';
import { connectQueues, type Queues } from '../../../../shared/platform/queues/connect.ts';
import { FairTurns } from '../../../../shared/platform/sharing/fair-turns.ts';
import { createIds } from '../../../../shared/platform/time/ids.ts';
import { createBodyReader } from '../../../../shared/resources/messaging/campaign-contents/body-reader.ts';
import {
  type Acceptor,
  createAcceptor,
} from '../../../../shared/resources/messaging/emails/accept/accept.ts';
import { sendingWork } from '../../../../shared/resources/messaging/emails/delivery/work.ts';
import type { EmailStatus, NewEmail } from '../../../../shared/resources/messaging/emails/email.ts';
import { type FullEmailRow, requireEmail } from '../../../../shared/resources/messaging/emails/find.ts';
import { createMetrics } from '../../../../shared/resources/service-metrics.ts';
import { QUEUES } from '../../../../shared/resources/work-kinds.ts';
import { open as openSendEmail } from '../../../../workers/jobs/send-email.ts';
import type { WorkerDeps } from '../../../../workers/runtime/job.ts';
import type { Lease } from '../../../../workers/runtime/lease.ts';
import { SEND_TIMES, type SendTimes } from '../../../../workers/runtime/send-times.ts';
import { tick } from '../../../../workers/runtime/tick.ts';
import { newEmail } from '../../../shared/resources/messaging/emails/accept/new-email.ts';
import { type TestDatabase, useDatabase } from '../../../support/database/database.ts';
import { createAccount, createDomain } from '../../../support/factories/factories.ts';
import type { Fault } from '../../../support/smtp-sink/faults.ts';
import {
  type SinkMessage,
  type SmtpSink,
  type SmtpSinkOptions,
  startSmtpSink,
} from '../../../support/smtp-sink/smtp-sink.ts';
import { createTestClock, type TestClock } from '../../../support/time/clock.ts';
import { eventually } from '../../../support/time/eventually.ts';
import { closeWorkerDeps, createWorkerDeps } from '../../../support/work/worker.ts';
import {
  entryOf,
  once,
  type StartedWorker,
  startWorker,
  workerConfig,
} from '../../support/started-worker.ts';

/** The registry entry of the send queue. */
export const sendEntry = entryOf(sendingWork, openSendEmail);

/** The job handler without a queue, which a test calls itself. */
export interface SendJob {
  readonly deps: WorkerDeps;
  /** Handles a wake-up for the recipients of these emails. */
  run(...emailIds: string[]): Promise<void>;
  /** Stops the sender of the process. */
  drain(): Promise<void>;
}

/** Options of a worker. */
export interface SendWorkerOptions {
  config?: Partial<Config>;
  /** Replaces methods of the lease. */
  lease?: Partial<Lease>;
  /** Shorter than those of production, where a test waits for them. */
  times?: Partial<SendTimes>;
  /** By default that of tests, which knows no domain. */
  dns?: Dns;
  /** True: it ticks and sweeps in real time. */
  schedules?: boolean;
}

/** The columns of `email_recipients` that tests check. */
export interface RecipientRow {
  id: string;
  address: string;
  state: EmailStatus;
  attempts: number;
  smtp_code: number | null;
  smtp_reply: string | null;
  next_attempt_at: Date | null;
  claimed_by: string | null;
  woken_at: Date | null;
  sent_at: Date | null;
}

/** The environment of a sending test. Use its fields only inside hooks and tests. */
export interface Sending {
  readonly database: TestDatabase;
  readonly pool: TestDatabase['pool'];
  readonly sink: SmtpSink;
  readonly clock: TestClock;
  /** Parsed log lines of all workers. */
  readonly logLines: Record<string, unknown>[];
  readonly accountId: string;
  readonly sender: { accountId: string; domain: { id: string; name: string } };
  /** Starts a worker; it is stopped at the end of the file's tests at the latest. */
  startWorker(options?: SendWorkerOptions): Promise<StartedWorker>;
  /** Opens the job alone; it is drained at the end of the file's tests at the latest. */
  openJob(options?: SendWorkerOptions): Promise<SendJob>;
  /** Accepts an email as the API does and wakes its sending. @returns its id */
  accept(changes?: Partial<NewEmail>): Promise<string>;
  /** Accepts an email, and runs a job for it where no worker does. @returns it when it has that status */
  sendUntil(status: EmailStatus, changes?: Partial<NewEmail>, job?: SendJob): Promise<FullEmailRow>;
  /** Makes the server answer with this reply, to RCPT if nothing else is said. */
  refuse(reply: string, fault?: Partial<Fault>): void;
  /** Advances the clock and wakes the rows that are due by then. */
  tick(milliseconds?: number): Promise<void>;
  find(id: string): Promise<FullEmailRow>;
  /** Resolves when the email has that status. */
  whenStatus(id: string, status: EmailStatus): Promise<FullEmailRow>;
  /** The types of the events of the email. */
  types(id: string): Promise<string[]>;
  recipients(emailId: string): Promise<RecipientRow[]>;
  states(emailId: string): Promise<EmailStatus[]>;
  /** The first recipient of the email. */
  recipient(emailId: string): Promise<RecipientRow>;
  /** Addresses on the sender's suppression list. */
  suppressed(): Promise<string[]>;
  /** The result of a DKIM verifier that knows the stored public key. */
  verify(message: SinkMessage): Promise<string | undefined>;
}

/** What the recipients of an email share of its messages: all but X-Posthorn-Ref. */
export function sharedOctets({ raw }: SinkMessage): string {
  return raw.toString('latin1').replace(/^X-Posthorn-Ref: \w+\r\n/, '');
}

/** Prepares sending for the tests of the enclosing `describe`; each test begins with an empty sink and no faults. */
export function useSending(sinkOptions: SmtpSinkOptions = {}): Sending {
  const clock = createTestClock();
  const ids = createIds(clock);
  const logLines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void logLines.push(JSON.parse(line)) };
  const log = createLog({ level: 'debug', process: 'test worker', destination });
  const open = new Set<() => Promise<void>>();
  let started: { sink: SmtpSink; queues: Queues; sender: Sending['sender']; acceptor: Acceptor } | undefined;
  const running = () => started ?? expect.fail('Sending works only inside hooks and tests.');
  // Mocha runs `after` hooks in the order of their definition: workers must end before their database.
  after(async () => {
    await Promise.all([...open].map((close) => close()));
    await started?.queues.close();
    await started?.sink.stop();
  });
  const database = useDatabase();
  before(async () => {
    const { id: accountId } = await createAccount(database.pool);
    const config = workerConfig(database.url, { SMTP_URL: '' });
    const { registry } = createMetrics();
    const queues = connectQueues({ config, definitions: QUEUES, workers: 0, registry, log });
    const { simulatorDomains } = config;
    started = {
      sink: await startSmtpSink(sinkOptions),
      queues,
      sender: { accountId, domain: await createDomain(database.pool, accountId) },
      acceptor: createAcceptor({
        database: database.pool,
        ids,
        queues,
        simulatorDomains,
        passCrashPoint: () => {},
      }),
    };
  });
  beforeEach(() => {
    running().sink.clearFaults();
    running().sink.clear();
    logLines.length = 0;
  });
  const createDeps = async ({ config, lease = {}, times, dns }: SendWorkerOptions): Promise<WorkerDeps> => {
    const servers = { databaseUrl: database.url, redisUrl: undefined };
    const made = await createWorkerDeps(servers, { entries: [sendEntry], clock, log, lease });
    return {
      ...made,
      ...(dns && { dns }),
      sendTimes: { ...SEND_TIMES, ...times },
      config: { ...workerConfig(database.url, { SMTP_URL: running().sink.url }), ...config },
    };
  };
  const sending: Sending = {
    database,
    clock,
    logLines,
    get pool() {
      return database.pool;
    },
    get accountId() {
      return running().sender.accountId;
    },
    get sink() {
      return running().sink;
    },
    get sender() {
      return running().sender;
    },
    async startWorker(options = {}) {
      const worker = startWorker(await createDeps(options), [sendEntry], options.schedules);
      open.add(worker.stop);
      return worker;
    },
    async openJob(options = {}) {
      const deps = await createDeps(options);
      const job = sendEntry.open(deps);
      const drain = once(async () => job.drain?.());
      open.add(async () => {
        await drain();
        await closeWorkerDeps(deps);
      });
      return {
        deps,
        async run(...emailIds) {
          const recipients = await Promise.all(emailIds.map((id) => sending.recipients(id)));
          await job.handle({ ids: recipients.flat().map(({ id }) => id) }, deps);
        },
        drain,
      };
    },
    accept: (changes) =>
      running().acceptor.accept(newEmail(ids, sending.sender, { createdAt: clock.now(), ...changes })),
    async sendUntil(status, changes, job) {
      const id = await sending.accept(changes);
      await job?.run(id);
      return await sending.whenStatus(id, status);
    },
    refuse: (reply, fault) => sending.sink.setFault({ stage: 'rcpt', ...fault, kind: 'answer', reply }),
    async tick(milliseconds = 0) {
      clock.advance(milliseconds);
      await tick({ database: database.pool, clock, queues: running().queues, kinds: [sendEntry] });
    },
    ...createReaders(() => sending),
  };
  return sending;
}

type Readers = Pick<
  Sending,
  'find' | 'whenStatus' | 'types' | 'recipients' | 'states' | 'recipient' | 'suppressed' | 'verify'
>;

function createReaders(sending: () => Sending): Readers {
  const pool = () => sending().pool;
  const find = async (id: string) =>
    requireEmail(
      { database: pool(), readBody: createBodyReader(pool(), new FairTurns()) },
      sending().accountId,
      id,
    );
  const recipients = async (emailId: string) => {
    const { rows } = await pool().query<RecipientRow>(
      'SELECT * FROM email_recipients WHERE email_id = $1 ORDER BY position',
      [emailId],
    );
    return rows;
  };
  return {
    find,
    recipients,
    types: async (id) => (await find(id)).events.map(({ type }) => type),
    states: async (id) => (await recipients(id)).map(({ state }) => state),
    async whenStatus(id, status) {
      await eventually(`the email is ${status}`, async () => (await find(id)).status === status);
      return await find(id);
    },
    recipient: async (emailId) => (await recipients(emailId))[0] ?? expect.fail('There is no recipient.'),
    async suppressed() {
      const { rows } = await pool().query<{ address: string }>(
        'SELECT address FROM suppressions WHERE account_id = $1 ORDER BY address',
        [sending().accountId],
      );
      return rows.map(({ address }) => address);
    },
    async verify({ raw }) {
      const { name, id } = sending().sender.domain;
      const { rows } = await pool().query('SELECT selector, public_key FROM dkim_keys WHERE domain_id = $1', [
        id,
      ]);
      const { selector, public_key } = rows[0];
      const { results } = await dkimVerify(raw, {
        resolver(asked: string) {
          expect(asked).to.equal(`${selector}._domainkey.${name}`);
          return Promise.resolve([[dkimRecord(public_key)]]);
        },
      });
      return results[0]?.status.result;
    },
  };
}
