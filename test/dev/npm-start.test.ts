// `npm start` itself, through npm; start.test.ts and its neighbours start the same program without npm.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import type { Announcement } from '../../dev/announcement.ts';
import { eventually } from '../support/eventually.ts';
import { makeDataDirectory, removeDataDirectory } from './support/data-directory.ts';
import { LOCAL_STACK_CONDITION_MS, LOCAL_STACK_TEST_TIMEOUT_MS, NEUTRAL } from './support/local-stack.ts';
import { killAll, processTree } from './support/process-tree.ts';

describe('npm start, through npm,', function () {
  this.timeout(LOCAL_STACK_TEST_TIMEOUT_MS);

  let dataDir: string;
  let npm: ChildProcess;
  let output = '';

  before(async () => {
    dataDir = await makeDataDirectory();
    const env = { ...process.env, ...NEUTRAL, DATA_DIR: dataDir };
    npm = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [npm.stdout, npm.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const ended = once(npm, 'close').then(([code]) => expect.fail(`npm ended with ${code}:\n${output}`));
    ended.catch(() => {});
    const isReady = () => output.includes('Posthorn is ready');
    await Promise.race([eventually('it is ready', isReady, LOCAL_STACK_CONDITION_MS), ended]);
  });

  after(async () => {
    if (npm?.pid) killAll(processTree(npm.pid));
    await removeDataDirectory(dataDir);
  });

  it('delivers the welcome email to the inbox', async () => {
    const announcement = await readFile(path.join(dataDir, 'dev.json'), 'utf8');
    const { inboxUrl } = JSON.parse(announcement) as Announcement;
    const list = await fetch(`${inboxUrl}/inbox/messages?subject=Welcome`);
    const { data } = (await list.json()) as { data: { to: string[] }[] };
    expect(data.map(({ to }) => to)).to.deep.equal([['you@inbox.local']]);
  });

  it('runs its processes on the Node that is first in the PATH', () => {
    const node = execFileSync('node', ['--print', 'process.execPath'], { encoding: 'utf8' }).trim();
    const commands = processTree(npm.pid ?? 0).map(({ command }) => command);
    for (const program of ['api/main.', 'workers/main.']) {
      const command = commands.find((line) => line.includes(program));
      expect(command?.startsWith(`${node} `), commands.join('\n')).to.equal(true);
    }
  });
});
