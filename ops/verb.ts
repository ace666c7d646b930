// The definition of a verb of `npm run ops`: a summary, its arguments, and what it does. The command line is driven by
// a table of these (verbs.ts).

import type { Database } from '../shared/platform/db/connect.ts';
import type { Queues } from '../shared/platform/queues/connect.ts';
import type { Secrets } from '../shared/platform/security/secrets.ts';
import type { Clock } from '../shared/platform/time/clock.ts';
import type { Ids } from '../shared/platform/time/ids.ts';
import type { NewAuditEvent } from '../shared/resources/foundation/audit-events/record.ts';
import type { Service } from './service.ts';

/** The dependencies of a verb. */
export interface OpsDeps {
  database: Database;
  ids: Ids;
  clock: Clock;
  /** How the service is configured, as far as this environment says so. */
  service: Service;
  /** The service's queues, connected at the first call. @throws QueueUnreachableError */
  queues(): Promise<Queues>;
  /** The encryption of the service's secrets. @throws ConfigError without a SECRET_KEY */
  secrets(): Secrets;
  /** For the audit event of a verb whose `audit` is `in transaction`. */
  act: ActOfVerb;
}

/** The actor, the verb (`ops set-plan`) and the time, as audit events have them. */
export type ActOfVerb = Omit<NewAuditEvent, 'accountId' | 'targetId' | 'outcome'>;

/**
 * The audit event of a verb (docs/reference/audit-events.md): `none`, because it changes nothing; `in transaction`: the
 * verb records it with its change, as what concerns roles, keys, passwords and access must; `afterwards`: the command line
 * records it when the verb has succeeded.
 */
export type AuditOfVerb = 'none' | 'in transaction' | 'afterwards';

/** An option of a verb: `--<name> <value>`, or `--<name>` alone. */
export interface VerbOption {
  /** Placeholder of the value in the help; absent: it has none, and its word is the empty text. */
  value?: string;
  summary: string;
  isRequired?: true;
}

/** The arguments of a command, by name. */
export type Words = Readonly<Record<string, string>>;

/** One verb. */
export interface Verb {
  summary: string;
  /** Names of its positional arguments; all are required. */
  parameters: readonly string[];
  options: Readonly<Record<string, VerbOption>>;
  audit: AuditOfVerb;
  /**
   * Runs the verb.
   * @returns the result, which is printed as JSON
   * @throws UsageError for invalid arguments, DomainError for what the product refuses
   */
  run(words: Words, deps: OpsDeps): Promise<object>;
  /** The result when the service is configured wrongly; without it, the verb is refused. */
  reportProblems?(problems: readonly string[]): object;
  /** True for a bad result: it is printed, and the exit code is a failure's. */
  isBadNews?(result: object): boolean;
}

/** Invalid arguments, explained in one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The server of the queues does not answer. */
export class QueueUnreachableError extends Error {
  override readonly name = 'QueueUnreachableError';
}
