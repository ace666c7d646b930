// A real validating resolver (unbound, from apt) on a free port of 127.0.0.1. It asks the name servers of the given zones,
// which are on this machine, and no other; zones without a trust anchor are insecure. It keeps no answers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../../dev/processes/ports.ts';

/** What it knows. */
export interface UnboundOptions {
  /** Each with the port of its name server on 127.0.0.1. */
  zones: readonly { name: string; port: number }[];
  /** Keys of the signed ones (signed-zone.ts). */
  trustAnchors: readonly string[];
}

/** A running resolver. */
export interface Unbound {
  /** `address:port`, for DNSSEC_RESOLVER. */
  address: string;
  stop(): Promise<void>;
}

/** It says so when it answers. */
const STARTED = /start of service/;
/** Where no server listens: no question leaves this machine. */
const NOWHERE = '127.0.0.1@1';

/** Starts it. @throws Error with its log when it does not start */
export async function startUnbound(options: UnboundOptions): Promise<Unbound> {
  const directory = await mkdtemp(path.join(tmpdir(), 'posthorn-unbound-'));
  const port = await freePort('127.0.0.1', true);
  const configuration = path.join(directory, 'unbound.conf');
  await writeFile(configuration, configurationOf(options, port));
  const program = spawn('unbound', ['-d', '-c', configuration], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(program, 'exit');
  const stop = async () => {
    program.kill();
    await ended;
    await rm(directory, { recursive: true, force: true });
  };
  const log: string[] = [];
  const lines = createInterface(program.stderr);
  const started = new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      log.push(line);
      if (STARTED.test(line)) resolve();
    });
  });
  await Promise.race([
    started,
    ended.then(() => {
      throw new Error(`unbound has not started:\n${log.join('\n')}`);
    }),
  ]).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { address: `127.0.0.1:${port}`, stop };
}

function configurationOf({ zones, trustAnchors }: UnboundOptions, port: number): string {
  return `
server:
  interface: 127.0.0.1@${port}
  do-ip6: no
  do-daemonize: no
  username: ""
  chroot: ""
  directory: ""
  pidfile: ""
  use-syslog: no
  logfile: ""
  verbosity: 1
  do-not-query-localhost: no
  module-config: "validator iterator"
  val-bogus-ttl: 0
${trustAnchors.map((anchor) => `  trust-anchor: "${anchor}"`).join('\n')}
${zones.map(({ name }) => `  local-zone: "${name}." transparent`).join('\n')}
remote-control:
  control-enable: no
stub-zone:
  name: "."
  stub-addr: ${NOWHERE}
${zones.map(({ name, port: server }) => `stub-zone:\n  name: "${name}"\n  stub-addr: 127.0.0.1@${server}\n  stub-no-cache: yes`).join('\n')}
`;
}
