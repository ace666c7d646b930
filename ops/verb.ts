// What a verb of `npm run ops` is: a sentence, the words that it takes, and what it does. A table of these
// (verbs.ts) is all that the command line knows.

import type { Database } from '../shared/platform/db/connect.ts';
import type { Queues } from '../shared/platform/queues/connect.ts';
import type { Secrets } from '../shared/platform/security/secrets.ts';
import type { Clock } from '../shared/platform/time/clock.ts';
import type { Ids } from '../shared/platform/time/ids.ts';

/** What a verb works on. */
export interface OpsDeps {
  database: Database;
  ids: Ids;
  clock: Clock;
  /** The service's queues, connected at the first call. @throws QueueUnreachableError */
  queues(): Promise<Queues>;
  /** The encryption of the service's secrets. @throws ConfigError without a SECRET_KEY */
  secrets(): Secrets;
}

/** An option of a verb: `--<name> <value>`. */
export interface VerbOption {
  /** Stands for the value in the help. */
  value: string;
  summary: string;
  isRequired?: true;
}

/** What the operator has written behind a verb, by name. */
export type Words = Readonly<Record<string, string>>;

/** One verb. */
export interface Verb {
  summary: string;
  /** Names of the words that follow it; each must be there. */
  parameters: readonly string[];
  options: Readonly<Record<string, VerbOption>>;
  /**
   * Does it.
   * @returns what is printed, as JSON
   * @throws UsageError for words that mean nothing, DomainError for what the product refuses
   */
  run(words: Words, deps: OpsDeps): Promise<object>;
}

/** What the operator has written wrong, in one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The server of the queues does not answer. */
export class QueueUnreachableError extends Error {
  override readonly name = 'QueueUnreachableError';
}
