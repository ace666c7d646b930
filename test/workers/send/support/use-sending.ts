// Test setup of the send worker: the real runtime on the real queue, a mail server that stores everything, and emails
// that are accepted as the API accepts them. The clock is fake and advances only by `tick`.
import { expect } from 'chai';
import { dkimVerify } from 'mailauth';
import { dkimRecord } from '../../../../shared/mail/dkim/dkim-keys.ts';
import { type Config, loadConfig } from '../../../../shared/platform/config/config.ts';
import { createLog } from '../../../../shared/platform/log/log.ts';
import { connectQueues, type Queues } from '../../../../shared/platform/queues/connect.ts';
import { createIds } from '../../../../shared/platform/time/ids.ts';
import { type Acceptor, createAcceptor } from '../../../../shared/resources/emails/accept/accept.ts';
import { sendQueue } from '../../../../shared/resources/emails/delivery/queue.ts';
import type { EmailStatus, NewEmail } from '../../../../shared/resources/emails/email.ts';
import { type FullEmailRow, requireEmail } from '../../../../shared/resources/emails/find.ts';
import { QUEUES } from '../../../../shared/resources/queues.ts';
import { createMetrics } from '../../../../shared/resources/service-metrics.ts';
import { REGISTRY, type RegistryEntry } from '../../../../workers/registry.ts';
import type { WorkerDeps } from '../../../../workers/runtime/job.ts';
import type { Lease } from '../../../../workers/runtime/lease.ts';
import { startWorkers, type Workers } from '../../../../workers/runtime/start.ts';
import { tick } from '../../../../workers/runtime/tick.ts';
import { newEmail } from '../../../shared/resources/emails/accept/new-email.ts';
import { createTestClock, type TestClock } from '../../../support/clock.ts';
import { type TestDatabase, useDatabase } from '../../../support/database.ts';
import { TEST_SECRET_KEY } from '../../../support/dkim-key.ts';
import { eventually } from '../../../support/eventually.ts';
import { createAccount, createDomain } from '../../../support/factories.ts';
import {
  type SinkMessage,
  type SmtpSink,
  type SmtpSinkOptions,
  startSmtpSink,
} from '../../../support/smtp-sink.ts';
import { closeWorkerDeps, createWorkerDeps } from '../../../support/worker.ts';

/** The registry entry of the send queue. */
export const sendEntry = REGISTRY.find(({ queue }) => queue === sendQueue) as RegistryEntry;

/** A worker that sends. */
export interface SendWorker {
  readonly deps: WorkerDeps;
  /** Stops it as SIGTERM does. */
  stop(): Promise<void>;
}

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
  readonly sink: SmtpSink;
  readonly clock: TestClock;
  /** Parsed log lines of all workers. */
  readonly logLines: Record<string, unknown>[];
  readonly sender: { accountId: string; domain: { id: string; name: string } };
  /** Starts a worker; it is stopped at the end of the file's tests at the latest. */
  startWorker(options?: SendWorkerOptions): Promise<SendWorker>;
  /** Opens the job alone; it is drained at the end of the file's tests at the latest. */
  openJob(options?: SendWorkerOptions): Promise<SendJob>;
  /** Accepts an email as the API does and wakes its sending. @returns its id */
  accept(changes?: Partial<NewEmail>): Promise<string>;
  /** Advances the clock and wakes the rows that are due by then. */
  tick(milliseconds?: number): Promise<void>;
  find(id: string): Promise<FullEmailRow>;
  /** Resolves when the email has that status. */
  whenStatus(id: string, status: EmailStatus): Promise<FullEmailRow>;
  recipients(emailId: string): Promise<RecipientRow[]>;
  /** The first recipient of the email. */
  recipient(emailId: string): Promise<RecipientRow>;
  /** Addresses on the sender's suppression list. */
  suppressed(): Promise<string[]>;
  /** The result of a DKIM verifier that knows the stored public key. */
  verify(message: SinkMessage): Promise<string | undefined>;
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
    const config = sendConfig(database.url, '');
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
  const createDeps = async ({ config, lease = {} }: SendWorkerOptions): Promise<WorkerDeps> => {
    const servers = { databaseUrl: database.url, redisUrl: undefined };
    const made = await createWorkerDeps(servers, { entries: [sendEntry], clock, log, lease });
    return { ...made, config: { ...sendConfig(database.url, running().sink.url), ...config } };
  };
  const sending: Sending = {
    database,
    clock,
    logLines,
    get sink() {
      return running().sink;
    },
    get sender() {
      return running().sender;
    },
    async startWorker(options = {}) {
      const deps = await createDeps(options);
      const workers = startSending(deps, options.schedules ?? false);
      const stop = once(async () => {
        await workers.stop();
        await deps.queues.close();
        await deps.database.end();
      });
      open.add(stop);
      return { deps, stop };
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
    async tick(milliseconds = 0) {
      clock.advance(milliseconds);
      await tick({ database: database.pool, clock, queues: running().queues, sources: [sendEntry] });
    },
    ...createReaders(() => sending),
  };
  return sending;
}

type Readers = Pick<Sending, 'find' | 'whenStatus' | 'recipients' | 'recipient' | 'suppressed' | 'verify'>;

function createReaders(sending: () => Sending): Readers {
  const pool = () => sending().database.pool;
  const find = async (id: string) => requireEmail(pool(), sending().sender.accountId, id);
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
    async whenStatus(id, status) {
      await eventually(`the email is ${status}`, async () => (await find(id)).status === status);
      return await find(id);
    },
    recipient: async (emailId) => (await recipients(emailId))[0] ?? expect.fail('There is no recipient.'),
    async suppressed() {
      const { rows } = await pool().query<{ address: string }>(
        'SELECT address FROM suppressions WHERE account_id = $1 ORDER BY address',
        [sending().sender.accountId],
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

/** The configuration of a worker that sends. */
function sendConfig(databaseUrl: string, smtpUrl: string): Config {
  return loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    SMTP_URL: smtpUrl,
    SECRET_KEY: TEST_SECRET_KEY,
  });
}

function startSending(deps: WorkerDeps, schedules: boolean): Workers {
  const onStuck = () => expect.fail('The worker is stuck.');
  const entries = [sendEntry];
  return startWorkers({ deps, registry: entries, entries, schedules, onStuck });
}

/** Ends something at the first call; further calls wait for the same end. */
function once(end: () => Promise<void>): () => Promise<void> {
  let ended: Promise<void> | undefined;
  return () => {
    ended ??= end();
    return ended;
  };
}
