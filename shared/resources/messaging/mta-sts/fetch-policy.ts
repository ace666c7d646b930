// Fetches the MTA-STS policy of a domain from its policy host (RFC 8461 §3.3) by the guarded fetch: https with a verified
// certificate, no redirect, status 200, text/plain. An address of a recipient names the host, so it is a stranger's.
import { type MtaStsFault, type MtaStsPolicy, parseMtaStsPolicy } from '../../../mail/mta-sts/policy.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Dns } from '../../../platform/net/dns/answer.ts';
import { createGuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import { GuardedFetchError } from '../../../platform/net/guarded-fetch-error.ts';

/** Fetches policies. */
export interface PolicyFetch {
  /** @returns the policy, why there is none, or undefined: the process stops, so nothing is known */
  fetch(domain: string): Promise<MtaStsPolicy | MtaStsFault | undefined>;
  /** Ends the requests in progress, which stay without an answer, and closes the connections. */
  close(): Promise<void>;
}

/** What fetching policies needs from its process. */
export interface PolicyFetchDeps {
  config: Pick<Config, 'outboundReach' | 'mtaStsPort'>;
  dns: Pick<Dns, 'addresses'>;
}

/** Only tests give others. */
export interface PolicyFetchOptions {
  /** Certificates in PEM that are trusted instead of the system's. */
  authority?: string;
  timeoutMs?: number;
}

/** RFC 8461 §3.3 suggests both. */
const TIMEOUT_MS = 60_000;
const POLICY_MAX_BYTES = 64 * 1024;
const OK = 200;

/** Creates what fetches the policies of a process. */
export function createPolicyFetch(
  { config, dns }: PolicyFetchDeps,
  { authority, timeoutMs = TIMEOUT_MS }: PolicyFetchOptions = {},
): PolicyFetch {
  // These hosts are only in DNS, and `npm start` has them in its own DNS.
  const resolver = { resolve: (host: string) => dns.addresses(host) };
  const guarded = createGuardedFetch({ reach: config.outboundReach, resolver, authority });
  const stopping = new AbortController();
  return {
    async fetch(domain) {
      try {
        const answer = await guarded.fetch({
          url: `https://mta-sts.${domain}:${config.mtaStsPort}/.well-known/mta-sts.txt`,
          method: 'GET',
          timeoutMs,
          maxBytes: POLICY_MAX_BYTES,
          reads: 'whole',
          signal: stopping.signal,
        });
        if (answer.status !== OK) return { fault: `The policy host answered with status ${answer.status}.` };
        if (!isPlainText(answer.headers['content-type']))
          return { fault: 'The policy host answered with another type than text/plain.' };
        return parseMtaStsPolicy(answer.body.toString());
      } catch (error) {
        if (stopping.signal.aborted) return undefined;
        if (error instanceof GuardedFetchError) return { fault: error.message };
        throw error;
      }
    },
    async close() {
      stopping.abort();
      await guarded.close();
    },
  };
}

function isPlainText(type: string | string[] | undefined): boolean {
  return typeof type === 'string' && /^text\/plain[ \t]*(?:;|$)/i.test(type);
}
