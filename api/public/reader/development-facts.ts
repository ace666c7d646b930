// Reads what `npm start` announces in its file (dev/announcement.ts, DEVELOPMENT_FILE), for pages that a browser on the
// same machine reads: the key and the addresses, so that the snippets of the pages can be run unchanged. The key is for
// the person at the machine only. A page of another server, whose name leads here (DNS rebinding), is recognized by its
// Host; a request through a proxy or a tunnel, by the headers that most of them add or change; and a program, such as
// the worker that fetches a hosted attachment, by the lack of the headers that browsers send for a page that they open.
// A proxy or a tunnel on the machine that adds and changes nothing cannot be recognized: its visitors can send
// everything that a browser sends.
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import Joi from 'joi';
import { plainAddress } from '../../../shared/platform/addresses/client-network.ts';
import type { Config } from '../../../shared/platform/config/config.ts';

/** An address on which a server of the machine listens. */
interface Listener {
  host: string;
  port: number;
}

/** The part of the announcement that pages may know: no password, and no token of operators. */
export interface DevelopmentFacts {
  /** Full-access key of the first account. */
  apiKey: string;
  /** Sending and receiving domain of that account. */
  domain: string;
  inboxUrl: string;
  /** The page of the development DNS. */
  dnsUrl: string;
  /** Address of the development DNS, `address:port`. */
  dnsServer: string;
  inboundSmtp: Listener;
  submissionSmtp: Listener & { securePort: number };
}

const URL_OF_MACHINE = Joi.string()
  .uri({ scheme: ['http'] })
  .required();
const LISTENER = { host: Joi.string().required(), port: Joi.number().port().required() };
/** Key and domain are written into shell commands, between quotation marks. */
const ANNOUNCEMENT = Joi.object({
  apiKey: Joi.string()
    .pattern(/^ph_[\w-]+$/)
    .required(),
  domain: Joi.string()
    .pattern(/^[a-z0-9.-]+$/)
    .required(),
  inboxUrl: URL_OF_MACHINE,
  dnsUrl: URL_OF_MACHINE,
  dnsServer: Joi.string().required(),
  inboundSmtp: Joi.object(LISTENER).required(),
  submissionSmtp: Joi.object({ ...LISTENER, securePort: Joi.number().port().required() }).required(),
});

const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1)$/;
/** All that browsers send with the GET of a page. What proxies, tunnels and their hosts add is without end, and not among it. */
const OF_BROWSERS =
  /^(?:host|connection|user-agent|referer|cookie|priority|te|dnt|pragma|cache-control|upgrade-insecure-requests|(?:accept|if|sec)(?:-.+)?)$/;

/**
 * Finds what the machine's `npm start` has announced.
 * @returns undefined: there is none, it is not ready, its file cannot be read, or the request is not from this machine
 */
export async function findDevelopmentFacts(
  { environment, developmentFile: file }: Config,
  request: IncomingMessage,
): Promise<DevelopmentFacts | undefined> {
  if (file === undefined || environment === 'production' || !isFromThisMachine(request)) return undefined;
  try {
    const { value, error } = ANNOUNCEMENT.validate(JSON.parse(await readFile(file, 'utf8')), {
      stripUnknown: true,
      convert: false,
    });
    return error ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Whether it looks as if a browser on this machine had asked, by one of the names that no other server can have. */
function isFromThisMachine({ socket, headers, httpVersion }: IncomingMessage): boolean {
  const isDirect = Object.keys(headers).every((name) => OF_BROWSERS.test(name));
  return (
    LOOPBACK.test(plainAddress(socket.remoteAddress ?? '')) &&
    LOCAL_HOST.test(headers.host ?? '') &&
    isDirect &&
    // https://www.w3.org/TR/fetch-metadata: no script of a page and no program of ours can say so.
    headers['sec-fetch-dest'] === 'document' &&
    // Chromium, Firefox and Safari send both. nginx adds none of the headers above and has the Host of its `proxy_pass`, but
    // it speaks HTTP/1.0, or 1.1 with `close` or no Connection, a header that concerns one hop only (RFC 9110 §7.6.1).
    httpVersion === '1.1' &&
    headers.connection?.toLowerCase() === 'keep-alive'
  );
}
