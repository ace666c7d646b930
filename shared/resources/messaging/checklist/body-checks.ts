// Checks the visible parts of a body: text, unfilled placeholders, links and images. A check names what it has found;
// there is no spam score.
import { WRITTEN_FIELDS, type WrittenContent } from '../../../contract/mail/fields.ts';
import { htmlToText } from '../../../mail/html/html-to-text.ts';
import {
  findLinkPlaceholders,
  mayHaveRecipientLinks,
} from '../../../mail/recipient-links/recipient-links.ts';
import { parseUrl } from '../../../platform/addresses/parse-url.ts';
import { lineOf, type ShownBody } from './checked-message.ts';
import { type Finding, warningFinding } from './finding.ts';
import { shownHostOf } from './shown-host.ts';
import { findUnfilledPlaceholders } from './unfilled-placeholders.ts';

/** A check of a body. */
type BodyCheck = (body: ShownBody, source: WrittenContent) => readonly Finding[];

const CHECKS: readonly BodyCheck[] = [
  checkText,
  checkPlaceholders,
  checkHosts,
  checkSchemes,
  checkShownHosts,
  checkSecurity,
  checkAlternatives,
  checkWords,
];

/** Examples that a message names. */
const NAMED_MAX = 3;
const NAMED_MAX_LENGTH = 100;
/** A mail of pictures has no more text outside of its links. */
const FEW_CHARACTERS = 10;
/** `mailto:`, `tel:` and the like have no host, nor does a place in the same mail. */
const LEADS_ELSEWHERE = /^(?:#|(?!https?:)[a-z][a-z0-9+.-]*:)/i;
const HAS_HOST = /^https?:\/\/[^/?#\s]/i;
const DOUBLED_SCHEME = /\bhttps?:\/\/\s*https?:\/\//gi;

/** Checks a body. */
export function checkBody(body: ShownBody, source: WrittenContent): Finding[] {
  return CHECKS.flatMap((check) => check(body, source));
}

function checkText({ rendered: { html, text } }: ShownBody): Finding[] {
  if (!html || (text ?? htmlToText(html)).trim() !== '') return [];
  const why = text === null ? 'the html has none' : '`text` is empty';
  return [
    warningFinding('text_part_missing', `The email has no text for readers without HTML: ${why}.`, {
      field: 'text',
    }),
  ];
}

/** Links of our own are placeholders until the mail is sent. */
function checkPlaceholders({ rendered, shown, links }: ShownBody, source: WrittenContent): Finding[] {
  const written = links.map((link) => link.written).join(' ');
  return WRITTEN_FIELDS.flatMap(({ key, name: field }) => {
    const texts = key === 'html' ? [shown?.text, written] : [rendered[key]];
    const found = new Set(
      texts.flatMap((shownText) => findUnfilledPlaceholders(withoutOwnLinks(shownText ?? ''))),
    );
    return [...found].map((leftover) =>
      warningFinding(
        'placeholder_left',
        `\`${cut(leftover)}\` looks like a placeholder that was not filled in.`,
        { field, line: lineOf(source[key], leftover) },
      ),
    );
  });
}

function withoutOwnLinks(text: string): string {
  if (!mayHaveRecipientLinks(text)) return text;
  let rest = '';
  let position = 0;
  for (const { start, end } of findLinkPlaceholders(text, () => true)) {
    rest += `${text.slice(position, start)} `;
    position = end;
  }
  return (rest + text.slice(position)).replaceAll('{{{POLL}}}', ' ');
}

function checkHosts({ links }: ShownBody, source: WrittenContent): Finding[] {
  const lost = links.filter(({ written, target }) => {
    const trimmed = written.trim();
    return target === undefined && !LEADS_ELSEWHERE.test(trimmed) && !HAS_HOST.test(trimmed);
  });
  return counted(
    'link_without_host',
    lost.map(({ written }) => written),
    source,
    (count, examples) =>
      count === 1
        ? `A link has no host, so it does not work in an email: ${examples}.`
        : `${count} links have no host, so they do not work in an email: ${examples}.`,
  );
}

/** The scheme before a recipient's own link is removed when the mail is sent; before another value it stays. */
function checkSchemes({ rendered }: ShownBody, source: WrittenContent): Finding[] {
  return (['html', 'text'] as const).flatMap((field) => {
    const body = rendered[field] ?? '';
    const own = findLinkPlaceholders(body, () => true).map(({ start, end }) => body.slice(start, end));
    const doubled = [
      ...own.filter((written) => !written.startsWith('{')),
      ...(body.match(DOUBLED_SCHEME) ?? []),
    ];
    const [first] = doubled;
    if (first === undefined) return [];
    const examples = named(doubled.map((written) => `\`${cut(written)}\``));
    const message = `A link adds a scheme to a value that already has one: ${examples}.`;
    const place = { field, line: lineOf(source[field], first), count: doubled.length };
    return [warningFinding('link_scheme_doubled', message, place)];
  });
}

/** Checks texts that readers mistake for the target of a link. */
function checkShownHosts({ shown }: ShownBody, source: WrittenContent): Finding[] {
  const other = (shown?.links ?? []).filter(({ href, text }) => {
    const target = href.includes('{{{') ? undefined : parseUrl(href.trim())?.hostname;
    const seen = target && shownHostOf(text, target);
    return target && seen && withoutWww(seen) !== withoutWww(target);
  });
  return counted(
    'link_host_differs',
    other.map(({ tag }) => tag),
    source,
    (count) => {
      const examples = named(other.map(({ text, href }) => `\`${cut(text)}\` leads to \`${cut(href)}\``));
      return count === 1
        ? `A link shows one host but leads to another, as phishing mail does: ${examples}.`
        : `${count} links show one host but lead to another, as phishing mail does: ${examples}.`;
    },
  );
}

const withoutWww = (host: string) => host.toLowerCase().replace(/^www\./, '');

function checkSecurity({ links }: ShownBody, source: WrittenContent): Finding[] {
  const open = links.filter(({ target }) => target !== undefined && /^http:/i.test(target));
  return counted(
    'link_insecure',
    open.map(({ written }) => written),
    source,
    (count, examples) =>
      count === 1
        ? `A link uses http instead of https: ${examples}.`
        : `${count} links use http instead of https: ${examples}.`,
  );
}

function checkAlternatives({ shown }: ShownBody, source: WrittenContent): Finding[] {
  return counted('alt_missing', shown?.imagesWithoutAlt ?? [], source, (count) =>
    count === 1
      ? 'An image has no `alt` text for people who do not see images. Use an empty `alt` for decoration.'
      : `${count} images have no \`alt\` text for people who do not see images. Use an empty \`alt\` for decoration.`,
  );
}

function checkWords({ shown }: ShownBody): Finding[] {
  if (!shown || shown.images === 0 || shown.unlinkedText.length >= FEW_CHARACTERS) return [];
  const message =
    'The HTML consists of images only. People who block images see an empty email, and spam filters cannot read it.';
  return [warningFinding('image_only', message, { field: 'html', count: shown.images })];
}

/** One finding for places of the html that have the same fault. */
function counted(
  code: Finding['code'],
  written: readonly string[],
  { html }: WrittenContent,
  say: (count: number, examples: string) => string,
): Finding[] {
  const [first] = written;
  if (first === undefined) return [];
  const examples = named(written.map((text) => `\`${cut(text)}\``));
  const count = written.length;
  return [warningFinding(code, say(count, examples), { field: 'html', line: lineOf(html, first), count })];
}

function named(texts: readonly string[]): string {
  const distinct = [...new Set(texts)];
  return distinct.slice(0, NAMED_MAX).join(', ') + (distinct.length > NAMED_MAX ? ', …' : '');
}

function cut(text: string): string {
  return text.length > NAMED_MAX_LENGTH ? `${text.slice(0, NAMED_MAX_LENGTH).toWellFormed()}…` : text;
}
