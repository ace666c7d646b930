// `posthorn setup`: from an installed package to a service that sends. Nothing is changed before all that was asked and found
// is in order. Then each step finds what an earlier run has done, so a run that was ended at any point is begun again.
import { randomBytes } from 'node:crypto';
import { kindOfHost, SPF_OF_PROVIDERS } from '../../shared/mail/provider-feedback/provider-hosts.ts';
import { listConfigProblems, loadConfig } from '../../shared/platform/config/config.ts';
import { isDirect } from '../../shared/platform/config/mx-settings.ts';
import { migrate } from '../../shared/platform/db/migrations/migrate.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { PARTITIONED_TABLES } from '../../shared/resources/partitioned-tables.ts';
import { parseSmtpUrl } from '../../workers/transports/smtp/servers.ts';
import { refusalOf } from '../run-command.ts';
import { UsageError } from '../verb.ts';
import { type Answers, type Flags, findAnswers, readFlags, SETUP_HELP } from './answers.ts';
import { type ConnectionPlan, planConnections } from './connections.ts';
import {
  addValues,
  type EnvironmentValues,
  readEnvironmentFile,
  writeEnvironmentFile,
} from './environment-file.ts';
import { makeFirstAccount, openVerbs, type Verbs } from './first-account.ts';
import { inspectDatabase } from './inspect-database.ts';
import { inspectMachine } from './inspect-machine.ts';
import {
  findLocalPostgres,
  type LocalPostgres,
  makeRoleAndDatabase,
  raiseMaxConnections,
  urlOfLocalPostgres,
} from './local-postgres.ts';
import { lockSetup, type SetupMachine, SetupStop } from './machine.ts';
import { isWebReady, makeFirstBackup, startProcesses, waitUntil } from './start-processes.ts';

/** A URL that urlOfLocalPostgres has made, with a password of ours. */
const LOCAL_URL = /^postgres:\/\/posthorn:(?<password>[0-9a-f]{48})@127\.0\.0\.1:\d+\/posthorn$/;

/** Sets the machine up. Never rejects. @returns the exit code */
export async function runSetup(args: readonly string[], machine: SetupMachine): Promise<number> {
  try {
    const flags = readFlags(args);
    if (flags === undefined) {
      machine.say(SETUP_HELP);
      return 0;
    }
    if (!machine.isRoot) throw new SetupStop('posthorn setup needs root. Run it as root.');
    const unlock = await lockSetup(machine.environmentFile);
    await setUp(machine, flags).finally(unlock);
    return 0;
  } catch (error) {
    if (error instanceof SetupStop) {
      machine.say(error.message);
      return 1;
    }
    const { code, stderr } = refusalOf(error);
    machine.say(stderr.trim());
    return code;
  }
}

async function setUp(machine: SetupMachine, flags: Flags): Promise<void> {
  const { text, values: before } = await readEnvironmentFile(machine.environmentFile);
  const answers = await findAnswers(machine, flags, before);
  machine.say('Checking this machine …');
  const { isRunning, units } = await inspectMachine(machine, before);
  const database = await findDatabase(machine, answers, before);
  const plan = planConnections({
    maxConnections: database.maxConnections,
    mayRaise: database.local?.others === 0,
    onRedis: answers['redis-url'] !== undefined,
    poolSize: before['DATABASE_POOL_SIZE'] === undefined ? undefined : Number(before['DATABASE_POOL_SIZE']),
  });
  const added = valuesToAdd({ answers, before, plan, databaseUrl: database.url });
  const values = { ...before, ...added };
  const [problem] = listConfigProblems({ ...values, NODE_ENV: 'production' });
  if (problem !== undefined) throw new UsageError(problem);
  const changed = Object.keys(added).join(', ');
  machine.say(
    changed === ''
      ? `${machine.environmentFile} is complete.`
      : `Writing ${machine.environmentFile}: ${changed} …`,
  );
  if (changed !== '') await writeEnvironmentFile(machine.environmentFile, addValues(text, added));
  await prepareDatabase(machine, database, plan);
  machine.say('Starting the processes …');
  await startProcesses(machine, { units, start: isRunning ? 'restart' : 'start' });
  await waitUntil(machine, 'web', () => isWebReady(values));
  const verbs = openVerbs(values);
  machine.say('Creating the account and its domain …');
  const records = await makeFirstAccount(machine, verbs, answers);
  await report(machine, verbs, { answers, values, records });
}

/** The database, and how it is created. */
interface ChosenDatabase {
  url: string;
  maxConnections: number;
  /** The local one that we create or complete; undefined: it exists. */
  local: LocalPostgres | undefined;
}

async function findDatabase(
  machine: SetupMachine,
  answers: Answers,
  { SECRET_KEY: secretKey }: EnvironmentValues,
): Promise<ChosenDatabase> {
  const given = answers['database-url'];
  const ours = LOCAL_URL.exec(given ?? '')?.groups?.['password'];
  const isLocal = given === undefined || ours !== undefined;
  const local = isLocal ? await findLocalPostgres(machine) : undefined;
  const found = local
    ? { isOurs: local.hasDatabase, maxConnections: local.maxConnections }
    : await inspectDatabase(given ?? '');
  if (found.isOurs && secretKey === undefined) {
    throw new SetupStop(
      `The database already belongs to a Posthorn installation. Set its SECRET_KEY in ${machine.environmentFile}, or drop the database.`,
    );
  }
  const url = local ? urlOfLocalPostgres(local, ours ?? randomBytes(24).toString('hex')) : (given ?? '');
  if (given !== undefined && url !== given)
    throw new SetupStop(
      `DATABASE_URL in ${machine.environmentFile} has a different port from Postgres on this machine. Correct it there.`,
    );
  return { url, maxConnections: found.maxConnections, local };
}

/** The values that the environment file lacks. */
function valuesToAdd(found: {
  answers: Answers;
  before: EnvironmentValues;
  plan: ConnectionPlan;
  databaseUrl: string;
}): EnvironmentValues {
  const { answers, before, plan } = found;
  const wanted = {
    PUBLIC_URL: answers['public-url'],
    SMTP_URL: answers['smtp-url'],
    SPF_INCLUDE: spfOf(answers['smtp-url']),
    DATABASE_URL: found.databaseUrl,
    DATABASE_POOL_SIZE: plan.kind === 'smaller pools' ? String(plan.poolSize) : undefined,
    REDIS_URL: answers['redis-url'],
    SECRET_KEY: randomBytes(32).toString('base64'),
    OPS_TOKEN: randomBytes(24).toString('hex'),
    TRUST_PROXY: '1',
    ALERT_TO: answers.owner,
  };
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => value !== undefined && before[name] === undefined),
  );
}

/** The SPF mechanism of the first server, if its provider is known. */
function spfOf(smtpUrl: string): string | undefined {
  const [server] = isDirect({ smtpUrl }) ? [] : parseSmtpUrl(smtpUrl);
  const kind = kindOfHost(server?.host.toLowerCase() ?? '');
  return kind && SPF_OF_PROVIDERS[kind];
}

async function prepareDatabase(
  machine: SetupMachine,
  { url, local, maxConnections }: ChosenDatabase,
  plan: ConnectionPlan,
): Promise<void> {
  if (plan.kind === 'short') {
    machine.say(
      `The database allows ${maxConnections} connections, but all processes together may need ${plan.needed}. Raise max_connections to that number, or set REDIS_URL.`,
    );
  }
  if (local !== undefined) {
    machine.say('Creating the role and the database posthorn in Postgres …');
    await makeRoleAndDatabase(machine, local, new URL(url).password);
    if (plan.kind === 'raise') {
      machine.say('Restarting Postgres with more connections …');
      await raiseMaxConnections(machine);
    }
    await waitUntil(machine, 'Postgres', () =>
      inspectDatabase(url).then(
        () => true,
        () => false,
      ),
    );
    await inspectDatabase(url);
  }
  machine.say('Migrating the database …');
  await migrate({
    connectionString: url,
    partitionedTables: PARTITIONED_TABLES,
    clock: createSystemClock(0),
    log: createLog({ level: 'silent', process: 'setup' }),
  });
}

/** Reports the result of `ops check`, and the operator's next steps. */
async function report(
  machine: SetupMachine,
  verbs: Verbs,
  found: { answers: Answers; values: EnvironmentValues; records: readonly string[] },
): Promise<void> {
  const { answers, values, records } = found;
  machine.say('Checking everything …');
  let { checks } = await verbs.check();
  const isBackedUp = checks.some(({ check, status }) => check === 'backup' && status === 'met');
  if (!isBackedUp && (await makeFirstBackup(machine))) ({ checks } = await verbs.check());
  await waitUntil(machine, 'A worker', async () => {
    const isReady = !checks.some(({ check, status }) => check === 'workers' && status === 'unmet');
    if (!isReady) ({ checks } = await verbs.check());
    return isReady;
  });
  for (const { check, status, message } of checks)
    if (status !== 'met') machine.say(`${status}  ${check}: ${message}`);
  const { mailHostname, spfMechanisms } = loadConfig({ ...values, NODE_ENV: 'production' });
  const lines = [
    `The SPF records of your domains allow: ${spfMechanisms} (set by SPF_INCLUDE in ${machine.environmentFile})`,
    '',
    `Publish these DNS records for ${answers.domain}:`,
    '',
    ...records,
    '',
    `Then: 1. Point ${mailHostname} to this machine with an A (and AAAA) record, if it has none.`,
    `      2. Put TLS in front of port ${values['PORT'] ?? '3000'}, for ${answers['public-url']}. docs/deploy.md has examples for Caddy and nginx.`,
    '      3. Run posthorn-ops check until nothing is unmet. Then send your first email.',
    `      4. Store a copy of SECRET_KEY from ${machine.environmentFile} in another place. Without it, no backup can be read.`,
  ];
  for (const line of lines) machine.say(line);
}
