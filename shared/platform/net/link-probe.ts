// Asks whether links answer, for the checklist of campaigns: HEAD, then GET, because some servers do not know HEAD. Users have
// written the links, so each goes through the guarded fetch, and so does each redirect. A few of an account are asked at a
// time, and all links of a question together have ten seconds, however many hang.

import { parseUrl } from '../addresses/parse-url.ts';
import type { Config } from '../config/config.ts';
import { FairLimit } from '../sharing/fair-limit.ts';
import { createHostResolver } from './dns/host-resolver.ts';
import { createGuardedFetch, type GuardedAnswer, type GuardedFetch } from './guarded-fetch.ts';
import { GuardedFetchError } from './guarded-fetch-error.ts';

/** The result for a link. */
export type LinkAnswer =
  | { kind: 'answered'; status: number }
  /** `reason`: a sentence for the one who wrote the link. */
  | { kind: 'unreachable'; reason: string }
  /** There was no time for it. */
  | { kind: 'unopened' };

/** Asks links. */
export interface LinkProbe {
  /** @returns the answers, in the order of the links */
  ask(urls: readonly string[], options: LinkProbeOptions): Promise<LinkAnswer[]>;
  /** Ends the requests in progress and closes the connections. */
  close(): Promise<void>;
}

/** The account that asks about links. */
export interface LinkProbeOptions {
  /** The account that the links belong to: accounts take turns. */
  accountId: string;
  /** A redirect to a link that may not be opened is not followed; it counts as answered. */
  mayOpen(url: string): boolean;
}

/** Times of a probe; shorter in tests. */
export interface LinkProbeTimes {
  /** For all links of a question together. */
  togetherMs: number;
  /** For one request. */
  requestMs: number;
}

const TIMES: LinkProbeTimes = { togetherMs: 10_000, requestMs: 4_000 };
const ASKED_AT_A_TIME = 64;
const ASKED_OF_ACCOUNT = 8;
const READ_MAX_BYTES = 1_024;
const REDIRECTS_MAX = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** The first status that says that there is nothing to see. */
const FAILURES_FROM = 400;
/** Another request would end in the same way. */
const FINAL_FAILURES: ReadonlySet<string> = new Set(['refused', 'unresolvable']);
const UNOPENED: LinkAnswer = { kind: 'unopened' };

/** Creates the probe of a process. */
export function createLinkProbe(
  { outboundReach, dnsServers }: Pick<Config, 'outboundReach' | 'dnsServers'>,
  times: LinkProbeTimes = TIMES,
): LinkProbe {
  const guarded = createGuardedFetch({ reach: outboundReach, resolver: createHostResolver(dnsServers) });
  const places = new FairLimit({ total: ASKED_AT_A_TIME, perOwner: ASKED_OF_ACCOUNT });
  return {
    async ask(urls, { accountId, mayOpen }) {
      const ending = new AbortController();
      const timer = setTimeout(() => ending.abort(), times.togetherMs);
      const question = { guarded, mayOpen, timeoutMs: times.requestMs, signal: ending.signal };
      try {
        const asked = urls.map((url) => places.run(accountId, () => askLink(url, question)));
        return await Promise.all(asked.map(async (answer) => (await answer) ?? UNOPENED));
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => guarded.close(),
  };
}

interface Question {
  guarded: GuardedFetch;
  mayOpen: LinkProbeOptions['mayOpen'];
  timeoutMs: number;
  signal: AbortSignal;
}

async function askLink(url: string, question: Question): Promise<LinkAnswer> {
  const { signal } = question;
  if (signal.aborted) return UNOPENED;
  try {
    const status = await followLink(url, question);
    return { kind: 'answered', status };
  } catch (error) {
    if (error instanceof GuardedFetchError) return { kind: 'unreachable', reason: error.message };
    if (signal.aborted) return { kind: 'unreachable', reason: 'It did not answer in time.' };
    throw error;
  }
}

/** @returns the status of the last answer */
async function followLink(url: string, question: Question): Promise<number> {
  let target = url;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const { status, headers } = await headOrGet(target, question);
    const location = headers['location'];
    if (!REDIRECTS.has(status) || typeof location !== 'string') return status;
    const next = parseUrl(location, parseUrl(target)?.href)?.href;
    if (next === undefined)
      throw new GuardedFetchError('refused', 'It redirects to something that is not a URL.');
    if (!question.mayOpen(next)) return status;
    target = next;
  }
  throw new GuardedFetchError('refused', `It redirects more than ${REDIRECTS_MAX} times.`);
}

async function headOrGet(url: string, question: Question): Promise<GuardedAnswer> {
  try {
    const answer = await request('HEAD', url, question);
    if (answer.status < FAILURES_FROM) return answer;
  } catch (error) {
    if (!(error instanceof GuardedFetchError) || FINAL_FAILURES.has(error.reason)) throw error;
  }
  return await request('GET', url, question);
}

function request(
  method: 'HEAD' | 'GET',
  url: string,
  { guarded, timeoutMs, signal }: Question,
): Promise<GuardedAnswer> {
  return guarded.fetch({ url, method, timeoutMs, maxBytes: READ_MAX_BYTES, reads: 'beginning', signal });
}
