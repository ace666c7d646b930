// What a guarded fetch finds when a proxy terminates TLS in front of the API for any host: requests of `https://<host>` are
// real requests to the API with that host. A test takes hosts down, or gives them another answer. TLS and the protection
// against SSRF are tested with the guarded fetch itself.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { GuardedAnswer, GuardedFetch } from '../../../shared/platform/net/guarded-fetch.ts';
import { GuardedFetchError } from '../../../shared/platform/net/guarded-fetch-error.ts';

/** A proxy. */
export interface TlsProxy {
  guarded: GuardedFetch;
  /** Hosts that do not answer. */
  down: Set<string>;
  /** Host → the host in whose name its requests reach the API. */
  renamed: Map<string, string>;
  /** Host → what it answers itself. */
  foreign: Map<string, Pick<GuardedAnswer, 'status' | 'body'>>;
  /** URLs that were asked. */
  asked: string[];
}

/** Creates a proxy in front of the API on this port. */
export function createTlsProxy(port: number): TlsProxy {
  const proxy: Omit<TlsProxy, 'guarded'> = {
    down: new Set(),
    renamed: new Map(),
    foreign: new Map(),
    asked: [],
  };
  const fetch = async (url: string): Promise<GuardedAnswer> => {
    const { protocol, host, pathname } = new URL(url);
    proxy.asked.push(url);
    if (protocol !== 'https:' || proxy.down.has(host))
      throw new GuardedFetchError('unreachable', `The connection to \`${host}\` failed.`);
    const foreign = proxy.foreign.get(host);
    if (foreign) return { ...foreign, headers: {}, isTruncated: false };
    const headers = { host: proxy.renamed.get(host) ?? host };
    const asking = request({ host: '127.0.0.1', port, path: pathname, headers }).end();
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    const { statusCode = 0 } = answer;
    return { status: statusCode, headers: answer.headers, body: await buffer(answer), isTruncated: false };
  };
  const guarded = { fetch: ({ url }: { url: string }) => fetch(url), close: () => Promise.resolve() };
  return { ...proxy, guarded };
}
