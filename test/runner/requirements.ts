// What some tests need from the machine. Where it is missing, test/run.ts skips and names those tests.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { listOtherNodes, type OtherNode } from './other-nodes.ts';
import { findPreviousCommit } from './previous.ts';

/** The first is without windows, and so without half of the work. */
const CHROMIUM_NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const DEBIAN_POSTGRES_15 = '/usr/lib/postgresql/15/bin';
/** Each architecture has a directory here; SASL's modules are below it. */
const DEBIAN_LIBRARIES = '/usr/lib';
const SASL_PLAIN = 'sasl2/libplain.so';
/** Clients of a flow of submission, and what signs the mail that it sends. */
const SUBMITTING_PROGRAMS = ['swaks', 'python3', 'msmtp', 'openssl', 'gpg'] as const;
/** Languages of the guides' snippets, other than Node. */
const SNIPPET_PROGRAMS = ['curl', 'jq', 'python3', 'php', 'ruby'] as const;
/** As Debian calls it, which has it for the system's Python, and as others do. */
const PYTEST_NAMES = ['pytest-3', 'pytest'];
/** The programs of deploy/lab/postgres-ha.ts; Patroni speaks etcd's v2 API with a library. */
const FAILOVER_PROGRAMS = ['patroni', 'etcd', 'haproxy', 'ip'] as const;
const PATRONI_ETCD = '/usr/lib/python3/dist-packages/etcd';
/** The namespaces of the Debian machine in the tests of our package (test/deploy/debian/support/machine.ts). */
export const NAMESPACES = ['--mount', '--net', '--pid', '--fork', '--kill-child=SIGKILL'];
/** What is tried of it. */
const OVERLAY = `command -v curl perl dpkg-deb && mount -t tmpfs tmpfs /mnt && cd /mnt && mkdir upper work root &&
  mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work root && chroot root true`;

/** What this machine has. */
export interface Machine {
  /** Directory of PostgreSQL 15's programs. */
  postgres15: string | undefined;
  /** Path of redis-server. */
  redis: string | undefined;
  /** Path of Chromium. */
  chromium: string | undefined;
  /** Path of systemd-analyze, which checks the units in deploy/systemd/. systemd itself need not run. */
  systemdAnalyze: string | undefined;
  /** Path of nginx, the proxy in front of the API in docs/deploy.md. */
  nginx: string | undefined;
  /** Path of Postfix, the relay of a flow, where we may start it: only root may. */
  postfix: string | undefined;
  /** Path of unshare, where root may give processes a root, a network and mounts of their own, and this is a Debian. */
  debian: string | undefined;
  /** Paths of what the lab of databases that fail over runs, where root may give processes a network. */
  failover: Readonly<Record<(typeof FAILOVER_PROGRAMS)[number] | "Patroni's etcd", string | undefined>>;
  /** Path of unbound, the validating resolver of the tests of DANE. */
  unbound: string | undefined;
  /** Path of PgBouncer. */
  pgbouncer: string | undefined;
  /** Paths of the programs that submit and sign mail in a flow. */
  submitting: Readonly<Record<(typeof SUBMITTING_PROGRAMS)[number], string | undefined>>;
  /** Paths of the programs that run the snippets of the guides. */
  snippets: Readonly<Record<(typeof SNIPPET_PROGRAMS)[number], string | undefined>>;
  pytest: string | undefined;
  /** The path of PHP if it can make requests. */
  phpCurl: string | undefined;
  /** The path of each language's libraries that send mail. */
  mailLibraries: Readonly<Record<string, string | undefined>>;
  /** SASL's module for PLAIN, with which Postfix logs in. */
  saslPlain: string | undefined;
  /** The commit of the release before, which upgrades begin with. */
  previousCommit: string | undefined;
  /** The other supported versions of Node that are installed. */
  nodes: OtherNode[];
  /** Those that are not. */
  missingNodes: OtherNode[];
}

/** Looks for the programs; the environment may name PostgreSQL 15, Chromium and the place of other Nodes. */
export function inspectMachine(environment: NodeJS.ProcessEnv): Machine {
  const postgres15 = environment['POSTGRES_15_BIN_DIR'] ?? DEBIAN_POSTGRES_15;
  const directories = (environment['PATH'] ?? '').split(path.delimiter);
  const find = (name: string) => directories.map((directory) => path.join(directory, name)).find(existsSync);
  const findAll = <Name extends string>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, find(name)])) as Record<Name, string | undefined>;
  const findIf = ([name, ...args]: readonly [string, ...string[]]) => {
    const program = find(name);
    return program && spawnSync(program, args).status === 0 ? program : undefined;
  };
  const otherNodes = listOtherNodes(environment);
  return {
    postgres15: existsSync(path.join(postgres15, 'postgres')) ? postgres15 : undefined,
    redis: find('redis-server'),
    chromium: environment['CHROMIUM_PATH'] ?? CHROMIUM_NAMES.map(find).find(Boolean),
    systemdAnalyze: find('systemd-analyze'),
    nginx: find('nginx'),
    postfix: process.getuid?.() === 0 ? find('postfix') : undefined,
    debian: findIf(['unshare', ...NAMESPACES, 'sh', '-c', OVERLAY]),
    failover: {
      ...findAll(FAILOVER_PROGRAMS),
      "Patroni's etcd": existsSync(PATRONI_ETCD) ? PATRONI_ETCD : undefined,
    },
    unbound: find('unbound'),
    pgbouncer: find('pgbouncer'),
    submitting: findAll(SUBMITTING_PROGRAMS),
    snippets: findAll(SNIPPET_PROGRAMS),
    pytest: PYTEST_NAMES.map(find).find(Boolean),
    phpCurl: findIf(['php', '-r', "exit(extension_loaded('curl') ? 0 : 1);"]),
    mailLibraries: {
      PHPMailer: findIf(['php', '-r', "require 'libphp-phpmailer/autoload.php';"]),
      'Symfony Mailer': findIf(['php', '-r', "require 'Symfony/Component/Mailer/autoload.php';"]),
      "Ruby's mail": findIf(['ruby', '-e', 'gem "mail"']),
    },
    saslPlain: readdirSync(DEBIAN_LIBRARIES)
      .map((name) => path.join(DEBIAN_LIBRARIES, name, SASL_PLAIN))
      .find(existsSync),
    previousCommit: findPreviousCommit(),
    nodes: otherNodes.filter(({ program }) => existsSync(program)),
    missingNodes: otherNodes.filter(({ program }) => !existsSync(program)),
  };
}
