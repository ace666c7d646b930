// Runs one command from its arguments to its output. Results are JSON on stdout; refusals are one sentence on stderr.

import { DomainError } from '../shared/contract/domain-error.ts';
import { ConfigError } from '../shared/platform/config/config.ts';
import { connectDatabase } from '../shared/platform/db/connect.ts';
import { describeDatabaseFailure } from '../shared/platform/db/describe-failure.ts';
import { EXIT_CONFIG } from '../shared/platform/lifecycle/process.ts';
import { createLog } from '../shared/platform/log/log.ts';
import { createSecrets } from '../shared/platform/security/secrets.ts';
import { createSystemClock } from '../shared/platform/time/clock.ts';
import { createIds } from '../shared/platform/time/ids.ts';
import { recordAuditEvent } from '../shared/resources/foundation/audit-events/record.ts';
import { BackupError } from './backups/backup-error.ts';
import { type Command, readCommandLine } from './command-line.ts';
import { describeVerb, describeVerbs } from './help.ts';
import { openQueues } from './open-queues.ts';
import { findService, InvalidServiceError, type Service } from './service.ts';
import { type OpsDeps, QueueUnreachableError, UsageError } from './verb.ts';

const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;

/** Errors whose message is a sentence for the operator. */
const SPOKEN = [UsageError, ConfigError, DomainError, QueueUnreachableError, BackupError];

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
    return refusalOf(error);
  }
}

/** The message of a failed command, and its exit code. */
export function refusalOf(error: unknown): Result {
  return { code: exitCodeOf(error), stdout: '', stderr: `${describe(error)}\n` };
}

async function outputOf(
  args: readonly string[],
  environment: Environment,
): Promise<Pick<Result, 'stdout'> & Partial<Result>> {
  const command = readCommandLine(args);
  if (command.kind === 'run') {
    const result = await runVerb(command, environment);
    const stdout = `${JSON.stringify(result, undefined, 2)}\n`;
    return command.verb.isBadNews?.(result) ? { stdout, code: EXIT_REFUSED } : { stdout };
  }
  return { stdout: command.verb ? describeVerb(command.name ?? '', command.verb) : describeVerbs() };
}

type Run = Extract<Command, { kind: 'run' }>;

async function runVerb(run: Run, environment: Environment): Promise<object> {
  const { reportProblems } = run.verb;
  try {
    return await runOn(await findService(environment), run);
  } catch (error) {
    if (reportProblems && error instanceof InvalidServiceError) return reportProblems(error.problems);
    throw error;
  }
}

async function runOn(service: Service, run: Run): Promise<object> {
  const { databaseUrl, secretKeys } = service;
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
    return await runAudited(run, {
      database,
      clock,
      service,
      ids: createIds(clock),
      act: { actor: { type: 'operator' }, operation: `ops ${run.name}`, now: clock.now() },
      queues: () => queues.open(),
      secrets() {
        if (!secretKeys) throw new ConfigError('SECRET_KEY is required to encrypt secrets.');
        return createSecrets(secretKeys);
      },
    });
  } finally {
    await queues.close();
    await database.end();
  }
}

/** Runs the verb and records what it has changed, unless the verb does so itself. */
async function runAudited({ verb, words }: Run, deps: OpsDeps): Promise<object> {
  const result = await verb.run(words, deps);
  if (verb.audit !== 'afterwards') return result;
  const { account_id: accountId, id } = result as Readonly<Record<string, unknown>>;
  const [firstWord] = verb.parameters.map((parameter) => words[parameter]);
  await recordAuditEvent(deps.database, deps.ids, {
    ...deps.act,
    accountId: typeof accountId === 'string' ? accountId : null,
    targetId: typeof id === 'string' ? id : firstWord,
  });
  return result;
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
