// The mail servers of recipients for the flow of direct delivery, on addresses of this machine: a Postfix, servers with what a
// test wants, DNS with a zone that DNSSEC proves, a validating resolver, and a host of MTA-STS policies.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  makePostfixDirectory,
  type PostfixProgram,
  removePostfixDirectory,
  startPostfixProgram,
} from '../../../bench/servers/postfix-program.ts';
import { type IssuedCertificate, issueCertificate } from '../../support/net/certificates.ts';
import { createDnsServer, type DnsServer } from '../../support/net/dns-server.ts';
import { type SignedZone, startSignedZone } from '../../support/net/signed-zone.ts';
import { startUnbound, type Unbound } from '../../support/net/unbound.ts';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink/smtp-sink.ts';

/** The domain above all that is not proven. */
export const OPEN_ZONE = 'customer.dev';
/** The domain that DNSSEC proves. */
export const SIGNED_ZONE = 'signed.dev';
const POSTFIX_HOSTS = [`mx.${OPEN_ZONE}`, `mx.${SIGNED_ZONE}`, `mx2.${SIGNED_ZONE}`];
/** Where policies are served; Postfix has 127.0.0.1, and the other servers the addresses between. */
const POLICY_ADDRESS = '127.0.0.20';
const NO_SERVER = '127.0.0.21';
const MAILBOX_OWNER = 'static:65534';
/** The type of a TLSA record, for a library that does not write it. */
const TLSA = 'UNKNOWN_52';

/** The servers, until `stop`. */
export type DirectWorld = Awaited<ReturnType<typeof startDirectWorld>>;

/** Starts all of them. */
export async function startDirectWorld() {
  const directory = await mkdtemp(path.join(tmpdir(), 'posthorn-direct-'));
  const authority = await issueCertificate('Authority of the flow', { isAuthority: true });
  const authorityFile = path.join(directory, 'authority.pem');
  await writeFile(authorityFile, authority.cert);
  const leaf = await issueCertificate(POSTFIX_HOSTS, { issuer: authority });
  const postfix = await startPostfix(leaf, authority);
  const dns = await createDnsServer();
  const signed = await startSignedZone(SIGNED_ZONE);
  const zones = [signed, { name: OPEN_ZONE, port: dns.port }];
  const unbound = await startUnbound({ zones, trustAnchors: [signed.trustAnchor] });
  const policies = new Map<string, string>();
  const policyHost = await startPolicyHost(authority, policies);
  const sinks: SmtpSink[] = [];
  publishPostfix(dns, signed);
  return {
    dns,
    signed,
    /** Variables of the processes that send. */
    environment: {
      SMTP_URL: 'mx:',
      MX_PORT: String(postfix.program.port),
      DNS_SERVERS: dns.address,
      DNSSEC_RESOLVER: unbound.address,
      MTA_STS_PORT: String((policyHost.address() as AddressInfo).port),
      NODE_EXTRA_CA_CERTS: authorityFile,
    },
    /** What Postfix has received. */
    readMailbox: () => readFile(postfix.mailbox, 'utf8').catch(() => ''),
    /** Publishes MX records of a domain below OPEN_ZONE, the preferred host first. @returns an address of it */
    domain(name: string, ...hosts: string[]): string {
      for (const [priority, value] of hosts.entries())
        dns.publish(`${name}.${OPEN_ZONE}`, { type: 'MX', value, priority });
      return `ana@${name}.${OPEN_ZONE}`;
    },
    /** Publishes a domain below SIGNED_ZONE, with TLSA records of its host. @returns an address of it */
    signedDomain(name: string, host: string, ...records: Buffer[]): string {
      const domain = name === '' ? SIGNED_ZONE : `${name}.${SIGNED_ZONE}`;
      signed.publish({ name: domain, type: 'MX', data: { preference: 10, exchange: host } });
      for (const data of records) signed.publish({ name: `_25._tcp.${host}`, type: TLSA as 'TXT', data });
      return `ana@${domain}`;
    },
    /** A TLSA record (1 1) of the certificate of Postfix (usage 3) or its authority (2). */
    tlsa: (usage: 2 | 3, of: IssuedCertificate = usage === 3 ? leaf : authority) =>
      Buffer.concat([Buffer.from([usage, 1, 1]), digestOf(of)]),
    /** Gives a domain below OPEN_ZONE a policy. @param text undefined: its host is down */
    policy(name: string, text: string | undefined): void {
      const host = `mta-sts.${name}.${OPEN_ZONE}`;
      dns.withdraw(host);
      dns.withdraw(`_mta-sts.${name}.${OPEN_ZONE}`);
      const id = text === undefined ? 'new' : 'old';
      dns.publish(`_mta-sts.${name}.${OPEN_ZONE}`, { type: 'TXT', value: `v=STSv1; id=${id}` });
      dns.publish(host, { type: 'A', value: text === undefined ? NO_SERVER : POLICY_ADDRESS });
      if (text !== undefined) policies.set(host, text);
    },
    /** Starts another server. @param last of its address */
    async host(name: string, last: number): Promise<SmtpSink> {
      const host = `127.0.0.${last}`;
      dns.publish(name, { type: 'A', value: host });
      const certificate = await issueCertificate(name, { issuer: authority });
      const sink = await startSmtpSink({ host, port: postfix.program.port, tls: 'starttls', certificate });
      sinks.push(sink);
      return sink;
    },
    stop: () => stopAll({ postfix, dns, signed, unbound, policyHost, sinks, directory }),
  };
}

function digestOf({ x509 }: IssuedCertificate): Buffer {
  const octets = x509.publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(octets).digest();
}

/** A Postfix that takes mail for every domain of the flow into one mailbox, and offers TLS. */
async function startPostfix(leaf: IssuedCertificate, authority: IssuedCertificate) {
  const directory = await makePostfixDirectory();
  const mailboxes = path.join(directory, 'mailboxes');
  await mkdir(mailboxes);
  await chmod(mailboxes, 0o777);
  const file = (name: string) => path.join(directory, name);
  await writeFile(file('key.pem'), leaf.key);
  await writeFile(file('chain.pem'), `${leaf.cert}\n${authority.cert}`);
  const program = await startPostfixProgram(directory, {
    settings: {
      myhostname: `mx.${OPEN_ZONE}`,
      virtual_mailbox_domains: 'static:all',
      virtual_mailbox_base: mailboxes,
      virtual_mailbox_maps: 'static:inbox',
      virtual_uid_maps: MAILBOX_OWNER,
      virtual_gid_maps: MAILBOX_OWNER,
      smtpd_tls_security_level: 'may',
      smtpd_tls_key_file: file('key.pem'),
      smtpd_tls_cert_file: file('chain.pem'),
      smtpd_tls_received_header: 'yes',
    },
    services: ['virtual unix - n n - - virtual', 'tlsmgr unix - - n 1000? 1 tlsmgr'],
  }).catch(async (error: unknown) => {
    await removePostfixDirectory(directory);
    throw error;
  });
  return { program, directory, mailbox: path.join(mailboxes, 'inbox') };
}

function publishPostfix(dns: DnsServer, signed: SignedZone): void {
  dns.publish(`mx.${OPEN_ZONE}`, { type: 'A', value: '127.0.0.1' });
  for (const name of [`mx.${SIGNED_ZONE}`, `mx2.${SIGNED_ZONE}`])
    signed.publish({ name, type: 'A', data: '127.0.0.1' });
}

/** Serves policies by the name of the host. */
async function startPolicyHost(issuer: IssuedCertificate, policies: Map<string, string>): Promise<Server> {
  const names = ['sts', 'other', 'tested'].map((name) => `mta-sts.${name}.${OPEN_ZONE}`);
  const server = createServer(await issueCertificate(names, { issuer }), ({ headers }, response) => {
    const text = policies.get(headers.host?.replace(/:\d+$/, '') ?? '');
    response.statusCode = text === undefined ? 404 : 200;
    response.setHeader('content-type', 'text/plain').end(text);
  });
  await once(server.listen(0, POLICY_ADDRESS), 'listening');
  return server;
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await once(server.close(), 'close');
}

async function stopAll(world: {
  postfix: { program: PostfixProgram; directory: string };
  dns: DnsServer;
  signed: SignedZone;
  unbound: Unbound;
  policyHost: Server;
  sinks: readonly SmtpSink[];
  directory: string;
}): Promise<void> {
  await world.postfix.program.stop();
  await removePostfixDirectory(world.postfix.directory);
  await world.unbound.stop();
  await Promise.all(world.sinks.map((sink) => sink.stop()));
  await Promise.all([world.dns.close(), world.signed.close(), closeServer(world.policyHost)]);
  await rm(world.directory, { recursive: true });
}
