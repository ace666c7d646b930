// Starts the local stack (development environment) of `npm start`, in the order in which its parts need each other: the
// data directory, Postgres, migrations, the first account and its owner, inbox and development DNS, then API, workers and
// the SMTP servers for incoming mail and for mail from programs as separate processes.
import path from 'node:path';
import { untilAborted } from '../shared/platform/process/until-aborted.ts';
import {
  type Announcement,
  announcementFile,
  removeAnnouncement,
  writeAnnouncement,
} from './announcement.ts';
import { ensureBuilt, programArguments } from './build/build.ts';
import { ensureDashboardBuilt } from './build/build-dashboard.ts';
import { lockDataDirectory } from './data/data-lock.ts';
import { ownerEmailOf, prepareDatabase } from './data/prepare-database.ts';
import { openSecrets, type Secrets } from './data/secrets.ts';
import { openRecordStore } from './dns/record-store.ts';
import { type DevelopmentDns, startDevelopmentDns } from './dns/start.ts';
import { type Inbox, startInbox } from './inbox/start.ts';
import type { LocalStackTools } from './local-stack-tools.ts';
import { supervisePostgres } from './postgres/supervise-postgres.ts';
import { describeLogLine } from './processes/log-line.ts';
import { choosePort } from './processes/ports.ts';
import { type SupervisedProcess, superviseProcess } from './processes/supervised-process.ts';
import { atMost } from './processes/time-limit.ts';
import type { Settings } from './settings.ts';
import { hasEmails, sendWelcome } from './welcome.ts';

/** Ports of one start. */
interface Ports {
  api: number;
  inbox: number;
  inboxSmtp: number;
  inbound: number;
  submission: number;
  submissions: number;
  dns: number;
}

/** The common settings of the product's processes. */
interface Surroundings {
  settings: Settings;
  secrets: Secrets;
  databaseUrl: string;
  inbox: Inbox;
  dns: DevelopmentDns;
  apiUrl: string;
}

/** Time for the graceful stop of a process of the product; everything must have ended within ten seconds. */
const PROCESS_STOP_MS = 4_500;
const INBOX_STOP_MS = 500;
/** From and test addresses of the examples that people copy are at this domain (docs/reference/simulator.md). */
const RESEND_DOMAIN = 'resend.dev';
const LEAVES =
  'Mail leaves this machine: SMTP_URL is set, so the inbox catches nothing that Posthorn sends here.';
const NO_DASHBOARD =
  'The dashboard could not be built, so its pages are missing or old: npm run build says why. Everything else runs.';

/** A local stack that is ready. */
interface StartedStack {
  announcement: Announcement;
  signInUrl: string;
  /** The welcome email is in the inbox. */
  isWelcomed: boolean;
}

/**
 * Starts the local stack; `tools.teardown` stops it.
 * @throws StartError when it cannot start; an AbortError when it was stopped while it started
 */
export async function startLocalStack(settings: Settings, tools: LocalStackTools): Promise<StartedStack> {
  const { closing, teardown, say } = tools;
  if (settings.outgoing) say(LEAVES);
  const lock = await lockDataDirectory(settings.dataDir);
  await teardown.add(lock.release);
  await removeAnnouncement(settings.dataDir);
  const ports = await choosePorts(settings, tools);
  // The builds run while everything is prepared that the processes need.
  const building = ensureBuilt({ signal: closing });
  const buildingDashboard = ensureDashboardBuilt({ signal: closing });
  const apiUrl = `http://${reachableHost(settings.host)}:${ports.api}`;
  await lock.announce(apiUrl);
  const secrets = await openSecrets(settings.dataDir);
  closing.throwIfAborted();
  const databaseUrl = settings.databaseUrl ?? (await supervisePostgres(settings, tools));
  closing.throwIfAborted();
  const preparation = { connectionString: databaseUrl, settings, secrets, apiUrl };
  const { signInUrl } = await prepareDatabase(preparation, tools.log);
  closing.throwIfAborted();
  const { inbox, dns } = await openInbox(settings, ports, tools);
  const hasBuild = await building;
  closing.throwIfAborted();
  const around = { settings, secrets, databaseUrl, inbox, dns, apiUrl };
  await startProcesses({ ...around, hasBuild }, ports, tools);
  closing.throwIfAborted();
  const announcement = describeLocalStack(around, ports);
  const isWelcomed = settings.outgoing === undefined && (await welcome(announcement, tools));
  // The API reads it when it is there.
  const hasDashboard = await buildingDashboard;
  closing.throwIfAborted();
  if (!hasDashboard) say(NO_DASHBOARD);
  await writeAnnouncement(settings.dataDir, announcement);
  await teardown.add(() => removeAnnouncement(settings.dataDir));
  return { announcement, signInUrl, isWelcomed };
}

/** Sends the welcome email at the first start: later ones find emails. @returns whether it is in the inbox */
async function welcome(announcement: Announcement, { closing, say }: LocalStackTools): Promise<boolean> {
  if (await hasEmails(announcement, closing)) return false;
  const problem = await sendWelcome(announcement, closing);
  if (problem) say(problem);
  return problem === undefined;
}

async function choosePorts(settings: Settings, { say }: LocalStackTools): Promise<Ports> {
  const { port, inboxPort, inboxSmtpPort, inboundPort, submissionPort, submissionsPort, dnsPort } = settings;
  const local = { host: '127.0.0.1', say };
  const product = { host: settings.host, say };
  return {
    api: await choosePort({ ...product, variable: 'PORT', port }),
    inbox: await choosePort({ ...local, variable: 'INBOX_PORT', port: inboxPort }),
    inboxSmtp: await choosePort({ ...local, variable: 'INBOX_SMTP_PORT', port: inboxSmtpPort }),
    inbound: await choosePort({ ...product, variable: 'INBOUND_PORT', port: inboundPort }),
    submission: await choosePort({ ...product, variable: 'SUBMISSION_PORT', port: submissionPort }),
    submissions: await choosePort({ ...product, variable: 'SUBMISSIONS_PORT', port: submissionsPort }),
    dns: await choosePort({ ...local, variable: 'DNS_PORT', port: dnsPort }),
  };
}

/** The host part of a URL that can be opened on this machine. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** The inbox, and the development DNS, whose records it publishes. */
async function openInbox(settings: Settings, ports: Ports, { log, teardown }: LocalStackTools) {
  const dnsRecords = await openRecordStore(path.join(settings.dataDir, 'dns-records.json'));
  const dns = await startDevelopmentDns({ find: dnsRecords.find, host: '127.0.0.1', port: ports.dns });
  await teardown.add(() => atMost(INBOX_STOP_MS, dns.close()));
  const inbox = await startInbox({ smtpPort: ports.inboxSmtp, httpPort: ports.inbox, dnsRecords, log });
  await teardown.add(() => atMost(INBOX_STOP_MS, inbox.stop()));
  return { inbox, dns };
}

/** The processes of the product. */
const PROCESSES: readonly { name: string; program: readonly [source: string, ...args: string[]] }[] = [
  { name: 'API', program: ['api/main.ts'] },
  { name: 'workers', program: ['workers/main.ts', 'all'] },
  { name: 'inbound', program: ['smtp/main.ts', 'inbound'] },
  { name: 'submission', program: ['smtp/main.ts', 'submission'] },
];

/** Starts API, workers and SMTP servers at the same time: they do not depend on each other. */
async function startProcesses(
  around: Surroundings & { hasBuild: boolean },
  ports: Ports,
  tools: LocalStackTools,
): Promise<void> {
  const { say, giveUp, closing, hurry, teardown } = tools;
  const common = { environment: productEnvironment(around, ports), say, giveUp };
  // With LOG_LEVEL the unchanged log is shown.
  const shown = around.settings.logLevel ? common : { ...common, showLine: describeLogLine };
  const processes = PROCESSES.map(({ name, program }) =>
    superviseProcess({ ...shown, name, command: programArguments(program, around.hasBuild) }),
  );
  await teardown.add(() => stopTogether(processes, hurry));
  await untilAborted(closing, Promise.all(processes.map(({ ready }) => ready)));
}

function productEnvironment({ settings, secrets, ...around }: Surroundings, ports: Ports) {
  return {
    NODE_ENV: 'development',
    DATABASE_URL: around.databaseUrl,
    HOST: settings.host,
    PORT: String(ports.api),
    INBOUND_PORT: String(ports.inbound),
    SUBMISSION_PORT: String(ports.submission),
    SUBMISSIONS_PORT: String(ports.submissions),
    PUBLIC_URL: around.apiUrl,
    MAIL_HOSTNAME: settings.mailHostname,
    SECRET_KEY: settings.secretKey ?? secrets.secretKey,
    OPS_TOKEN: settings.opsToken ?? secrets.opsToken,
    ...(settings.outgoing ?? { SMTP_URL: around.inbox.smtpUrl }),
    DEVELOPMENT_DNS: around.dns.address,
    DEVELOPMENT_DNS_URL: `${around.inbox.url}/dns/records`,
    DEVELOPMENT_FILE: settings.developmentFile ?? announcementFile(settings.dataDir),
    DEVELOPMENT_DOMAIN: RESEND_DOMAIN,
    DEVELOPMENT_CLEAR_LOGIN: 'true',
    RATE_LIMIT_PER_MINUTE: settings.rateLimitPerMinute,
    LOG_LEVEL: settings.logLevel ?? (settings.isQuiet ? 'warn' : 'debug'),
  };
}

async function stopTogether(processes: SupervisedProcess[], hurry: AbortSignal): Promise<void> {
  const stopped = Promise.all(processes.map((process) => process.stop()));
  await untilAborted(hurry, atMost(PROCESS_STOP_MS, stopped)).catch(() => {});
  for (const process of processes) process.kill();
}

function describeLocalStack(
  { settings, secrets, databaseUrl, inbox, dns, apiUrl }: Surroundings,
  ports: Ports,
): Announcement {
  const opsToken = settings.opsToken ?? secrets.opsToken;
  const host = reachableHost(settings.host);
  return {
    apiUrl,
    apiKey: secrets.apiKey,
    inboxUrl: inbox.url,
    dnsUrl: `${inbox.url}/dns`,
    dnsServer: dns.address,
    queuesUrl: `${apiUrl}/ops/queues?token=${encodeURIComponent(opsToken)}`,
    docsUrl: `${apiUrl}/docs`,
    dashboardUrl: `${apiUrl}/app`,
    ownerEmail: ownerEmailOf(settings),
    ownerPassword: secrets.ownerPassword,
    inboxSmtp: { host: '127.0.0.1', port: inbox.smtpPort },
    inboundSmtp: { host, port: ports.inbound },
    submissionSmtp: { host, port: ports.submission, securePort: ports.submissions },
    databaseUrl,
    secretKey: settings.secretKey ?? secrets.secretKey,
    ...(settings.redisUrl !== undefined && { redisUrl: settings.redisUrl }),
    ...(settings.queuePrefix !== undefined && { queuePrefix: settings.queuePrefix }),
    ...(settings.outgoing !== undefined && { outgoing: settings.outgoing }),
    domain: settings.firstDomain,
    pid: process.pid,
  };
}
