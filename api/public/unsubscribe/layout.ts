// The pages that people open from an email, in the colours of the account: HTML in one file without a script, and the
// Content-Security-Policy that lets nothing else in. Without colours of its own they are plain pages (appearance/page.ts), light or dark.
// Texts of the account are escaped (XSS).
import {
  contrastOf,
  EDGE_CONTRAST_MIN,
  readableOn,
} from '../../../shared/contract/unsubscribe-page/contrast.ts';
import { parseLogoUrl } from '../../../shared/contract/unsubscribe-page/logo-url.ts';
import { DEFAULT_PAGE_COLORS } from '../../../shared/contract/unsubscribe-page/values.ts';
import { escapeHtml } from '../../../shared/platform/security/escape-html.ts';
import type { UnsubscribePage } from '../../../shared/resources/messaging/unsubscribe-page/unsubscribe-page.ts';
import { hashSource } from '../appearance/hash-source.ts';
import type { PlainPage, RenderedPage } from '../appearance/page.ts';
import { senderHtml } from '../appearance/sender.ts';

/** A page of an account: in the look that it has set, or else as every plain page. */
export type AccountPage = PlainPage | RenderedPage;

/** Makes a page of an account. @param main HTML */
export function accountPage(settings: UnsubscribePage, title: string, main: string): AccountPage {
  const { senderName: name, logoUrl } = settings;
  const logo = logoUrl === null ? undefined : parseLogoUrl(logoUrl);
  const sender = { name, logo };
  if (!hasOwnColors(settings)) return { title, sender, main, footer: footer(settings) };
  const windowTitle = [title, name].filter(Boolean).join(' – ');
  const style = styleOf(settings);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${escapeHtml(windowTitle)}</title>
<style>${style}</style>
</head>
<body>
${senderHtml(sender)}
<main>
${main}
</main>
${footer(settings)}</body>
</html>
`;
  return { html, policy: policyOf(style, logo), referrerPolicy: 'no-referrer' };
}

function hasOwnColors({ backgroundColor, textColor, accentColor }: UnsubscribePage): boolean {
  return [backgroundColor, textColor, accentColor].some((setting) => setting !== null);
}

/** A text in its own direction: the account or the person may write from right to left. */
export function isolated(text: string): string {
  return `<bdi>${escapeHtml(text)}</bdi>`;
}

/** The style is named by its hash, so that no other one is applied. */
function policyOf(style: string, logo: URL | undefined): string {
  return [
    "default-src 'none'",
    `style-src ${hashSource(style)}`,
    `img-src ${logo?.origin ?? "'none'"}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

function footer({ senderName, postalAddress }: UnsubscribePage): string {
  if (senderName === null && postalAddress === null) return '';
  const name = senderName === null ? '' : `<strong>${escapeHtml(senderName)}</strong>\n`;
  return `<footer><address>${name}${escapeHtml(postalAddress ?? '')}</address></footer>\n`;
}

/** All texts have the text's colour: a paler one might be too pale on the account's background. */
function styleOf(settings: UnsubscribePage): string {
  const background = settings.backgroundColor ?? DEFAULT_PAGE_COLORS.backgroundColor;
  const text = settings.textColor ?? DEFAULT_PAGE_COLORS.textColor;
  const accent = settings.accentColor ?? DEFAULT_PAGE_COLORS.accentColor;
  const edge = contrastOf(accent, background) < EDGE_CONTRAST_MIN ? text : accent;
  const scheme = readableOn(background) === '#000000' ? 'light' : 'dark';
  return `
:root { color-scheme: ${scheme}; --background: ${background}; --text: ${text}; --accent: ${accent};
  --on-accent: ${readableOn(accent)}; --edge: ${edge}; --line: color-mix(in srgb, ${text} 25%, ${background}); }
${RULES}`;
}

const RULES = `* { box-sizing: border-box; }
html { background: var(--background); color: var(--text); font: 1.0625rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 38rem; min-height: 100vh; padding: clamp(1.25rem, 6vw, 3.5rem) 1.25rem 1.5rem;
  display: flex; flex-direction: column; gap: 1.75rem; overflow-wrap: anywhere; }
img { display: block; max-width: 100%; max-height: 4rem; }
header { font-weight: 600; }
main { flex: 1; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 .75rem; text-wrap: balance; }
h2, legend { font-size: 1.125rem; line-height: 1.35; font-weight: 600; margin: 0 0 .5rem; padding: 0; }
p, ul, dl { margin: 0 0 1rem; }
ul { padding-left: 1.25rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; }
dt { font-weight: 600; }
dd { margin: 0; }
.text { white-space: pre-line; }
.question { font-size: 1.1875rem; margin-bottom: 1.25rem; }
a { color: inherit; text-underline-offset: .2em; }
a:hover { text-decoration-thickness: 2px; }
form { margin: 0; }
button { font: inherit; font-weight: 500; min-height: 2.875rem; padding: .5rem 1.375rem; border-radius: .5rem;
  border: 2px solid currentColor; background: transparent; color: var(--text); cursor: pointer; max-width: 100%; }
button.filled { background: var(--accent); border-color: var(--edge); color: var(--on-accent); font-weight: 600; }
button:hover { text-decoration: underline; text-underline-offset: .2em; }
.field { display: block; margin: 0 0 1.25rem; font-weight: 600; }
.field input { display: block; width: 100%; margin-top: .25rem; font: inherit; font-weight: 400; min-height: 2.875rem;
  padding: .5rem .75rem; border: 1px solid currentColor; border-radius: .5rem; background: transparent; color: inherit; }
.field input[readonly] { border-color: var(--line); }
:focus-visible { outline: 3px solid var(--text); outline-offset: 3px; border-radius: .25rem; }
.more { margin: 1.5rem 0 0; }
.note { border: 1px solid var(--line); border-left: .3125rem solid var(--edge); border-radius: .375rem;
  padding: 1rem 1.125rem; margin: 0 0 1.5rem; }
.note > :last-child { margin-bottom: 0; }
.note form { margin-top: 1rem; }
section { border-top: 1px solid var(--line); margin-top: 2rem; padding-top: 1.5rem; }
fieldset { border: 0; margin: 0 0 1.25rem; padding: 0; min-width: 0; }
.choice { display: grid; grid-template-columns: auto 1fr; gap: 0 .75rem; padding: .75rem 0; cursor: pointer;
  border-bottom: 1px solid var(--line); }
.choice input { width: 1.375rem; height: 1.375rem; margin: .0625rem 0 0; accent-color: var(--edge); cursor: inherit; }
.choice small { grid-column: 2; font-size: .9375rem; }
fieldset:disabled .choice { cursor: default; }
.results { list-style: none; padding: 0; }
.results li { margin-bottom: .75rem; }
progress { display: block; width: 100%; height: .625rem; margin-top: .25rem; accent-color: var(--edge); }
footer { border-top: 1px solid var(--line); padding-top: 1rem; font-size: .875rem; }
address { font-style: normal; white-space: pre-line; }
@media (forced-colors: active) { button { border-color: ButtonText; } }
@media (prefers-reduced-motion: no-preference) { button { transition: background-color .1s; } }
`;
