// The files of deploy/ha, as the programs of Debian read them. The lab postgres-ha runs them (deploy/lab/postgres-ha.ts).
import { spawnSync } from 'node:child_process';
import { expect } from 'chai';

/** patroni.yml has an address that must be this machine's, with free ports. */
const MACHINE =
  'ip link set lo up; ip address add 10.0.0.11/24 dev lo; patroni --validate-config deploy/ha/patroni.yml';

describe('The files of two of everything', () => {
  it('haproxy.cfg is valid at the end of that of Debian', () => {
    const files = ['-f', '/etc/haproxy/haproxy.cfg', '-f', 'deploy/ha/haproxy.cfg'];
    expect(run('haproxy', ['-q', '-c', ...files])).to.equal('');
  });

  it('patroni.yml is valid, except that no etcd answers', () => {
    const said = run('unshare', ['--net', 'sh', '-c', MACHINE]);
    expect(said).to.match(/^etcd\.hosts [\d.:,]+ didn't pass validation: '[\d.:]+ is not reachable'\n$/);
  });
});

function run(program: string, args: string[]): string {
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return stdout + stderr;
}
