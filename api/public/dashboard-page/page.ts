// The page of the dashboard: one document for all paths under /app, whose script draws what the path names. Its policy
// lets in what this server serves and nothing else. Styles that components make at run time need the nonce, which is new
// in each answer.
import { randomBytes } from 'node:crypto';
import type { Response } from 'express';
import type { Config } from '../../../shared/platform/config/config.ts';
import { SERVICE_VERSION } from '../../../shared/platform/process/version.ts';
import { escapeAttribute } from '../../../shared/platform/security/escape-html.ts';
import { sessionTokenOf } from '../../sessions/authenticate-session.ts';
import { type Theme, themeOf } from '../../sessions/cookies.ts';
import { basePathOf } from '../appearance/page.ts';

const NONCE_BYTES = 16;
/**
 * The editor of a template, below /app. ProseMirror, of which its visual editor is made, reads pasted content with a
 * policy of Trusted Types of its own; it reads into a document that is never shown.
 */
const TEMPLATE_EDITOR = /^\/templates\/[^/]+\/edit\/?$/;
const PASTE_POLICY = 'ProseMirrorClipboard';
/**
 * The ports on which programs expect to submit mail (RFC 6409, RFC 8314); in production a firewall may forward them.
 */
const SUBMISSION_PORTS = [587, 465] as const;

/** The values that differ between two answers of the page. */
interface PageValues {
  nonce: string;
  /** The path of PUBLIC_URL, without a slash at its end. */
  base: string;
  /** The theme; undefined: the system's. */
  theme: Theme | undefined;
  /** Whether the browser has a session, as far as its cookies say: without one the page need not ask. */
  session: 'maybe' | 'none';
  /**
   * The address for programs that send by SMTP: the name of the server, its port and the port for TLS from the first
   * byte.
   */
  smtp: string;
  /** The domain of the simulator: its addresses answer with the outcome that they name. */
  simulatorDomain: string;
  /** Whether the records of a domain can be published at a press (development-dns.ts). */
  developmentDns: 'yes' | 'no';
  /** Whether there is a language model to write suggestions. */
  languageModel: 'yes' | 'no';
}

/** Answers with the page. @param index `index.html` of the build */
export function sendDashboard(response: Response, index: string, config: Config): void {
  const { publicUrl } = config;
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const { req: request } = response;
  const html = fillIn(index, {
    nonce,
    base: basePathOf(publicUrl),
    theme: themeOf(request),
    session: sessionTokenOf(request, publicUrl) === undefined ? 'none' : 'maybe',
    smtp: smtpAddressOf(config).join(' '),
    simulatorDomain: config.simulatorDomains[0] ?? '',
    developmentDns: config.developmentDnsUrl === undefined ? 'no' : 'yes',
    languageModel: config.ai === undefined ? 'no' : 'yes',
  });
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(html),
    'Content-Security-Policy': scriptedPolicy({
      style: `'nonce-${nonce}'`,
      trustedTypes: TEMPLATE_EDITOR.test(request.path) ? PASTE_POLICY : undefined,
    }),
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex',
  });
  response.end(html);
}

/**
 * Returns the address for programs that send by SMTP. In development it is the server that `npm start` runs on this
 * machine.
 */
export function smtpAddressOf({
  environment,
  mailHostname,
  submission,
}: Config): [host: string, port: number, securePort: number] {
  if (environment !== 'development') return [mailHostname, ...SUBMISSION_PORTS];
  return ['127.0.0.1', submission.port, submission.securePort];
}

/** The bundler writes URLs that are relative to index.html; the page has many paths, so here they begin with `/`. */
function fillIn(index: string, values: PageValues): string {
  const { nonce, base, theme, session, smtp, simulatorDomain, developmentDns, languageModel } = values;
  const path = escapeAttribute(base);
  return index
    .replace('<html', () => (theme ? `<html data-theme="${theme}"` : '<html'))
    .replaceAll('="./assets/', () => `="${path}/app/assets/`)
    .replaceAll('__NONCE__', () => nonce)
    .replaceAll('__VERSION__', SERVICE_VERSION)
    .replaceAll('__SESSION__', session)
    .replaceAll('__SMTP__', () => escapeAttribute(smtp))
    .replaceAll('__SIMULATOR__', () => escapeAttribute(simulatorDomain))
    .replaceAll('__DEVELOPMENT_DNS__', developmentDns)
    .replaceAll('__LANGUAGE_MODEL__', languageModel)
    .replaceAll('__BASE__', () => path);
}

/**
 * The policy of a page with scripts, which loads from this server alone.
 * @param more sources of parts that are written in the page, and the only policy of Trusted Types that it may create
 */
export function scriptedPolicy(more: {
  style: string;
  script?: string;
  trustedTypes?: string | undefined;
}): string {
  return [
    "default-src 'none'",
    `script-src 'self'${more.script === undefined ? '' : ` ${more.script}`}`,
    `style-src 'self' ${more.style}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${more.trustedTypes ?? "'none'"}`,
  ].join('; ');
}
