// The Debian machine of the tests: it is apart from this one, and its systemctl obeys the lines of units.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect } from 'chai';
import { exchange } from '../../support/net/raw-http.ts';
import { type DebianMachine, startDebianMachine } from './support/machine.ts';
import { portOf } from './support/relay.ts';

const UNITS: Readonly<Record<string, string>> = {
  'made.target':
    '[Unit]\nWants=made-first.service made-second.service\n[Install]\nWantedBy=multi-user.target',
  'made-first.service':
    "[Unit]\nPartOf=made.target\n[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=sh -c 'test -e /ready && echo first >> /order'",
  'made-second.service':
    "[Unit]\nPartOf=made.target\nRequires=made-first.service\nAfter=made-first.service\n[Service]\nUser=daemon\nUMask=0077\nEnvironment=WORD=unit\nExecStart=sh -c 'echo $WORD $(id -un) $(umask); exec sleep 1000'",
  'made-.service.d/10-all.conf': '[Service]\nEnvironmentFile=/etc/made\nRestart=on-failure\nRestartSec=0.05',
};

describe('The Debian machine', function () {
  this.timeout(60_000);
  let machine: DebianMachine;

  before(async () => {
    machine = await startDebianMachine();
    for (const [name, text] of Object.entries(UNITS))
      await machine.run(
        `mkdir -p "$(dirname "/etc/systemd/system/$NAME")"; echo "$TEXT" > "/etc/systemd/system/$NAME"`,
        {
          NAME: name,
          TEXT: text,
        },
      );
    await machine.run('echo "WORD=\'a \\$b#c\'" > /etc/made');
  });
  after(() => machine?.close());

  it('writes nothing on this one, and has a network of its own', async () => {
    await machine.run('touch /usr/posthorn-was-here; [ "$(id -u)" = 0 ]');
    expect(existsSync('/usr/posthorn-was-here')).to.equal(false);
    // A server that answers before it is asked closes the way of the request.
    const server = createServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\nhere'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const port = portOf(server);
    expect((await machine.try(`curl --silent http://127.0.0.1:${port}`)).code).to.equal(7);
    await machine.reach(port);
    expect(await machine.run(`curl --silent http://127.0.0.1:${port}`)).to.equal('here');
    const back = await machine.open(port);
    expect(await exchange(back, 'GET / HTTP/1.1\r\n\r\n')).to.match(/here$/);
    server.close();
  });

  it('starts units after those that they require, and again after a failure', async () => {
    const { code } = await machine.try('systemctl start made.target');
    expect(code).to.equal(0);
    expect((await machine.try('systemctl is-active made-second')).stdout).to.equal('inactive\n');
    await machine.run('touch /ready; until systemctl is-active --quiet made-first; do sleep 0.05; done');
    await machine.run('systemctl enable --now made.target && systemctl is-active made-second');
    const log = await machine.run('until journalctl --unit made-second | grep .; do sleep 0.05; done');
    expect(log).to.equal('a $b#c daemon 0077\n');
    const before = await machine.run('systemctl show --property MainPID --value made-second');
    await machine.run(
      `kill -9 ${before.trim()}; until [ "$(systemctl show -p NRestarts --value made-second)" = 1 ]; do sleep 0.05; done`,
    );
    await machine.run('until systemctl is-active --quiet made-second; do sleep 0.05; done');
    await machine.run('systemctl stop made.target');
    expect(await machine.run('systemctl list-units "made*"; cat /order')).to.equal('first\n');
  });
});
