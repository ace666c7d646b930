// What can come between when the Debian package is installed, with a made-up Posthorn in it.
import { expect } from 'chai';
import { POSTGRES } from './support/machine.ts';
import { ENVIRONMENT, SECRET, useMadeMachine } from './support/made-machine.ts';

const STEPS = ['make_user', 'put_in_place', 'migrate', 'switch', 'say_what_overrides', 'remove_older "$2"'];

describe('The scripts of the Debian package', function () {
  this.timeout(300_000);
  const { machine, put, install, run, readyz, ask, pids } = useMadeMachine();

  it('resumes an installation that was killed at each of its steps', async () => {
    await run('older');
    await machine().run(`dpkg --unpack ${await put('now')}`);
    const script = '/var/lib/dpkg/info/posthorn.postinst';
    for (const step of STEPS) {
      await machine().run(`cp ${script} /root/postinst && sed -i 's/^ *${step}$/&; kill -9 $$/' ${script}`);
      const { code } = await machine().try('dpkg --configure -a');
      expect(code, step).to.not.equal(0);
      expect((await readyz()).secret).to.equal(SECRET);
      expect(await ask('ls /opt/posthorn/dist/api/main.js')).to.be.a('string');
      await machine().run(`cp /root/postinst ${script}`);
    }
    // In the middle of a step.
    await machine().run('rm -r /usr/lib/posthorn/0.3.0 && mkdir -p /usr/lib/posthorn/.new/dist');
    await machine().run('dpkg --configure -a && dpkg --verify posthorn');
    expect((await readyz()).version).to.equal('0.3.0');
    expect(await ask('ls -A /usr/lib/posthorn')).to.equal('0.2.9\n0.3.0');
  });

  it('leaves the old processes alone when the database cannot be migrated', async () => {
    await run('older');
    const before = await pids();
    await machine().run('touch /var/refuse');
    const { code, stdout } = await install('now');
    expect(code).to.equal(1);
    expect(stdout).to.match(
      /The database does not answer\.\nposthorn: the database was not migrated; what runs goes on\. .*dpkg --configure -a/,
    );
    expect(await pids()).to.equal(before);
    expect((await readyz()).version).to.equal('0.2.9');
    await machine().run('rm /var/refuse && dpkg --configure -a');
    expect((await readyz()).version).to.equal('0.3.0');
  });

  it('can be set up where an environment file was there first, whose database does not answer', async () => {
    await machine().run(
      'mkdir -p /opt/posthorn /etc/posthorn && touch /var/refuse /etc/posthorn/environment',
    );
    expect((await install('now')).code).to.equal(1);
    expect(await ask('readlink -f /usr/bin/posthorn')).to.equal('/usr/lib/posthorn/0.3.0/bin/posthorn.mjs');
    await machine().run('rm /var/refuse && dpkg --configure -a');
  });

  it('changes nothing when the disk is full', async () => {
    await run('older');
    const file = await put('now');
    await machine().run(
      'fallocate --length "$(df --output=avail --block-size=1 / | tail -1)" /full && truncate --size=-2M /full',
    );
    const { code, stderr } = await machine().try(`dpkg --install ${file}`);
    expect(code).to.equal(1);
    expect(stderr).to.include('No space left on device');
    expect((await readyz()).version).to.equal('0.2.9');
    await machine().run(`rm /full && dpkg --install ${file}`);
    expect((await readyz()).version).to.equal('0.3.0');
  });

  it('keeps what the operator has changed, and says what overrides it', async () => {
    await run('older');
    await machine().run('cp /usr/lib/systemd/system/posthorn-web.service /etc/systemd/system/');
    await machine().run('mkdir -p /usr/local/lib/systemd/system/posthorn-inbound.service.d');
    await machine().run(
      'echo "[Service]\nEnvironment=WORD=x" > /usr/local/lib/systemd/system/posthorn-inbound.service.d/x.conf',
    );
    await machine().run(
      'touch /usr/local/sbin/posthorn-ops; echo MADE_UP=1 >> /etc/posthorn/environment; sha256sum /etc/posthorn/environment > /root/sum',
    );
    const { stdout } = await install('now');
    expect(stdout.match(/(?<=^posthorn: ).*/gm)).to.deep.equal([
      'this version does not know a variable of /etc/posthorn/environment: MADE_UP',
      'kept, and it overrides this package: /etc/systemd/system/posthorn-web.service',
      'kept, and it overrides this package: /usr/local/lib/systemd/system/posthorn-inbound.service.d',
      'kept, and it overrides this package: /usr/local/sbin/posthorn-ops',
    ]);
    await machine().run('sha256sum --check /root/sum');
    expect(await ask('systemctl show -p FragmentPath --value posthorn-web')).to.match(/^\/etc\//);
  });

  it('goes back to a version that knows the database, and refuses another', async () => {
    await run('now');
    expect((await install('older')).code).to.equal(0);
    expect((await readyz()).version).to.equal('0.2.9');
    expect((await install('next')).code).to.equal(0);
    const { code, stdout } = await install('now');
    expect(code).to.equal(1);
    expect(stdout).to.include('0.3.1 cannot go back to 0.3.0: it has changed the database.');
    expect((await readyz()).version).to.equal('0.3.1');
    expect(await ask('dpkg --status posthorn')).to.match(/^Status: install ok installed$/m);
  });

  it('does not take the place of an installation by hand, unless it is moved away', async () => {
    await machine().run('mkdir /opt/posthorn && touch /opt/posthorn/package.json');
    const { code, stdout } = await install('now');
    expect(code).to.equal(1);
    expect(stdout).to.include('mv /opt/posthorn /opt/posthorn-by-hand');
    await machine().run('mv /opt/posthorn /opt/posthorn-by-hand && ln -s posthorn-by-hand /opt/posthorn');
    expect((await install('now')).code).to.equal(0);
    expect(await ask('readlink /opt/posthorn')).to.equal('/usr/lib/posthorn/0.3.0');
  });

  it('keeps data and configuration when it is removed, and where no terminal can ask', async () => {
    await run('now');
    const removed = await machine().run('dpkg --remove posthorn');
    expect(removed).to.include('kept: /etc/posthorn, backups');
    expect(await ask('systemctl list-units "posthorn*"')).to.equal('');
    await machine().run('! ls /opt/posthorn /usr/lib/posthorn 2> /dev/null');
    expect((await install('now')).stdout).to.not.include('setup');
    await machine().run('until curl --silent --fail http://127.0.0.1:3000/readyz; do sleep 0.05; done');
    await machine().run('dpkg --purge posthorn < /dev/null');
    expect(await ask('cat /etc/posthorn/environment')).to.equal(ENVIRONMENT.trim());
  });

  it('drops the database and the configuration only where the operator types their words', async () => {
    await run('now');
    await machine().run(POSTGRES);
    const sql = (statement: string) => ask(`cd / && runuser -u postgres -- psql -Atc "${statement}"`);
    const databases = () => sql("SELECT count(*) FROM pg_database WHERE datname = 'posthorn'");
    const purge = (answers: string) =>
      machine().run(
        `printf '${answers}' | script --quiet --return --command 'dpkg --purge posthorn' /dev/null`,
      );
    await sql('CREATE DATABASE posthorn');
    await machine().run('systemctl mask posthorn-inbound.service');
    await machine().run('dpkg --remove posthorn');
    await purge('yes\\n\\n');
    expect(await databases()).to.equal('1');
    expect(await ask('cat /etc/posthorn/environment')).to.equal(ENVIRONMENT.trim());
    await install('now');
    await machine().run('systemctl stop posthorn.target');
    const said = await purge('posthorn\\nyes\\n');
    expect(said).to.include('type the name of the database, posthorn, to drop it');
    expect(await databases()).to.equal('0');
    expect(await ask('ls -d /etc/posthorn /etc/systemd/system/posthorn-* 2> /dev/null || :')).to.equal('');
  });
});
