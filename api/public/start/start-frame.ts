// The document of the start page, with the bar and the look of all plain pages, and the policy to send with it: scripts and
// requests of this server alone.
import { readFileSync } from 'node:fs';
import { escapeAttribute } from '../../../shared/platform/security/escape-html.ts';
import type { Theme } from '../../sessions/cookies.ts';
import { barHtml } from '../appearance/bar.ts';
import { hashSource } from '../appearance/hash-source.ts';
import { type Appearance, htmlTag, type RenderedPage } from '../appearance/page.ts';

/** The URL of the page's script. */
export const START_SCRIPT_PATH = '/start/start.js';

/** Renders the document. @param main HTML @param theme undefined: the system's */
type StartFrame = (main: string, appearance: Appearance, theme: Theme | undefined) => RenderedPage;

/** Reads the page's own styles. */
export function createStartFrame(): StartFrame {
  const css = readFileSync(new URL('page/start.css', import.meta.url), 'utf8');
  const ownPolicy = hashSource(css);
  return (main, appearance, theme) => ({
    html: documentOf(main, { appearance, theme, css }),
    policy: policyOf(`${appearance.stylePolicy} ${ownPolicy}`),
    // A form of the page discloses its origin.
    referrerPolicy: 'strict-origin',
  });
}

function documentOf(
  main: string,
  { appearance, theme, css }: { appearance: Appearance; theme: Theme | undefined; css: string },
): string {
  const base = escapeAttribute(appearance.base);
  return `<!doctype html>
${htmlTag(theme)}
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Posthorn</title>
<link rel="icon" href="${base}/favicon.ico" type="image/svg+xml">
<style>${appearance.css}</style>
<style>${css}</style>
<script type="module" src="${base}${START_SCRIPT_PATH}"></script>
</head>
<body>
${barHtml({ base: appearance.base, current: 'start' })}
<main class="start">
${main}
</main>
<p class="visually-hidden" id="announced" role="status"></p>
</body>
</html>
`;
}

function policyOf(styles: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
