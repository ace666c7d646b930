// The lab of databases that fail over: three machines with Patroni and Postgres, one with etcd, and HAProxy where Posthorn
// runs, with the files of deploy/ha that docs/high-availability.md shows. Synchronous: an answered mail is on two machines.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { findServerUser, type ServerUser } from '../../dev/postgres/server-user.ts';
import { ROOT } from '../../test/support/documents/root.ts';
import { eventually } from '../../test/support/time/eventually.ts';
import { createBareClient } from './bare-client.ts';
import type { Failure, LabServers } from './lab.ts';
import { createMachine, createSwitch, type Machine } from './machine.ts';

const PASSWORD = 'lab';
const ETCD = { address: '10.0.0.20', port: 2379 };
const DATABASE_URL = `postgresql://postgres:${PASSWORD}@127.0.0.1:5000/postgres`;
/** As HAProxy asks (deploy/ha/haproxy.cfg). */
const REST_PORT = 8008;
const ASKED_WITHIN_MS = 1_000;
const READY_WITHIN_MS = 120_000;
/** After these a standby that has not followed is made again (docs/high-availability.md). */
const FOLLOWS_WITHIN_MS = 60_000;
/** Long enough for the leader to miss it (loop_wait and retry_timeout are 5 s). */
const WITHOUT_ETCD_MS = 10_000;
/** The limit of the bare client. */
const BARE_LIMIT_MS = 5_000;
/** The limits in docs/scaling.md. */
const LIMITS = { limitSeconds: 10, ratio: 1.5 };

/** What a node is, as Patroni's pages are called. */
type Role = 'primary' | 'synchronous';

/** How Patroni sees a node. */
interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

/** A database with its Patroni. */
interface Node {
  name: string;
  machine: Machine;
  start(): void;
}

/** The lab. */
export const POSTGRES_HA = {
  start: startPostgresHa,
  packages: {
    patroni: 'patroni',
    etcd: 'etcd-server',
    haproxy: 'haproxy',
    '/usr/lib/python3/dist-packages/etcd': 'python3-etcd',
    '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  },
};

async function startPostgresHa(): Promise<LabServers> {
  const directory = path.join(tmpdir(), 'databases');
  const user = await findServerUser(directory);
  if (!user) throw new Error('The lab needs root.');
  await mkdir(directory, { mode: 0o700 });
  await chown(directory, user.uid, user.gid);
  createSwitch();
  const etcd = await startEtcd(directory, user);
  const nodes = await Promise.all([1, 2, 3].map((number) => createNode(number, directory, user)));
  spawn('haproxy', ['-f', path.join(ROOT, 'deploy/ha/haproxy.cfg')], { stdio: 'ignore' });
  // It takes each server for a leader until its second question.
  for (const node of nodes) node.start();
  await eventually('three databases', () => isWhole(nodes), READY_WITHIN_MS);
  const bareWrite = createBareClient(DATABASE_URL, BARE_LIMIT_MS);
  await eventually('the bare client writes', () => bareWrite().then(() => true));
  const failures = listFailures(nodes, etcd, path.join(directory, 'db1.yml'));
  return { databaseUrl: DATABASE_URL, bareWrite, failures };
}

async function startEtcd(directory: string, user: ServerUser): Promise<Machine> {
  const etcd = await createMachine('etcd', ETCD.address);
  const url = `http://${ETCD.address}:${ETCD.port}`;
  const options = [
    '--enable-v2=true',
    `--data-dir=${directory}/etcd`,
    `--listen-client-urls=${url}`,
    `--advertise-client-urls=${url}`,
  ];
  etcd.start(['etcd', ...options], user, path.join(directory, 'etcd.log'));
  await eventually('etcd', () => fetch(`${url}/version`).then(({ ok }) => ok));
  return etcd;
}

/** With the configuration of deploy/ha; only names, addresses, directories and passwords are the lab's. */
async function createNode(number: number, directory: string, user: ServerUser): Promise<Node> {
  const name = `db${number}`;
  const address = `10.0.0.1${number}`;
  const text = await readFile(path.join(ROOT, 'deploy/ha/patroni.yml'), 'utf8');
  const settings = parse(
    text
      .replaceAll('10.0.0.11', address)
      .replaceAll(/CHOOSE-\d/g, PASSWORD)
      .replaceAll('/var/run/postgresql', directory),
  );
  settings.name = name;
  settings.etcd.hosts = `${ETCD.address}:${ETCD.port}`;
  Object.assign(settings.postgresql, {
    data_dir: `${directory}/${name}`,
    pgpass: `${directory}/${name}.pgpass`,
  });
  const file = path.join(directory, `${name}.yml`);
  await writeFile(file, stringify(settings));
  const machine = await createMachine(name, address);
  return {
    name,
    machine,
    start: () => machine.start(['patroni', file], user, path.join(directory, `${name}.log`)),
  };
}

function listFailures(nodes: readonly Node[], etcd: Machine, settings: string): Failure[] {
  let struck: Node | undefined;
  const to = (role: Role, what: (node: Node) => void | Promise<void>) => async () => {
    struck = await eventually(role, () => find(nodes, role));
    await what(struck);
  };
  const andBack =
    (what: (machine: Machine) => void, start = false) =>
    async () => {
      if (struck) what(struck.machine);
      if (start) struck?.start();
      await eventually('three databases', () => isWhole(nodes), FOLLOWS_WITHIN_MS).catch(() =>
        replaceStandbys(nodes, settings),
      );
    };
  return [
    {
      name: 'leader killed',
      strike: to('primary', ({ machine }) => machine.kill()),
      mend: andBack(() => {}, true),
      ...LIMITS,
    },
    {
      name: 'leader frozen, and thawed',
      strike: to('primary', ({ machine }) => machine.freeze()),
      mend: andBack((machine) => machine.thaw()),
      ...LIMITS,
    },
    {
      name: 'leader cut off',
      strike: to('primary', ({ machine }) => machine.cutOff()),
      mend: andBack((machine) => machine.reconnect()),
      ...LIMITS,
    },
    {
      name: 'leader switched (`patronictl switchover`)',
      strike: to('primary', ({ name }) => switchOver(settings, name)),
      mend: andBack(() => {}),
      ...LIMITS,
      ratio: 2,
    },
    {
      name: 'synchronous standby frozen, and thawed',
      strike: to('synchronous', ({ machine }) => machine.freeze()),
      mend: andBack((machine) => machine.thaw()),
      ...LIMITS,
    },
    {
      name: `etcd away for ${WITHOUT_ETCD_MS / 1_000} s`,
      async strike() {
        etcd.cutOff();
        await delay(WITHOUT_ETCD_MS);
        etcd.reconnect();
      },
      mend: andBack(() => {}),
      ...LIMITS,
    },
  ];
}

async function switchOver(settings: string, leader: string): Promise<void> {
  await patronictl(settings, 'switchover', '--master', leader, '--force');
}

/** Copies the leader again to each standby that was left on an older timeline. Patroni is copying it to others already. */
async function replaceStandbys(nodes: readonly Node[], settings: string): Promise<void> {
  const members = await listMembers(nodes);
  const left = members.filter((member) => member.state === 'running' && !isFollowing(member, members));
  for (const { name } of left) await patronictl(settings, 'reinit', 'posthorn', name, '--force');
  await eventually('three databases', () => isWhole(nodes), READY_WITHIN_MS);
}

async function patronictl(settings: string, verb: string, ...options: string[]): Promise<void> {
  const child = spawn('patronictl', ['-c', settings, verb, ...options], { stdio: 'ignore' });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`patronictl ${verb} ended with ${status}`);
}

async function ask(node: Node | undefined, page: string): Promise<Response | undefined> {
  const url = `http://${node?.machine.address}:${REST_PORT}${page}`;
  return await fetch(url, { signal: AbortSignal.timeout(ASKED_WITHIN_MS) }).catch(() => undefined);
}

async function find(nodes: readonly Node[], role: Role): Promise<Node | undefined> {
  const answers = await Promise.all(nodes.map((node) => ask(node, `/${role}`)));
  return nodes.find((_, index) => answers[index]?.ok);
}

/** One leads, one follows synchronously and may take its place, and one follows. */
async function isWhole(nodes: readonly Node[]): Promise<boolean> {
  const members = await listMembers(nodes);
  const following = members.filter((member) => isFollowing(member, members));
  return following.length === nodes.length && members.some(({ role }) => role === 'sync_standby');
}

async function listMembers(nodes: readonly Node[]): Promise<Member[]> {
  const answer = await ask(await find(nodes, 'primary'), '/cluster');
  const { members = [] } = ((await answer?.json()) ?? {}) as { members?: Member[] };
  return members;
}

/** The leader, or a standby that follows it: one that cannot is `running` too, on an older timeline. */
function isFollowing({ state, timeline }: Member, members: readonly Member[]): boolean {
  return state === 'running' && timeline === members.find(({ role }) => role === 'leader')?.timeline;
}
