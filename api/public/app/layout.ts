// The frame of the pages under /app that need no script: HTML in one file, in the colours of the dashboard, and the
// Content-Security-Policy that lets nothing in. The colours have the names of dashboard/design/tokens.css.
import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../shared/platform/security/escape-html.ts';
import type { RenderedPage } from '../unsubscribe/layout.ts';

/** As dashboard/icon.svg. */
export const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="28" height="28" fill="none" stroke="#c47a17" stroke-width="2.8"
  stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="12.5" cy="14" r="8"/>
<path d="M2.5 22h19M2.5 19.7v4.6"/><path fill="#c47a17" d="M20.5 20.3L29.5 15v14l-9-5.3z"/></svg>`;

export const STYLE = `
:root { color-scheme: light dark; --canvas: #f5f4f0; --paper: #ffffff; --raised: #faf9f6; --ink: #1f2126;
  --soft: #5f636b; --line: #e4e2db; --edge: #8c877a; --accent: #95560a; --on-accent: #ffffff; --bad: #b3372c; }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #131417; --paper: #1a1b1f; --raised: #202226; --ink: #e7e5e0; --soft: #a2a5ac; --line: #2e3036;
    --edge: #6f727b; --accent: #efb25a; --on-accent: #1d1405; --bad: #f08a7e; }
}
* { box-sizing: border-box; }
html { background: var(--canvas); color: var(--ink); font: 16px/1.5 Inter, "Inter Variable", system-ui, sans-serif;
  -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 27rem; padding: clamp(1.5rem, 12vh, 6rem) 1rem 2rem; overflow-wrap: anywhere; }
header { display: flex; align-items: center; gap: .625rem; margin: 0 .25rem 1rem; font-size: 1.125rem; font-weight: 650;
  letter-spacing: -.01em; }
main { padding: 1.5rem; border: 1px solid var(--line); border-radius: 10px; background: var(--paper); }
h1 { margin: 0 0 .5rem; font-size: 1.25rem; line-height: 1.3; letter-spacing: -.01em; text-wrap: balance; }
p { margin: 0 0 1rem; }
main > :last-child { margin-bottom: 0; }
a { color: var(--accent); text-underline-offset: .2em; }
code { padding: .0625rem .3125rem; border: 1px solid var(--line); border-radius: 6px; background: var(--raised);
  font: .875em/1.4 "JetBrains Mono", ui-monospace, Menlo, Consolas, monospace; }
.question { color: var(--soft); }
.question strong { color: var(--ink); font-weight: 600; }
form { margin: 1.25rem 0 0; }
.field { display: block; margin: 0 0 1rem; font-size: .875rem; font-weight: 550; }
.field input { display: block; width: 100%; min-height: 2.75rem; margin-top: .375rem; padding: .5rem .75rem;
  border: 1px solid var(--edge); border-radius: 6px; background: var(--paper); color: inherit; font: inherit;
  font-size: 1rem; font-weight: 400; }
.field input[readonly] { border-color: var(--line); background: var(--raised); color: var(--soft); }
button { width: 100%; min-height: 2.75rem; margin-top: .25rem; padding: .5rem 1rem; border: 1px solid transparent;
  border-radius: 6px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
button:hover { text-decoration: underline; text-underline-offset: .2em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.note { margin: 0 0 1rem; padding: .75rem 1rem; border: 1px solid var(--line); border-left: 4px solid var(--bad);
  border-radius: 6px; background: var(--raised); }
.note > :last-child { margin-bottom: 0; }
@media (forced-colors: active) { button { border-color: ButtonText; } }
`;

/** The style is named by its hash, so that no other one is applied. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Renders a page with a heading. @param parts HTML */
export function pageOf(
  title: string,
  parts: readonly string[],
  referrerPolicy: RenderedPage['referrerPolicy'] = 'no-referrer',
): RenderedPage {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="${referrerPolicy}">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} – Posthorn</title>
<style>${STYLE}</style>
</head>
<body>
<header>${MARK}<span>Posthorn</span></header>
<main>
<h1>${escapeHtml(title)}</h1>
${parts.join('\n')}
</main>
</body>
</html>
`;
  return { html, policy: POLICY, referrerPolicy };
}
