// The document of the start page, and the policy to send with it: scripts and requests of this server alone.
import { createHash } from 'node:crypto';
import { MARK, STYLE } from '../app/layout.ts';
import type { RenderedPage } from '../unsubscribe/layout.ts';

/** Where the page loads its script from. */
export const START_SCRIPT_PATH = '/start/start.js';

const OWN_STYLE = `${STYLE}
body { max-width: 46rem; padding-top: 2rem; }
h2 { margin: 2rem 0 .5rem; font-size: 1.0625rem; }
pre { margin: 0 0 1rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 6px; background: var(--raised);
  overflow-x: auto; overflow-wrap: normal; }
pre code { padding: 0; border: 0; background: none; }
.links { margin: 0; padding: 0; list-style: none; }
.links li { display: flex; flex-wrap: wrap; gap: .125rem .75rem; align-items: center; padding: .5rem 0; border-top: 1px solid var(--line); }
.links li > :first-child { flex: 0 0 9rem; }
.links li > span { flex: 1 1 16rem; color: var(--soft); }
.outcomes li > :first-child { flex-basis: 15rem; }
.acts { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; }
.acts[hidden] { display: none; }
button, .filled { width: auto; min-height: 2.75rem; margin: 0; padding: .5rem 1rem; border: 1px solid var(--edge); border-radius: 6px;
  background: var(--paper); color: var(--ink); font-weight: 600; text-decoration: none; }
.filled { border-color: transparent; background: var(--accent); color: var(--on-accent); }
.soft { color: var(--soft); }
`;

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(OWN_STYLE).digest('base64')}'`,
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** @param base the path of PUBLIC_URL @param parts HTML */
export function startFrame(base: string, parts: readonly string[]): RenderedPage {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Posthorn</title>
<link rel="icon" href="${base}/favicon.ico" type="image/svg+xml">
<style>${OWN_STYLE}</style>
<script type="module" src="${base}${START_SCRIPT_PATH}"></script>
</head>
<body>
<header>${MARK}<span>Posthorn</span></header>
<p class="unseen" id="announced" role="status"></p>
<main>
${parts.join('\n')}
</main>
</body>
</html>
`;
  return { html, policy: POLICY, referrerPolicy: 'strict-origin' };
}
