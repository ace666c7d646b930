// Servers of mailbox providers for the flows of their pace, on addresses of this machine: DNS names them as it names the real
// ones, so the product finds the rows of its table by the hosts.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDnsServer } from '../../support/net/dns-server.ts';
import { type SmtpSink, type SmtpSinkOptions, startSmtpSink } from '../../support/smtp-sink/smtp-sink.ts';

/** The MX of a domain at each, by the name of the provider (shared/mail/providers/table.ts). */
const HOSTS = {
  google: 'gmail-smtp-in.l.google.com',
  yahoo: 'mx-eu.mail.am0.yahoodns.net',
  'microsoft-365': 'customer-dev.mail.protection.outlook.com',
  apple: 'mx01.mail.icloud.com',
  orange: 'smtp-in.orange.fr',
  gmx: 'mx00.gmx.net',
};
/** The last number of the first server's address. */
const FIRST_SERVER = 41;
/** Mails a minute that no flow reaches, until a server asks for fewer. */
export const FIRST_RATE = 60_000;

/** The name of a provider that has a server. */
export type ServedProvider = keyof typeof HOSTS;

/** The servers, until `stop`. */
export type ProviderServers = Awaited<ReturnType<typeof startProviderServers>>;

/** Starts them, each with STARTTLS. @param row what the rows of all have in SHAPING_FILE in addition */
export async function startProviderServers(options: SmtpSinkOptions = {}, row = {}) {
  const directory = await mkdtemp(path.join(tmpdir(), 'posthorn-providers-'));
  const shapingFile = path.join(directory, 'shaping.json');
  const rows = Object.keys(HOSTS).map((name) => [name, { first_rate: FIRST_RATE, ...row }]);
  await writeFile(shapingFile, JSON.stringify(Object.fromEntries(rows)));
  const dns = await createDnsServer();
  const sinks = new Map<string, SmtpSink>();
  let port = 0;
  for (const [at, [name, value]] of Object.entries(HOSTS).entries()) {
    const host = `127.0.0.${FIRST_SERVER + at}`;
    const sink = await startSmtpSink({ ...options, tls: 'starttls', host, port });
    port = sink.port;
    sinks.set(name, sink);
    dns.publish(domainOf(name), { type: 'MX', value, priority: 10 });
    dns.publish(value, { type: 'A', value: host });
  }
  return {
    /** Variables of the processes that send. */
    environment: {
      SMTP_URL: 'mx:',
      MX_PORT: String(port),
      DNS_SERVERS: dns.address,
      SHAPING_FILE: shapingFile,
    },
    sinkOf: (name: ServedProvider) => sinks.get(name) as SmtpSink,
    addressAt: (name: ServedProvider, mailbox = 'ana') => `${mailbox}@${domainOf(name)}`,
    async stop() {
      await Promise.all([...sinks.values()].map((sink) => sink.stop()));
      await dns.close();
      await rm(directory, { recursive: true });
    },
  };
}

/**
 * Gives each mail some time at a server, so that mails that come at a time overlap.
 * @returns for each mail from now on, in order, how many others were between MAIL and the end of their content
 */
export function watchOverlaps(sink: SmtpSink, eachMs = 30): readonly number[] {
  const overlaps: number[] = [];
  let open = 0;
  const begin = () => void overlaps.push(open++);
  sink.setFault({ stage: 'mail', kind: 'delay', ms: eachMs, onStruck: begin });
  sink.setFault({ stage: 'after-data', kind: 'delay', ms: 0, onStruck: () => void open-- });
  return overlaps;
}

function domainOf(name: string): string {
  return `${name}.customer.dev`;
}
