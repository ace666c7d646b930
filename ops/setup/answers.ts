// The six questions of `posthorn setup`. An answer is in the environment file, in a flag, or is typed; each is judged at once.
import { parseMailDomain } from '../../shared/mail/domains/mail-domain.ts';
import { listConfigProblems } from '../../shared/platform/config/config.ts';
import { readArguments } from '../command-line.ts';
import { readProviderUrl } from '../read-provider.ts';
import { readAddress, readDomain } from '../read-words.ts';
import { UsageError } from '../verb.ts';
import { type EnvironmentValues, quoteValue } from './environment-file.ts';
import { inspectDatabase } from './inspect-database.ts';
import type { SetupMachine } from './machine.ts';

type Flag = 'public-url' | 'smtp-url' | 'domain' | 'owner' | 'database-url' | 'redis-url';
type Optional = 'database-url' | 'redis-url';

/** One question. */
interface Question {
  ask: string;
  /** The variable that has the answer already. */
  variable?: string;
  isOptional?: true;
  /** @returns the answer in the used form @throws UsageError with one sentence */
  validate(answer: string, values: EnvironmentValues): string | Promise<string>;
}

const QUESTIONS: Readonly<Record<Flag, Question>> = {
  'public-url': {
    ask: 'The URL where clients reach this service, such as https://mail.example.com',
    variable: 'PUBLIC_URL',
    validate: requirePublicUrl,
  },
  'smtp-url': {
    ask: 'The server that accepts your mail, such as smtp://user:password@smtp.example.com:587, or mx: for direct delivery',
    variable: 'SMTP_URL',
    validate: readProviderUrl,
  },
  domain: { ask: 'The domain to send from, such as example.com', validate: readDomain },
  owner: {
    ask: 'Your email address, for your invitation and for alerts',
    variable: 'ALERT_TO',
    // The file may have several.
    validate: (answer, { ALERT_TO: listed }) =>
      readAddress((answer === listed && answer.split(',')[0]?.trim()) || answer),
  },
  'database-url': {
    ask: 'The URL of a Postgres database; leave empty to create one in the Postgres on this machine',
    variable: 'DATABASE_URL',
    isOptional: true,
    validate: requireDatabaseUrl,
  },
  'redis-url': {
    ask: 'The URL of a Redis server for the queues; leave empty to keep them in Postgres',
    variable: 'REDIS_URL',
    isOptional: true,
    validate: (answer) => requireValidVariable('REDIS_URL', answer),
  },
};
const FLAGS = Object.keys(QUESTIONS) as Flag[];

/** The answers by flag. */
export type Answers = Readonly<Record<Exclude<Flag, Optional>, string> & Partial<Record<Optional, string>>>;
/** The flags of the command line. */
export type Flags = Readonly<Partial<Record<Flag, string>>>;

export const SETUP_HELP = [
  'Usage: posthorn setup [flags]',
  '',
  'Sets up Posthorn on this machine. Run it as root. It asks for what the flags leave open, creates the database, starts everything',
  'and shows which DNS records to publish. If it is interrupted, run it again: finished steps are kept.',
  '',
  ...FLAGS.map((flag) => `  --${`${flag} <answer>`.padEnd(22)}  ${QUESTIONS[flag].ask}`),
  '',
  'Other users of the machine can see flags while it runs. Type answers that contain a password, or first write them into',
  '/etc/posthorn/environment: SMTP_URL=…, DATABASE_URL=…, REDIS_URL=….',
  'Exit codes: 0 success, 1 stopped, 2 invalid arguments.',
].join('\n');

/** @returns undefined: help is wanted @throws UsageError */
export function readFlags(args: readonly string[]): Flags | undefined {
  const options = FLAGS.map((flag) => [flag, { value: 'answer', summary: QUESTIONS[flag].ask }]);
  return readArguments({ parameters: [], options: Object.fromEntries(options) }, args);
}

/** All answers, each judged. What the environment file says counts first. @throws UsageError */
export async function findAnswers(
  machine: SetupMachine,
  flags: Flags,
  values: EnvironmentValues,
): Promise<Answers> {
  const answers: Partial<Record<Flag, string>> = {};
  const missing: string[] = [];
  for (const flag of FLAGS) {
    const { variable = '', isOptional } = QUESTIONS[flag];
    const given = values[variable] ?? flags[flag];
    if (flags[flag] !== undefined && flags[flag] !== given)
      machine.say(
        `${variable} is already set in ${machine.environmentFile} and does not change. Edit it there.`,
      );
    if (given === undefined && machine.ask === undefined && !isOptional) missing.push(`--${flag}`);
    const answer =
      given === undefined ? await ask(machine, flag, values) : await validate(flag, given, values);
    if (answer !== undefined) answers[flag] = answer;
  }
  if (missing.length === 0) return answers as Answers;
  throw new UsageError(
    `There is no terminal for questions, and these flags are missing: ${missing.join(', ')}.`,
  );
}

/** @returns undefined: there is no answer, or no terminal */
async function ask(
  machine: SetupMachine,
  flag: Flag,
  values: EnvironmentValues,
): Promise<string | undefined> {
  while (machine.ask !== undefined) {
    const answer = (await machine.ask(`${QUESTIONS[flag].ask}:\n> `)).trim();
    if (answer === '' && QUESTIONS[flag].isOptional) return undefined;
    try {
      return await validate(flag, answer, values);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      machine.say(error.message);
    }
  }
  return undefined;
}

async function validate(flag: Flag, answer: string, values: EnvironmentValues): Promise<string> {
  const valid = await QUESTIONS[flag].validate(answer, values);
  quoteValue(valid, `--${flag}`);
  return valid;
}

/** Checks by the rules of the configuration. */
function requireValidVariable(name: string, value: string): string {
  const [problem] = listConfigProblems({ DATABASE_URL: 'postgres://127.0.0.1/posthorn', [name]: value });
  if (problem !== undefined || value === '') throw new UsageError(problem ?? `"${name}" is empty.`);
  return value;
}

function requirePublicUrl(answer: string, { MAIL_HOSTNAME: mailHostname }: EnvironmentValues): string {
  const url = URL.canParse(answer) ? new URL(answer) : undefined;
  if (url?.protocol !== 'https:' || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new UsageError('The URL must be like https://mail.example.com.');
  // The DNS records of domains name it.
  if (mailHostname === undefined && parseMailDomain(url.hostname) === undefined)
    throw new UsageError(`"${url.hostname}" is not a public DNS name, such as mail.example.com.`);
  return requireValidVariable('PUBLIC_URL', answer.replace(/\/$/, ''));
}

async function requireDatabaseUrl(answer: string, values: EnvironmentValues): Promise<string> {
  const url = requireValidVariable('DATABASE_URL', answer);
  // That of the file may be one that is made later.
  if (values['DATABASE_URL'] !== answer) await inspectDatabase(url);
  return url;
}
