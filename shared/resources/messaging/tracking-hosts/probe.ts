// Asks a tracking host over https for the mark of this service (host-mark.ts), through the guarded fetch: before a link
// of an email points to a host, its certificate and its proxy must work. The first request to a host may make the proxy
// get the certificate, which takes seconds.
import type { Config } from '../../../platform/config/config.ts';
import { createHostResolver } from '../../../platform/net/dns/host-resolver.ts';
import { createGuardedFetch, type GuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import { GuardedFetchError } from '../../../platform/net/guarded-fetch-error.ts';
import { FairLimit } from '../../../platform/sharing/fair-limit.ts';
import { createHostMarks, MARK_PATH } from './host-mark.ts';

/** Whether a host answers as this service. */
export interface HostAnswer {
  /** `unanswered`: the process stops, so nothing is known. */
  outcome: 'good' | 'bad' | 'unanswered';
  /** The fault, as a sentence for the owner of the domain. */
  detail: string | null;
}

/** Asks hosts. */
export interface HostProbe {
  /** @param accountId whose host it is: accounts take turns */
  ask(host: string, accountId: string): Promise<HostAnswer>;
  /** Ends the requests in progress, which stay unanswered, and closes the connections. */
  close(): Promise<void>;
}

/** Options of a probe. */
export type HostProbeOptions = Pick<Config, 'outboundReach' | 'dnsServers' | 'secretKeys'>;

const TIMEOUT_MS = 10_000;
const READ_MAX_BYTES = 1_024;
/** Hosts that are asked at a time: silent ones of one account do not block those of others. */
const ASKED_AT_A_TIME = 64;
const ASKED_OF_ACCOUNT = 8;
const OK = 200;
const UNANSWERED: HostAnswer = { outcome: 'unanswered', detail: null };

/** Creates the probe of a process. @param guarded replaces the guarded fetch in tests */
export function createHostProbe(
  { outboundReach, dnsServers, secretKeys }: HostProbeOptions,
  guarded: GuardedFetch = createGuardedFetch({
    reach: outboundReach,
    resolver: createHostResolver(dnsServers),
  }),
): HostProbe {
  const marks = createHostMarks(secretKeys);
  const places = new FairLimit({ total: ASKED_AT_A_TIME, perOwner: ASKED_OF_ACCOUNT });
  const stopping = new AbortController();
  const ask = async (host: string): Promise<HostAnswer> => {
    try {
      const answer = await guarded.fetch({
        url: `https://${host}${MARK_PATH}`,
        method: 'GET',
        timeoutMs: TIMEOUT_MS,
        maxBytes: READ_MAX_BYTES,
        reads: 'beginning',
        signal: stopping.signal,
      });
      if (answer.status !== OK) return bad(host, `It answered with status ${answer.status}.`);
      const isOurs = marks.isOf(host, answer.body.toString().trim());
      return isOurs ? { outcome: 'good', detail: null } : bad(host, 'It shows something else.');
    } catch (error) {
      if (stopping.signal.aborted) return UNANSWERED;
      if (error instanceof GuardedFetchError) return bad(host, error.message);
      throw error;
    }
  };
  return {
    ask: async (host, accountId) => (await places.run(accountId, () => ask(host))) ?? UNANSWERED,
    async close() {
      stopping.abort();
      await guarded.close();
    },
  };
}

function bad(host: string, reason: string): HostAnswer {
  const detail = `The CNAME record is correct, but https://${host}${MARK_PATH} does not lead to this service: ${reason}`;
  return { outcome: 'bad', detail };
}
