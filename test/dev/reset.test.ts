import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { expect } from 'chai';
import { startCluster } from '../../dev/postgres/cluster.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { copyPreparedCluster } from '../support/prepared-cluster.ts';
import { makeDataDirectory, removeDataDirectory } from './support/data-directory.ts';
import { LOCAL_STACK_TEST_TIMEOUT_MS, startLocalStack } from './support/local-stack.ts';

describe('npm run db:reset', function () {
  this.timeout(LOCAL_STACK_TEST_TIMEOUT_MS);
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await makeDataDirectory();
  });

  afterEach(() => removeDataDirectory(dataDir));

  async function reset(
    environment: Record<string, string | undefined> = {},
  ): Promise<{ code: number; output: string }> {
    const child = spawn(process.execPath, ['--import', 'tsx/esm', 'dev/reset.ts'], {
      env: { ...process.env, DATABASE_URL: undefined, ...environment, DATA_DIR: dataDir },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const [code] = await once(child, 'close');
    return { code, output };
  }

  it('removes the database, also one whose server a killed start left running', async () => {
    await copyPreparedCluster(dataDir);
    const log = createLog({ level: 'silent', process: 'test' });
    const first = await startCluster({ dataDir, port: 0, log });
    const { code, output } = await reset();
    expect(output).to.equal(`The database in ${dataDir} was removed; npm start creates a new one.\n`);
    expect(code).to.equal(0);
    expect(first.isRunning()).to.equal(false);
    expect(await readdir(dataDir)).not.to.include('cluster');
  });

  it('refuses while npm start runs, and changes nothing', async () => {
    await copyPreparedCluster(dataDir);
    const stack = startLocalStack({ dataDir });
    const { pid, apiUrl } = await stack.ready();
    const { code, output } = await reset();
    expect(code).to.equal(1);
    expect(output).to.equal(
      `Posthorn already runs on this data directory: process ${pid}, its API is ${apiUrl}.\n`,
    );
    expect((await fetch(`${apiUrl}/readyz`)).status).to.equal(200);
    await stack.end('SIGKILL');
  });

  it('refuses while DATABASE_URL names a database', async () => {
    const { code, output } = await reset({ DATABASE_URL: 'postgres://127.0.0.1:1/production' });
    expect(output).to.equal('DATABASE_URL is set, but only the database in DATA_DIR can be reset.\n');
    expect(code).to.equal(1);
  });
});
