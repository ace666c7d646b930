// Each command of Resend's newest command line that calls an operation, unchanged and as its own process. It needs a newer Node
// than ours (`npm run install:nodes`).
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { Sender } from '../api/emails/sender.ts';
import { fileOfGuest, findGuestNode } from '../runner/other-nodes.ts';
import { useApp } from '../support/api/app.ts';
import { IS_LONG } from '../support/extent.ts';
import { COMMANDS, errorOf, FILES, OTHERS, REFUSED } from './support/cli-commands.ts';
import { createOwner, fillPlaceholders } from './support/placeholders.ts';

const run = promisify(execFile);

/** A node of the tree that `resend commands` prints. */
interface Command {
  name: string;
  subcommands?: readonly Command[];
}

function leavesOf({ name, subcommands = [] }: Command, above: readonly string[] = []): string[] {
  const all = [...above, name];
  return subcommands.length === 0
    ? [all.slice(1).join(' ')]
    : subcommands.flatMap((each) => leavesOf(each, all));
}

describe('Answers every command of the newest command line of Resend.', () => {
  const app = useApp({ config: { simulatorDomains: ['simulator.test', 'resend.dev'] } });
  const node = findGuestNode(process.env);
  const program = node ? fileOfGuest(node, 'resend-cli', 'dist/cli.cjs') : '';
  let directory: string;
  let sender: Sender;

  before(async function () {
    if (!existsSync(program)) this.skip();
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-resend-cli-'));
    sender = await createOwner(app);
  });
  after(async () => {
    if (directory) await rm(directory, { recursive: true });
  });

  const resend = (args: readonly string[]) => {
    const own = { RESEND_API_KEY: sender.token, RESEND_BASE_URL: app.url };
    const quiet = {
      RESEND_NO_UPDATE_NOTIFIER: '1',
      DO_NOT_TRACK: '1',
      HOME: directory,
      XDG_CONFIG_HOME: directory,
    };
    return run(node?.program ?? '', [program, ...args], {
      env: { ...own, ...quiet },
      maxBuffer: 1024 * 1024,
    });
  };
  /** Runs a command with its arguments filled in. */
  const call = async (command: string, given: string) => {
    const files = [...given.matchAll(/@(\S+\.(?:json|csv))/g)].map(([, name = '']) => name);
    const text = JSON.stringify([given, ...files.map((name) => FILES[name])]);
    const [filled = '', ...contents] = JSON.parse(await fillPlaceholders(app, sender, text)) as string[];
    await Promise.all(files.map((name, at) => writeFile(path.join(directory, name), contents[at] ?? '')));
    const words = filled.split(' ').filter((word) => word !== '');
    return await resend([
      ...command.split(' '),
      ...words.map((word) => word.replace(/^@(?=\S+\.(?:json|csv)$)/, `${directory}/`)),
    ]);
  };

  it('which are all of these', async () => {
    const { stdout } = await resend(['commands']);
    const isOther = (command: string) => OTHERS.some((other) => `${command} `.startsWith(`${other} `));
    const leaves = leavesOf(JSON.parse(stdout)).filter((command) => !isOther(command));
    expect(leaves.sort()).to.deep.equal(Object.keys({ ...COMMANDS, ...REFUSED }).sort());
  });

  // Each is a process of half a second. Their requests are those of Resend's SDK, which other tests make.
  for (const [command, given] of Object.entries(COMMANDS).filter((_, at) => IS_LONG || at % 10 === 0))
    it(command, async () => {
      const { stdout } = await call(command, given);
      expect(JSON.parse(stdout)).not.to.have.property('error');
    });

  for (const [command, given] of Object.entries(REFUSED))
    if (IS_LONG)
      it(`refuses ${command}`, async () => {
        const failure = await call(command, given).then(
          () => expect.fail('It succeeded.'),
          (error: { code: number; stderr: string }) => error,
        );
        expect(failure.code).to.equal(1);
        expect(errorOf(failure.stderr).message).to.match(/dashboard|people|not found/i);
      });
});
