// `npm run db:reset`. That it refuses while `npm start` runs is in start.test.ts, which has one that runs.
import { readdir } from 'node:fs/promises';
import { expect } from 'chai';
import { startCluster } from '../../dev/postgres/cluster.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { makeMigratedDataDirectory, removeDataDirectory } from './support/data-directory.ts';
import { resetDatabase } from './support/reset-database.ts';

describe('npm run db:reset', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await makeMigratedDataDirectory();
  });
  afterEach(() => removeDataDirectory(dataDir));

  it('removes the database, also one whose server a killed start left running', async () => {
    const log = createLog({ level: 'silent', process: 'test' });
    const first = await startCluster({ dataDir, port: 0, log });
    const { code, output } = await resetDatabase(dataDir);
    expect(output).to.equal(`The database in ${dataDir} was removed; npm start creates a new one.\n`);
    expect(code).to.equal(0);
    expect(first.isRunning()).to.equal(false);
    expect(await readdir(dataDir)).not.to.include('cluster');
  });

  it('refuses while DATABASE_URL names a database, and changes nothing', async () => {
    const before = await readdir(dataDir);
    const result = await resetDatabase(dataDir, { DATABASE_URL: 'postgres://127.0.0.1:1/production' });
    const output = 'DATABASE_URL is set, but only the database in DATA_DIR can be reset.\n';
    expect(result).to.deep.equal({ code: 1, output });
    expect(await readdir(dataDir)).to.deep.equal(before);
  });
});
