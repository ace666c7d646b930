// The Debian package on a Debian machine, with a made-up Posthorn in it: an installation and an upgrade. What can come
// between is in maintainer-scripts.long.test.ts; upgrade.long.test.ts does it with Posthorn.
import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { SECRET, useMadeMachine } from './support/made-machine.ts';

describe('The Debian package', function () {
  this.timeout(120_000);
  const { make, install, run, readyz, ask, pids } = useMadeMachine();

  it('starts nothing before it is set up', async () => {
    const { code, stdout } = await install('now');
    expect(code, stdout).to.equal(0);
    expect(stdout).to.include('Set it up: posthorn setup');
    expect(await ask('systemctl list-units posthorn*')).to.equal('');
    expect(await ask('readlink /opt/posthorn')).to.equal('/usr/lib/posthorn/0.3.0');
    expect(await ask('stat --format "%a %U %G" /etc/posthorn')).to.equal('750 root posthorn');
    expect(await ask('posthorn ops; dpkg --verify posthorn')).to.equal('');
  });

  it('is the same octets when it is made twice', async () => {
    const first = await readFile(await make('now'));
    expect(first.equals(await readFile(await make('now')))).to.equal(true);
  });

  it('migrates, and then restarts one process after the other', async () => {
    await run('older');
    const before = await pids();
    const { code, stdout } = await install('now');
    expect(code, stdout).to.equal(0);
    expect(stdout.match(/posthorn-\S+(?= is ready)/g)).to.deep.equal([
      'posthorn-web',
      'posthorn-inbound',
      'posthorn-worker-send',
    ]);
    expect(await readyz()).to.deep.equal({ version: '0.3.0', secret: SECRET });
    expect(await readyz(8081)).to.deep.equal({ version: '0.3.0', secret: SECRET });
    expect(await ask('cat /var/migrated')).to.equal('0.3.0');
    expect((await pids()).split('\n')).to.not.have.members(before.split('\n'));
    expect(await ask('ls /usr/lib/posthorn')).to.equal('0.2.9\n0.3.0');
    expect((await install('next')).code).to.equal(0);
    expect(await ask('ls /usr/lib/posthorn')).to.equal('0.3.0\n0.3.1');
    expect(await ask('systemctl is-active posthorn-worker-bulk || :')).to.equal('inactive');
  });
});
