// Walks the guides on a real `npm start`: their programs run in the order of the index, with the addresses and the key of
// this server instead of those that the guides name.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { Announcement } from '../../../../dev/announcement.ts';
import { freePort } from '../../../../dev/processes/ports.ts';
import { fillValues, markValues } from '../../../../shared/contract/site/values.ts';
import { makeMigratedDataDirectory, removeDataDirectory } from '../../../dev/support/data-directory.ts';
import { type LocalStack, startLocalStack } from '../../../dev/support/local-stack.ts';
import { type Guide, readGuides } from '../../../support/documents/guides.ts';
import { ROOT } from '../../../support/documents/root.ts';
import { expectAnswers } from './answers.ts';
import { DIALECTS, type Dialect, type Label, programOf, STEP_END } from './program.ts';

/** A server, and a directory in which programs run. */
export interface GuideServer {
  announcement: Announcement;
  directory: string;
  /** Where the receivers of the guides listen, which they write as port 4000. */
  receiverPort: number;
  /** Puts the values of this server into code. */
  fill(code: string): string;
}

/** Longer than any loop of a guide. */
const PROGRAM_MAX_MS = 90_000;
const RECEIVER_PORT = /(?<![\w.-])4000(?![\w.-])/g;

/** A server for all tests of a `describe`. */
export function useGuideServer(): GuideServer {
  const server = {} as GuideServer;
  let dataDir: string;
  let stack: LocalStack;

  before(async () => {
    dataDir = await makeMigratedDataDirectory();
    stack = startLocalStack({ dataDir });
    const announcement = await stack.ready();
    const directory = await mkdtemp(path.join(tmpdir(), 'posthorn-guides-'));
    await symlink(path.join(ROOT, 'node_modules'), path.join(directory, 'node_modules'));
    const receiverPort = await freePort();
    const fill = (code: string) =>
      fillValues(markValues(code), valuesOf(announcement)).replace(RECEIVER_PORT, String(receiverPort));
    Object.assign(server, { announcement, directory, receiverPort, fill });
  });
  after(async () => {
    await stack?.end('SIGTERM');
    if (server.directory) await rm(server.directory, { recursive: true });
    await removeDataDirectory(dataDir);
  });
  return server;
}

/** Does what the reader of a guide does while its program runs. */
type Around = Readonly<Record<string, (run: () => Promise<void>) => Promise<void>>>;

/** What may have been run before on the same server: then answers such as `created: 2` are others. */
type Turn = 'first' | 'again';

/** The labels in which every guide runs on its own. */
const SCRIPTS: readonly Label[] = ['curl', 'node', 'python'];

/**
 * A test for each guide that has snippets with the label.
 * @param around of a guide's name
 * @param most how many of them, the first in the index
 */
export function testGuides(
  server: GuideServer,
  label: Label,
  around: Around = {},
  most = Number.POSITIVE_INFINITY,
): void {
  const guides = readGuides().filter((guide) => labelsOf(guide).has(label));
  for (const guide of guides.slice(0, most)) testGuide(server, guide, label, 'first', around);
}

/**
 * Two tests for each guide with a program: in the label, and when all have run, again in another one, by turns. A guide
 * without the label runs in one that it has; a guide with one label runs in it again.
 * @param around of a guide's name and label: `webhooks in curl`
 */
export function testGuidesTwice(server: GuideServer, label: Label, around: Around = {}): void {
  const runs = readGuides().flatMap((guide, index) => {
    const scripts = SCRIPTS.filter((each) => labelsOf(guide).has(each));
    const first = scripts.includes(label) ? label : scripts[0];
    if (!first) return [];
    const others = scripts.filter((each) => each !== first);
    return { guide, first, other: others[(index + 1) % others.length] ?? first };
  });
  for (const { guide, first } of runs) testGuide(server, guide, first, 'first', around);
  for (const { guide, other } of runs) testGuide(server, guide, other, 'again', around);
}

function testGuide(server: GuideServer, guide: Guide, label: Label, turn: Turn, around: Around): void {
  const run = () => runGuide(server, guide, label, turn);
  const title = `${guide.name} in ${label}`;
  it(
    turn === 'again' ? `${title}, again` : title,
    () => (around[title] ?? around[guide.name])?.(run) ?? run(),
  );
}

const labelsOf = ({ fences }: Guide) => new Set(fences.map(({ label }) => label));

/** Writes the program of a guide. @returns its file */
export async function writeProgram(
  { directory, fill }: GuideServer,
  guide: Guide,
  label: Label,
): Promise<string> {
  const { suffix = '', extension }: Dialect = DIALECTS[label];
  const file = path.join(directory, `${guide.name}${suffix}.${extension}`);
  await writeFile(file, programOf(guide, label, fill) ?? expect.fail(`${guide.file} has no ${label}.`));
  return file;
}

async function runGuide(server: GuideServer, guide: Guide, label: Label, turn: Turn): Promise<void> {
  const file = await writeProgram(server, guide, label);
  const { code, stdout, stderr } = await runProgram(server, label, file);
  if (code !== 0)
    expect.fail(
      `The ${label} program of ${guide.file} has ended with ${code}; its lines are those of the guide.\n${stdout}\n${stderr}`,
    );
  // What JavaScript prints for a field that does not exist.
  expect(stdout, guide.file).not.to.match(/\bundefined\b/);
  if (turn === 'first' && 'stepEnd' in DIALECTS[label])
    expectAnswers(guide, label, stdout.split(STEP_END), server.fill);
}

async function runProgram({ directory }: GuideServer, label: Label, file: string) {
  const [command, ...args] = DIALECTS[label].command;
  const child = spawn(command, [...args, file], {
    cwd: directory,
    env: environmentOf(directory),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PROGRAM_MAX_MS,
    killSignal: 'SIGKILL',
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  const [code] = await once(child, 'close');
  return { code, ...output };
}

/** Little of what a test process has, and nothing for which a program would ask the internet. */
export function environmentOf(home: string): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, TEST_BROWSER_URL } = process.env;
  const quiet = { NPM_CONFIG_UPDATE_NOTIFIER: 'false', LANG: 'C.UTF-8' };
  // Where the command line is installed from the server.
  const own = { NPM_CONFIG_PREFIX: home, PATH: `${path.join(home, 'bin')}${path.delimiter}${PATH}` };
  return { ...quiet, ...own, TMPDIR, TEST_BROWSER_URL, HOME: home };
}

function valuesOf({ apiUrl, inboxUrl, apiKey, domain, submissionSmtp, inboundSmtp }: Announcement) {
  return {
    baseUrl: apiUrl,
    inboxUrl,
    smtpHost: submissionSmtp.host,
    smtpPort: String(submissionSmtp.port),
    inboundPort: String(inboundSmtp.port),
    apiKey,
    domain,
  };
}
