// The frame of every plain page: one file of HTML without a script, in the look of docs/dashboard.md, with the bar, light or
// dark as the person or the system has chosen, and the Content-Security-Policy that lets nothing in. What a page says is
// made without the request (PlainPage); the frame knows the path of PUBLIC_URL and the colours.
import type { Request } from 'express';
import { escapeHtml } from '../../../shared/platform/security/escape-html.ts';
import type { Theme } from '../../sessions/cookies.ts';
import { type BarPlace, barHtml } from './bar.ts';
import { hashSource } from './hash-source.ts';
import { type ShownSender, senderHtml } from './sender.ts';
import { readStylesheet } from './stylesheet.ts';

/** Name of the Express setting with the look of the application. */
export const APPEARANCE_SETTING = 'appearance';

/** The origin that the requests of a page disclose: nothing, or the origin, never the path with a token. */
export type ReferrerPolicy = 'no-referrer' | 'strict-origin';

/** A page with the policy to send with it. */
export interface RenderedPage {
  html: string;
  policy: string;
  referrerPolicy: ReferrerPolicy;
}

/** The content of a plain page. */
export interface PlainPage {
  /** The title of the window; the name of the sender or of Posthorn follows it. */
  title: string;
  /**
   * The page is for people who get mail: who sent it speaks, as far as that is known, and neither Posthorn nor its
   * operator is named or linked. By default Posthorn speaks.
   */
  sender?: ShownSender;
  /** HTML. */
  main: string;
  /** Whether it shows a document in a frame, as wide as the window allows, instead of a card. */
  showsDocument?: boolean;
  /** HTML below the card. */
  footer?: string;
  /**
   * The policy; by default `no-referrer`. With it older browsers, and all browsers without TLS, do not disclose the
   * origin of a form.
   */
  referrerPolicy?: ReferrerPolicy;
  /** The place of the bar that the page belongs to. */
  place?: BarPlace;
}

/** The look of an application. */
export interface Appearance {
  /** The path of PUBLIC_URL, without a slash at its end. */
  base: string;
  /** CSS; a page that has it in a <style> needs `stylePolicy`. */
  css: string;
  /** A source of `style-src`: the style is named by its hash, so that no other one is applied. */
  stylePolicy: string;
  /** @param theme undefined: the system's */
  render(page: PlainPage, theme: Theme | undefined): RenderedPage;
}

/** Reads the styles. @param publicUrl whose path begins every link */
export function createAppearance(publicUrl: string): Appearance {
  const base = basePathOf(publicUrl);
  const css = readStylesheet();
  const stylePolicy = hashSource(css);
  const render: Appearance['render'] = (page, theme) => {
    const referrerPolicy = page.referrerPolicy ?? 'no-referrer';
    const policy = policyOf(stylePolicy, page);
    return { html: pageHtml(page, { base, css, theme, referrerPolicy }), policy, referrerPolicy };
  };
  return { base, css, stylePolicy, render };
}

/** The look that the application of a request was made with. */
export function appearanceOf({ app }: Request): Appearance {
  return app.get(APPEARANCE_SETTING);
}

/** A plain page of a heading and parts. @param parts HTML */
export function plainPage(
  title: string,
  parts: readonly string[],
  more: Omit<PlainPage, 'title' | 'main'> = {},
): PlainPage {
  return { title, main: [`<h1>${escapeHtml(title)}</h1>`, ...parts].filter(Boolean).join('\n'), ...more };
}

/** The same for people who get mail. */
export function receiverPage(
  title: string,
  parts: readonly string[],
  more: Partial<Omit<PlainPage, 'title' | 'main'>> = {},
): PlainPage {
  return plainPage(title, parts, { sender: {}, ...more });
}

/** `/mail` for `https://acme.dev/mail/`, empty for `https://acme.dev`. */
export function basePathOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '');
}

/** `<html` with the colours that the person has chosen; without a choice the system's. */
export function htmlTag(theme: Theme | undefined): string {
  return `<html lang="en"${theme ? ` data-theme="${theme}"` : ''}>`;
}

function policyOf(stylePolicy: string, { showsDocument, sender }: PlainPage): string {
  return [
    "default-src 'none'",
    `style-src ${stylePolicy}`,
    ...(showsDocument ? ["frame-src 'self'"] : []),
    `img-src ${sender?.logo?.origin ?? "'none'"}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

interface PageFrame {
  base: string;
  css: string;
  theme: Theme | undefined;
  referrerPolicy: ReferrerPolicy;
}

function pageHtml(
  { title, sender, main, footer = '', place, showsDocument }: PlainPage,
  { base, css, theme, referrerPolicy }: PageFrame,
): string {
  const speaker = sender ? sender.name : 'Posthorn';
  return `<!doctype html>
${htmlTag(theme)}
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="${referrerPolicy}">
<meta name="robots" content="noindex">
<title>${escapeHtml(speaker ? `${title} – ${speaker}` : title)}</title>
<style>${css}</style>
</head>
<body>
${sender ? senderHtml(sender) : barHtml({ base, current: place })}
<div class="${showsDocument ? 'plain wide' : 'plain'}">
<main>
${main}
</main>
${footer}</div>
</body>
</html>
`;
}
