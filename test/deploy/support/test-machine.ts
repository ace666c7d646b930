// The machine on which docs/deploy.md is walked: its own Debian Postgres, Redis, DNS and relay, and directories in place
// of /opt, /etc and /var.
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../dev/processes/ports.ts';
import { copyFiles } from '../../dev/support/clone.ts';
import { startThrowawayCluster } from '../../runner/throwaway-cluster.ts';
import { createDnsServer, type DnsServer } from '../../support/net/dns-server.ts';
import { startRedis, type TestRedis } from '../../support/queues/redis.ts';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink/smtp-sink.ts';
import type { Machine } from './guide.ts';
import { linkPackages } from './production-tree.ts';
import { becomeDebianCluster, type SetupMachineOptions } from './setup-machine.ts';

const CERTIFICATE = fileURLToPath(new URL('../../support/smtp-sink/test-certificate.pem', import.meta.url));
const CERTIFICATE_KEY = fileURLToPath(new URL('../../support/smtp-sink/test-key.pem', import.meta.url));
/** The shipped files that the page's commands need. */
const SHIPPED = ['dist', 'deploy', 'docs/reference'];

/** The machine, with everything of it that a test looks at. */
export interface TestMachine extends Machine {
  /** In place of /opt/posthorn. */
  tree: string;
  /** In place of /etc/posthorn/environment. */
  environmentFile: string;
  publicUrl: string;
  /** For createSetupMachine. */
  setup: Pick<SetupMachineOptions, 'directory' | 'postgresUrl' | 'binDir'>;
  dns: DnsServer;
  redis: TestRedis;
  relay: SmtpSink;
  /** The `server` block of nginx for a `web` on this port. */
  replacementsForNginx(webPort: number): Machine;
  nginxDirectory: string;
  stop(): Promise<void>;
}

/** Starts its servers. @param binDir the programs of Debian's Postgres */
export async function startTestMachine(binDir: string): Promise<TestMachine> {
  const directory = await mkdtemp(path.join(tmpdir(), 'posthorn-walk-'));
  const paths = await makeDirectories(directory);
  const cluster = await startThrowawayCluster({ binDir });
  const postgresUrl = await becomeDebianCluster(cluster.url);
  const redis = await startRedis();
  const relay = await startSmtpSink({ tls: 'starttls', auth: { user: 'posthorn', pass: 'p@ss/w+rd' } });
  const dns = await createDnsServer();
  const tlsPort = await freePort();
  const publicUrl = `https://localhost:${tlsPort}`;
  const environment = environmentOf(paths);
  const replacements = {
    'https://mail.example.com': publicUrl,
    '/opt/posthorn': paths.tree,
    '/etc/posthorn': paths.etc,
    '/usr/local/sbin': paths.sbin,
  };
  return {
    tree: paths.tree,
    environmentFile: path.join(paths.etc, 'environment'),
    publicUrl,
    setup: { directory, postgresUrl, binDir },
    dns,
    redis,
    relay,
    environment,
    replacements,
    nginxDirectory: path.join(directory, 'nginx'),
    replacementsForNginx: (webPort) => ({
      environment,
      replacements: {
        'listen [::]:443 ssl;': '',
        'listen 443 ssl': `listen 127.0.0.1:${tlsPort} ssl`,
        '/etc/letsencrypt/live/mail.example.com/fullchain.pem': CERTIFICATE,
        '/etc/letsencrypt/live/mail.example.com/privkey.pem': CERTIFICATE_KEY,
        'http://127.0.0.1:3000': `http://127.0.0.1:${webPort}`,
      },
    }),
    async stop() {
      await Promise.all([relay.stop(), dns.close(), redis.kill(), cluster.stop()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

type Paths = Record<'tree' | 'etc' | 'sbin', string>;

/** The program of a release is installed already, with this machine's paths in the operators' commands. */
async function makeDirectories(directory: string): Promise<Paths> {
  const paths: Paths = { tree: '', etc: '', sbin: '' };
  for (const name of ['tree', 'etc', 'sbin'] as const) paths[name] = path.join(directory, name);
  for (const each of Object.values(paths)) await mkdir(each, { recursive: true });
  copyFiles([...SHIPPED, 'package.json', 'package-lock.json', 'openapi.json'], paths.tree);
  await linkPackages('npm ci --omit=dev', paths.tree);
  const command = path.join(paths.tree, 'deploy/posthorn-ops');
  const text = await readFile(command, 'utf8');
  await writeFile(
    command,
    text.replaceAll('/etc/posthorn', paths.etc).replaceAll('/opt/posthorn', paths.tree),
  );
  await copyFile(command, path.join(paths.sbin, 'posthorn-ops'));
  await copyFile(path.join(paths.tree, 'deploy/posthorn-rolling'), path.join(paths.sbin, 'posthorn-rolling'));
  return paths;
}

function environmentOf({ sbin, tree }: Paths) {
  return {
    PATH: [sbin, path.dirname(process.execPath), process.env['PATH']].join(':'),
    HOME: tree,
    // The certificate of the proxy is self-signed.
    NODE_EXTRA_CA_CERTS: CERTIFICATE,
    CURL_CA_BUNDLE: CERTIFICATE,
  };
}
