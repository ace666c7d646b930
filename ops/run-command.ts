// Runs one command from its arguments to its output. Results are JSON on stdout; refusals are one sentence on stderr.

import { DomainError } from '../shared/contract/domain-error.ts';
import { ConfigError } from '../shared/platform/config/config.ts';
import { connectDatabase } from '../shared/platform/db/connect.ts';
import { describeDatabaseFailure } from '../shared/platform/db/describe-failure.ts';
import { createLog } from '../shared/platform/log/log.ts';
import { EXIT_CONFIG } from '../shared/platform/process/process.ts';
import { createSecrets } from '../shared/platform/security/secrets.ts';
import { createSystemClock } from '../shared/platform/time/clock.ts';
import { createIds } from '../shared/platform/time/ids.ts';
import { readCommandLine } from './command-line.ts';
import { describeVerb, describeVerbs } from './help.ts';
import { openQueues } from './open-queues.ts';
import { findService, InvalidServiceError, type Service } from './service.ts';
import { QueueUnreachableError, UsageError, type Verb, type Words } from './verb.ts';

const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;

/** Errors whose message is a sentence for the operator. */
const SPOKEN = [UsageError, ConfigError, DomainError, QueueUnreachableError];

type Environment = Record<string, string | undefined>;

/** The outcome of a command. */
export interface Result {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command. Never rejects. */
export async function runCommand(args: readonly string[], environment: Environment): Promise<Result> {
  try {
    return { code: 0, stderr: '', ...(await outputOf(args, environment)) };
  } catch (error) {
    return { code: exitCodeOf(error), stdout: '', stderr: `${describe(error)}\n` };
  }
}

async function outputOf(
  args: readonly string[],
  environment: Environment,
): Promise<Pick<Result, 'stdout'> & Partial<Result>> {
  const command = readCommandLine(args);
  if (command.kind === 'run') {
    const { verb, words } = command;
    const result = await runVerb(verb, words, environment);
    const stdout = `${JSON.stringify(result, undefined, 2)}\n`;
    return verb.isBadNews?.(result) ? { stdout, code: EXIT_REFUSED } : { stdout };
  }
  return { stdout: command.verb ? describeVerb(command.name ?? '', command.verb) : describeVerbs() };
}

async function runVerb(verb: Verb, words: Words, environment: Environment): Promise<object> {
  try {
    return await runOn(await findService(environment), verb, words);
  } catch (error) {
    if (verb.reportProblems && error instanceof InvalidServiceError)
      return verb.reportProblems(error.problems);
    throw error;
  }
}

async function runOn(service: Service, verb: Verb, words: Words): Promise<object> {
  const { databaseUrl, secretKey } = service;
  const log = createLog({ level: 'silent', process: 'ops' });
  const clock = createSystemClock(service.clockOffsetMs);
  const database = connectDatabase({
    connectionString: databaseUrl,
    poolSize: 2,
    applicationName: 'posthorn ops',
    log,
  });
  const queues = openQueues(service, log);
  try {
    return await verb.run(words, {
      database,
      clock,
      service,
      ids: createIds(clock),
      queues: () => queues.open(),
      secrets() {
        if (!secretKey) throw new ConfigError('SECRET_KEY is required to encrypt the key of the domain.');
        return createSecrets(secretKey);
      },
    });
  } finally {
    await queues.close();
    await database.end();
  }
}

function describe(error: unknown): string {
  if (SPOKEN.some((kind) => error instanceof kind)) return (error as Error).message;
  const { message, code } = error as Error & { code?: unknown };
  return describeDatabaseFailure(error) ?? `The command failed: ${message || code}.`;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT_USAGE;
  return error instanceof ConfigError ? EXIT_CONFIG : EXIT_REFUSED;
}
