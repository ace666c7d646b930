// Fetches what the feedback of SES needs from Amazon: the certificates that verify a post of SNS, and the address that
// confirms a subscription. Posts name both, so only hosts of SNS are requested, through the guarded fetch.
import { X509Certificate } from 'node:crypto';
import { isAmazonUrl } from '../../../mail/provider-feedback/sns.ts';
import type { Config } from '../../../platform/config/config.ts';
import { createHostResolver } from '../../../platform/net/dns/host-resolver.ts';
import { createGuardedFetch } from '../../../platform/net/guarded-fetch.ts';

/** Fetches of Amazon. */
export interface AmazonFetch {
  /** @returns a certificate in PEM @throws Error when it is on another host or cannot be fetched */
  certificate(url: string): Promise<string>;
  /** Opens the address that confirms a subscription. @throws Error when it is on another host, or the answer is not 2xx */
  confirm(url: string): Promise<void>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;
/** There is one for each region, and it is a new one once a year. */
const CERTIFICATES_MAX = 100;

/** Creates the fetches of a process. @param authority certificates that are trusted in place of the system's; tests only */
export function createAmazonFetch(
  { outboundReach, dnsServers }: Pick<Config, 'outboundReach' | 'dnsServers'>,
  authority?: string,
): AmazonFetch {
  const resolver = createHostResolver(dnsServers);
  const guarded = createGuardedFetch({ reach: outboundReach, resolver, authority });
  const certificates = new Map<string, Promise<string>>();
  const get = async (url: string) => {
    if (!isAmazonUrl(withoutPort(url))) throw new Error(`${url} is not of SNS.`);
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES } as const;
    const { status, body } = await guarded.fetch({ url, method: 'GET', reads: 'whole', ...limits });
    if (status < 200 || status > 299) throw new Error(`SNS answered ${status}.`);
    return body.toString();
  };
  const ask = (url: string) => {
    // An invalid certificate is not cached.
    const asked = get(url).then((pem) => {
      new X509Certificate(pem);
      return pem;
    });
    if (certificates.size >= CERTIFICATES_MAX) certificates.clear();
    certificates.set(url, asked);
    asked.catch(() => certificates.delete(url));
    return asked;
  };
  return {
    certificate: (url) => certificates.get(url) ?? ask(url),
    confirm: async (url) => void (await get(url)),
    close: () => guarded.close(),
  };
}

/** The forms refuse other ports (sns.ts); here the host counts. */
function withoutPort(text: string): string {
  const url = new URL(text);
  url.port = '';
  return url.href;
}
