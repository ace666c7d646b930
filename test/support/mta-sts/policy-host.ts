// A policy host of MTA-STS: an https server for mta-sts.acme.test with certificates of its own, and the DNS that leads there.
// A test says what it answers, and how often it was asked is counted.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createDns } from '../../../shared/platform/net/dns/dns.ts';
import type {
  PolicyFetchDeps,
  PolicyFetchOptions,
} from '../../../shared/resources/messaging/mta-sts/fetch-policy.ts';
import { createDnsServer, type DnsServer } from '../net/dns-server.ts';
import { readTestCertificate } from '../smtp-sink/certificate.ts';

/** The domain that has the policy. */
export const DOMAIN = 'acme.test';

/** The certificate that the host shows. */
export type PolicyHostCertificate = 'valid' | 'expired' | 'other name';

/** A running host. */
export interface PolicyHost {
  readonly dns: DnsServer;
  /** How a process reaches it. */
  readonly deps: PolicyFetchDeps & { dns: ReturnType<typeof createDns> };
  readonly options: Required<Pick<PolicyFetchOptions, 'authority'>>;
  /** Paths that were asked for. */
  readonly asked: string[];
  /** Publishes a record with this id in place of the one there is; without an id, none. */
  publish(id?: string): void;
  /** Answers from now on with this policy, or in another way. */
  serve(answer: string | RequestListener, certificate?: PolicyHostCertificate): void;
  close(): Promise<void>;
}

const { key, cert: otherName } = readTestCertificate('other.test');
const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const CERTIFICATES: Readonly<Record<PolicyHostCertificate, string>> = {
  valid: read('certificate.pem'),
  expired: read('certificate-expired.pem'),
  'other name': otherName,
};

/** A policy. @param fields in place of those of a valid one */
export function policyText(fields: { mode?: string; mx?: string[]; maxAge?: string } = {}): string {
  const { mode = 'enforce', mx = ['mx.acme.test'], maxAge = '604800' } = fields;
  const lines = ['version: STSv1', `mode: ${mode}`, ...mx.map((host) => `mx: ${host}`), `max_age: ${maxAge}`];
  return `${lines.join('\r\n')}\r\n`;
}

/** Starts a host that has a policy, and publishes its record. */
export async function startPolicyHost(): Promise<PolicyHost> {
  const dns = await createDnsServer();
  const asked: string[] = [];
  let answer: RequestListener;
  const server = createServer({ key, cert: CERTIFICATES.valid }, (request, response) => {
    asked.push(`${request.headers.host?.replace(/:\d+$/, '')}${request.url}`);
    answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  dns.set(`mta-sts.${DOMAIN}`, ['127.0.0.1']);
  const host: PolicyHost = {
    dns,
    asked,
    deps: {
      config: { outboundReach: 'loopback', mtaStsPort: (server.address() as AddressInfo).port },
      dns: createDns({ servers: [dns.address], reach: 'loopback' }),
    },
    options: { authority: Object.values(CERTIFICATES).join('\n') },
    publish(id) {
      dns.withdraw(`_mta-sts.${DOMAIN}`);
      if (id !== undefined) dns.publish(`_mta-sts.${DOMAIN}`, { type: 'TXT', value: `v=STSv1; id=${id};` });
    },
    serve(given, certificate = 'valid') {
      server.setSecureContext({ key, cert: CERTIFICATES[certificate] });
      answer =
        typeof given === 'string'
          ? (_, response) => void response.setHeader('content-type', 'text/plain').end(given)
          : given;
    },
    async close() {
      server.closeAllConnections();
      await Promise.all([once(server.close(), 'close'), dns.close()]);
    },
  };
  host.publish('1');
  host.serve(policyText());
  return host;
}
