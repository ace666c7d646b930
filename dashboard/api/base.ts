// Where the dashboard and its API are: below the path of PUBLIC_URL, which the server writes into the page; and where it
// takes mail by SMTP.

/** `` or `/mail`: what all paths of this server begin with. */
export const BASE = readMeta('posthorn-base') ?? '';

/** The path below which the pages of the dashboard are. */
export const APP_BASE = `${BASE}/app`;

/** The address that programs call. */
export const API_URL = `${location.origin}${BASE}`;

/** Whether the browser sent the cookie of a session; without one no person is signed in. */
export const CAME_WITH_SESSION = readMeta('posthorn-session') !== 'none';

/** The version of the server that answered the page; empty with Vite's own. */
export const VERSION = readMeta('posthorn-version') ?? '';

/** The address for programs that send by SMTP. */
export const SMTP = readSmtp(readMeta('posthorn-smtp'));

/** The domain whose addresses answer with the outcome that they name: `bounced@simulator.test`. */
export const SIMULATOR_DOMAIN = readMeta('posthorn-simulator') ?? 'simulator.test';

/** Whether the server publishes the records of a domain in the development DNS of `npm start`. */
export const HAS_DEVELOPMENT_DNS = readMeta('posthorn-development-dns') === 'yes';

/** Whether the operator has named a language model that writes suggestions. */
export const HAS_LANGUAGE_MODEL = readMeta('posthorn-language-model') === 'yes';

/** The nonce with which the policy of the page allows a style that is made at run time. */
export const STYLE_NONCE = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

function readSmtp(text: string | undefined) {
  const [host, port, securePort] = text?.split(' ') ?? [];
  return host && port && securePort ? { host, port, securePort } : undefined;
}

function readMeta(name: string): string | undefined {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  // Vite's own server does not replace the placeholders.
  return content?.startsWith('__') ? undefined : content;
}
