// What the tests of alerts have in common: a service in which nothing is wrong, an SMTP server that takes mail about it, and looks
// that are a minute apart.
import { expect } from 'chai';
import { GROUPS } from '../../../shared/resources/work-kinds.ts';
import { type AlertOptions, alertOperators } from '../../../workers/alerts/alerts.ts';
import type { WorkerDeps } from '../../../workers/runtime/job.ts';
import { TEST_SECRET_KEYS } from '../../support/factories/dkim-key.ts';
import { forgetProviders } from '../../support/factories/provider-factories.ts';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink/smtp-sink.ts';
import { type Job, useJob } from '../support/use-job.ts';

const MINUTE_MS = 60_000;

export type AlertConfig = Partial<WorkerDeps['config']>;

/** Read its fields inside hooks and tests. */
export interface TestedAlerts {
  readonly job: Job;
  readonly sink: SmtpSink;
  /** With ALERT_TO and ALERT_SMTP_URL, unless a test says otherwise. */
  depsOf(config?: AlertConfig): WorkerDeps;
  /** Looks, a minute after the last look. */
  look(config?: AlertConfig, options?: Partial<AlertOptions>): Promise<void>;
  /** Looks so often. */
  looks(count: number, config?: AlertConfig, options?: Partial<AlertOptions>): Promise<void>;
  /** Subjects of the mails that the server has accepted, without the host; of those with these words. */
  subjects(words?: string): string[];
}

export const ALERT_TO = ['ops@acme.dev'];

/** Prepares them for the tests of the enclosing `describe`. */
export function useAlerts(): TestedAlerts {
  const job = useJob();
  let sink: SmtpSink;
  before(async () => {
    sink = await startSmtpSink();
  });
  after(() => sink.stop());
  beforeEach(async () => {
    sink.clear();
    sink.clearFaults();
    await forgetProviders(job.pool);
    await job.query(`TRUNCATE operator_alerts, recurring_work, backups, worker_processes`);
    await job.query(
      `INSERT INTO worker_processes (id, groups, host, pid, heartbeat_at)
       VALUES (gen_random_uuid(), $1, 'a', 1, now() + interval '1 day')`,
      [GROUPS],
    );
  });
  const depsOf = (config: AlertConfig = {}): WorkerDeps => ({
    ...job.deps,
    config: {
      ...job.deps.config,
      alerts: { to: ALERT_TO, smtpUrl: sink.url },
      secretKeys: TEST_SECRET_KEYS,
      publicUrl: 'http://mail.acme.dev',
      mailHostname: 'mx.acme.dev',
      ...config,
    },
  });
  const look: TestedAlerts['look'] = async (config, options) => {
    job.clock.advance(MINUTE_MS);
    const signal = new AbortController().signal;
    await alertOperators(depsOf(config), { schedules: false, signal, ...options });
  };
  return {
    job,
    get sink() {
      return sink;
    },
    depsOf,
    look,
    async looks(count, config, options) {
      for (let done = 0; done < count; done += 1) await look(config, options);
    },
    subjects: (words = '') =>
      sink.messages.map((message) => subjectOf(message.raw)).filter((subject) => subject.includes(words)),
  };
}

function subjectOf(raw: Buffer): string {
  const [, subject] = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(String(raw)) ?? [];
  const [, words] = /^\[[^\]]+\] (.*)$/.exec(subject?.replaceAll('\r\n', '') ?? '') ?? [];
  return words ?? expect.fail(String(raw));
}
