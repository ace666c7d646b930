// The machine on which docs/deploy.md is walked: its own Debian Postgres, Redis, DNS and relay, and directories in place
// of /opt, /etc and /var.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from '../../../dev/build/build.ts';
import { isDashboardBuilt } from '../../../dev/build/build-dashboard.ts';
import { freePort } from '../../../dev/processes/ports.ts';
import { copyFiles, listRepository } from '../../dev/support/clone.ts';
import { startThrowawayCluster, type ThrowawayCluster } from '../../runner/throwaway-cluster.ts';
import { withServer } from '../../support/database/database.ts';
import { createDnsServer, type DnsServer } from '../../support/net/dns-server.ts';
import { startRedis, type TestRedis } from '../../support/queues/redis.ts';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink/smtp-sink.ts';
import type { Machine } from './guide.ts';

const CERTIFICATE = fileURLToPath(new URL('../../support/smtp-sink/test-certificate.pem', import.meta.url));
const CERTIFICATE_KEY = fileURLToPath(new URL('../../support/smtp-sink/test-key.pem', import.meta.url));
/** The role of the service in the database. */
const ROLE = 'posthorn_service';
/** What the image and the page's build do not need. */
const NOT_SHIPPED = /^(?:test|bench)\//;

/** The machine, with everything of it that a test looks at. */
export interface TestMachine extends Machine {
  /** In place of /opt/posthorn. */
  tree: string;
  /** In place of /etc/posthorn/environment. */
  environmentFile: string;
  publicUrl: string;
  /** As the service connects, with the password of the page. */
  databaseUrl(name: string): string;
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
  const server = new URL(cluster.url);
  server.pathname = '/postgres';
  // The page creates it.
  await withServer(server.href, (client) => client.query('DROP DATABASE posthorn'));
  const [redis, relay, dns, tlsPort] = [
    await startRedis(),
    await startSmtpSink({ tls: 'starttls', auth: { user: 'posthorn', pass: 'p@ss/w+rd' } }),
    await createDnsServer(),
    await freePort(),
  ];
  const publicUrl = `https://localhost:${tlsPort}`;
  const environment = environmentOf(cluster, binDir, paths);
  const replacements = {
    'https://mail.example.com': publicUrl,
    '/opt/posthorn': paths.tree,
    '/etc/posthorn': paths.etc,
    '/usr/local/sbin': paths.sbin,
    '/var/backups': paths.backups,
    'runuser -u postgres -- ': '',
    // The superuser of this cluster has the name of the page's role.
    'ROLE posthorn ': `ROLE ${ROLE} `,
    'OWNER posthorn ': `OWNER ${ROLE} `,
    '--owner=posthorn ': `--owner=${ROLE} `,
  };
  return {
    tree: paths.tree,
    environmentFile: path.join(paths.etc, 'environment'),
    publicUrl,
    databaseUrl: (name) => `postgres://${ROLE}:choose-a-password@${new URL(cluster.url).host}/${name}`,
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

type Paths = Record<'tree' | 'etc' | 'sbin' | 'backups', string>;

/** The source of a release is there already, with this machine's paths in the operators' command. */
async function makeDirectories(directory: string): Promise<Paths> {
  const paths: Paths = { tree: '', etc: '', sbin: '', backups: '' };
  for (const name of ['tree', 'etc', 'sbin', 'backups'] as const) paths[name] = path.join(directory, name);
  for (const each of Object.values(paths)) await mkdir(each, { recursive: true });
  copyFiles(
    listRepository().filter((file) => !NOT_SHIPPED.test(file)),
    paths.tree,
  );
  // That the page's commands make a build is tried with the Dockerfile, which has the same.
  if ((await isBuilt()) && (await isDashboardBuilt())) copyFiles(['dist'], paths.tree);
  const command = path.join(paths.tree, 'deploy/posthorn-ops');
  const text = await readFile(command, 'utf8');
  await writeFile(
    command,
    text.replaceAll('/etc/posthorn', paths.etc).replaceAll('/opt/posthorn', paths.tree),
  );
  return paths;
}

/** `runuser -u postgres` is left out of the commands: libpq reads who the superuser is. */
function environmentOf(cluster: ThrowawayCluster, binDir: string, { sbin, tree }: Paths) {
  const { hostname, port, username, password } = new URL(cluster.url);
  return {
    PATH: [sbin, binDir, path.dirname(process.execPath), process.env['PATH']].join(':'),
    HOME: tree,
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: username,
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: 'postgres',
    // The certificate of the proxy is self-signed.
    NODE_EXTRA_CA_CERTS: CERTIFICATE,
    CURL_CA_BUNDLE: CERTIFICATE,
  };
}
