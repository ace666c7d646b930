// A Debian machine for tests of the package: the root of this machine, in which what is written is in memory and is gone
// at the end (an overlay), with processes, mounts and a network of its own. Packages are installed there for real. What
// stands for systemd is systemd-main.ts. It takes root, and a kernel that lets root do so
// (test/runner/requirements.ts).
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { bundle } from '../../../../dev/build/bundle.ts';
import { NAMESPACES } from '../../../runner/requirements.ts';
import { eventually } from '../../../support/time/eventually.ts';
import { portOf, receiveDatagrams, relay } from './relay.ts';

const exec = promisify(execFile);
/** The directory that the test sees too, in the machine. */
const SHARED = '/run/shared';
/** Enough for a few versions of the package. */
const DISK = '3g';

/** How a command ended. */
export interface Result {
  code: number;
  stdout: string;
  stderr: string;
}

/** The machine. */
export interface DebianMachine {
  /** Runs a command as root; it may fail. */
  try(command: string, env?: Record<string, string>): Promise<Result>;
  /** Runs a command as root. @returns what it printed @throws when it fails */
  run(command: string, env?: Record<string, string>): Promise<string>;
  /** Copies a file into the machine. @returns its path there */
  put(file: string): Promise<string>;
  /** Makes a server of the test reachable in the machine, on the same port of 127.0.0.1; a DNS server over UDP too. */
  reach(port: number, kind?: 'dns'): Promise<void>;
  /** Makes a port of the machine reachable for the test. @returns the port for it */
  open(port: number): Promise<number>;
  close(): Promise<void>;
}

/**
 * Starts the machine, without Posthorn and without a database.
 * @param given `debFiles` are installed; `postgres`: with Debian's PostgreSQL 15 on port 5432, which has no database yet;
 * `disk`: the size of its disk, as mount takes it
 */
export async function startDebianMachine(
  given: { debFiles?: readonly string[]; postgres?: boolean; disk?: string } = {},
): Promise<DebianMachine> {
  const directory = await mkdtemp(path.join(tmpdir(), 'posthorn-debian-'));
  const shared = path.join(directory, 'shared');
  await mkdir(shared);
  const entry = path.join(import.meta.dirname, 'systemd-main.ts');
  await bundle([{ entryPoints: [entry], outfile: path.join(shared, 'systemd.mjs') }]);
  await writeFile(path.join(shared, 'client'), CLIENT, { mode: 0o755 });
  const options = ['sh', '-euc', BOOT, 'sh', directory, given.disk ?? DISK, process.execPath, SHARED];
  const root = spawn('unshare', [...NAMESPACES, ...options], { stdio: ['pipe', 'inherit', 'inherit'] });
  const machine = connectTo(directory, root);
  try {
    const ended = once(root, 'exit').then(([code]) => {
      throw new Error(`The machine has ended with ${code}.`);
    });
    await Promise.race([
      ended,
      eventually('the machine answers', async () => (await machine.try('true')).code === 0),
    ]);
    await installNode(machine, directory);
    if (given.postgres) await machine.run(POSTGRES);
    for (const file of given.debFiles ?? []) await machine.run(`dpkg --install ${await machine.put(file)}`);
    return machine;
  } catch (error) {
    await machine.close();
    throw error;
  }
}

function connectTo(directory: string, root: ChildProcess): DebianMachine {
  const shared = path.join(directory, 'shared');
  const servers: Server[] = [];
  const post = async (url: string, body: string) => {
    const asked = request({
      socketPath: path.join(shared, 'systemd'),
      path: url,
      method: 'POST',
      agent: false,
    });
    asked.end(body);
    const [response] = await once(asked, 'response');
    return await text(response);
  };
  const attempt = async (command: string, env = {}): Promise<Result> =>
    JSON.parse(await post('/run', JSON.stringify({ command, env })));
  return {
    try: attempt,
    async run(command, env) {
      const { code, stdout, stderr } = await attempt(command, env);
      if (code !== 0) throw new Error(`This command ended with ${code}:\n${command}\n${stdout}${stderr}`);
      return stdout;
    },
    async put(file) {
      await copyFile(file, path.join(shared, path.basename(file)));
      return path.join(SHARED, path.basename(file));
    },
    async reach(port, kind) {
      servers.push(await relay(path.join(shared, `out-${port}`), { host: '127.0.0.1', port }));
      await post('/out', String(port));
      if (kind !== 'dns') return;
      servers.push(await receiveDatagrams(path.join(shared, `out-datagrams-${port}`), port));
      await post('/out-datagrams', String(port));
    },
    async open(port) {
      await post('/in', String(port));
      const server = await relay(0, { path: path.join(shared, `in-${port}`) });
      servers.push(server);
      return portOf(server);
    },
    async close() {
      for (const server of servers) server.close();
      if (root.exitCode === null && root.signalCode === null) {
        root.kill('SIGKILL');
        await once(root, 'exit');
      }
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A package in the name of Node, where Node was installed without one. */
async function installNode(machine: DebianMachine, directory: string): Promise<void> {
  if ((await machine.try('dpkg --status nodejs | grep "^Status:.* installed"')).code === 0) return;
  const tree = path.join(directory, 'nodejs');
  await mkdir(path.join(tree, 'DEBIAN'), { recursive: true });
  const control = [
    'Package: nodejs',
    'Version: 20.20',
    'Architecture: all',
    'Maintainer: tests <tests@posthorn.dev>',
  ];
  await writeFile(
    path.join(tree, 'DEBIAN/control'),
    `${control.join('\n')}\nDescription: the Node of this machine\n`,
  );
  await exec('dpkg-deb', ['--root-owner-group', '--build', tree, `${tree}.deb`]);
  await machine.run(`dpkg --install ${await machine.put(`${tree}.deb`)}`);
}

/** As `systemctl` and `journalctl`. */
const CLIENT = `#!/bin/sh
[ $# -gt 0 ] && args=$(printf '%s\\n' "$@") || args=''
printf '%s\\n' "$args" | curl --silent --unix-socket ${SHARED}/systemd --data-binary @- "http://systemd/\${0##*/}" | {
  read -r code || exit 1
  case $code in 0 | 3) cat ;; *) cat >&2 ;; esac
  exit "$code"
}
`;

/**
 * The arguments: the test's directory, the size of the disk, Node, SHARED. The last shell waits for the orphans of all
 * other processes, and everything ends when the test closes its input or is gone.
 */
const BOOT = `
perl -e 'socket(S, 2, 2, 0); my $up = pack("a16sx16", "lo", 1); ioctl(S, 0x8914, $up) or die'
mkdir "$1/disk"
mount -t tmpfs -o "size=$2,mode=755" tmpfs "$1/disk"
mkdir "$1/disk/upper" "$1/disk/work" "$1/disk/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/disk/upper,workdir=$1/disk/work" "$1/disk/root"
shared=$1/shared
cd "$1/disk/root"
mount -t proc proc proc
mount --rbind /dev dev
for each in run tmp dev/shm; do mount -t tmpfs -o mode=1777 tmpfs $each; done
mkdir -p "./$4" run/systemd/system run/lock
mount --bind "$shared" "./$4"
[ -x usr/bin/node ] || [ -x usr/local/bin/node ] || { touch usr/bin/node; mount --bind "$3" usr/bin/node; }
rm -f usr/sbin/policy-rc.d
for each in systemctl journalctl; do rm -f "usr/bin/$each" "usr/local/bin/$each"; cp "$shared/client" "usr/bin/$each"; done
rm -rf etc/posthorn usr/lib/posthorn usr/share/posthorn opt/posthorn var/backups/posthorn etc/systemd/system/posthorn*
sed -i '/^posthorn:/d' etc/passwd etc/shadow etc/group etc/gshadow
exec chroot . sh -c 'node "$0/systemd.mjs" "$0" < /dev/null & cat > /dev/null' "$4"
`;

/** Starts PostgreSQL in the machine. As the packages of Debian do it, but for the unit, which has the name that Debian's \`postgresql.service\` leads to. */
export const POSTGRES = `
rm -rf /etc/postgresql/15/main /var/lib/postgresql/15/main
install -d -o postgres -g postgres /run/postgresql
pg_createcluster --port 5432 15 main -- --no-sync > /dev/null
echo 'fsync = off' >> /etc/postgresql/15/main/postgresql.conf
cat > /etc/systemd/system/postgresql.service <<'END'
[Service]
User=postgres
ExecStart=/usr/lib/postgresql/15/bin/postgres -D /var/lib/postgresql/15/main -c config_file=/etc/postgresql/15/main/postgresql.conf
ExecStartPost=sh -c 'until pg_isready --quiet; do sleep 0.1; done'
END
systemctl daemon-reload
systemctl start postgresql
`;
