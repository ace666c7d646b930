// The metrics of submitted mail: messages and logins by outcome.
import { Counter, type Registry } from 'prom-client';
import { registerServerMetrics, type ServerLoad } from '../server/metrics.ts';

/** How a message that began with DATA ended; `failed`: a fault of ours or of Postgres, answered 451. */
export type SubmissionOutcome = 'accepted' | 'refused' | 'failed' | 'gone';

/** The counters of a process. */
export interface SubmissionCounters {
  countMessage(outcome: SubmissionOutcome): void;
  /** `blocked`: not tried, after too many refused ones of the network. */
  countLogin(outcome: 'accepted' | 'refused' | 'blocked'): void;
}

/** Registers the metrics of a process. */
export function registerSubmissionMetrics(registry: Registry, load: ServerLoad): SubmissionCounters {
  registerServerMetrics(registry, 'submission', load);
  const messages = new Counter({
    name: 'mail_submission_messages_total',
    help: 'Messages that programs began to submit, by outcome (accepted, refused, failed, gone).',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const logins = new Counter({
    name: 'mail_submission_logins_total',
    help: 'Logins of programs that submit, by outcome (accepted, refused, blocked).',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    countMessage: (outcome) => messages.inc({ outcome }),
    countLogin: (outcome) => logins.inc({ outcome }),
  };
}
