// How `npm run ops` finds the service to operate, and what it reports when it finds none that is usable.
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import { createDatabase, dropDatabase } from '../support/database/database.ts';
import { expectDone, expectRefused, spawnOps } from './run-ops.ts';

const NOWHERE = { DATA_DIR: '/nonexistent' };

describe('ops without a usable service', () => {
  it('says so, with the exit code of a bad configuration', async () => {
    expect(expectRefused(await spawnOps(['list-accounts'], NOWHERE), 78)).to.equal(
      'No service was found. Run npm start, or set DATABASE_URL.',
    );
  });

  it('refuses an invalid DATABASE_URL, without repeating it', async () => {
    const result = await runCommand(['list-accounts'], { ...NOWHERE, DATABASE_URL: 'mysql://u:hunter2@x/y' });
    expect(expectRefused(result, 78)).not.to.include('hunter2');
  });

  it('says that the database cannot be reached', async () => {
    const result = await runCommand(['list-accounts'], {
      ...NOWHERE,
      DATABASE_URL: 'postgres://u@127.0.0.1:1/x',
    });
    expect(expectRefused(result, 1)).to.include('The database cannot be reached');
  });

  it('says that the database is not migrated', async () => {
    const url = await createDatabase();
    try {
      const empty = new URL(url);
      empty.pathname = '/postgres';
      const result = await runCommand(['list-accounts'], { ...NOWHERE, DATABASE_URL: empty.href });
      expect(expectRefused(result, 1)).to.include('The database is not migrated');
    } finally {
      await dropDatabase(url);
    }
  });

  it('refuses wrong arguments before it looks for a service', async () => {
    expect(expectRefused(await runCommand(['set-plan'], NOWHERE), 2)).to.equal('<account> is missing.');
  });

  it('prints the help without a service', async () => {
    const result = await runCommand(['--help'], NOWHERE);
    expect(result).to.include({ code: 0, stderr: '' });
    expect(result.stdout).to.include('create-account');
  });
});

describe('ops pause-sending and resume-sending', () => {
  let url: string;
  before(async () => {
    url = await createDatabase();
  });
  after(() => dropDatabase(url));
  const ops = (...args: string[]) => runCommand(args, { ...NOWHERE, DATABASE_URL: url });

  it('pause and resume, and report the state, also when it did not change', async () => {
    const paused = expectDone(await ops('pause-sending', '--reason', 'abuse'));
    expect(paused).to.include({ object: 'sending', status: 'paused', reason: 'abuse' });
    expect(expectDone(await ops('pause-sending'))).to.include({
      reason: 'paused by an operator',
      since: paused['since'],
    });
    for (let time = 0; time < 2; time += 1) {
      expect(expectDone(await ops('resume-sending'))).to.deep.equal({ object: 'sending', status: 'on' });
    }
  });
});
