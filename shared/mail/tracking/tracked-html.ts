// Makes html tracked: it is cut once per email at the values of its links, at the place of the pixel and at the names
// of our links, so that for each recipient its pieces are only joined. All other characters stay unchanged.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { findBodyStart } from '../html/body-start.ts';
import { preheaderOf } from '../html/preheader.ts';
import {
  findLinkPlaceholders,
  type LinkKind,
  type RecipientLinks,
  shortenLinkPlaceholders,
} from '../recipient-links/recipient-links.ts';
import { type FoundLink, findLinks } from './find-links.ts';
import type { TrackedLink } from './tracking-tokens.ts';

/** The measurements of an email, and what its html needs for them. */
export interface TrackingPlan {
  opens: boolean;
  clicks: boolean;
  /** Put before the visible content; undefined: there is none. */
  previewText: string | undefined;
  /** The links of a recipient's own, which replace their placeholders. */
  ownLinks: readonly LinkKind[];
  /** Says of a target that it is not tracked. */
  isUntracked(target: string): boolean;
}

/** The URLs of one recipient: ASCII without white space, quotes and angle brackets. */
export interface RecipientUrls {
  pixel(): string;
  link(link: TrackedLink): string;
  own: RecipientLinks;
}

/** Writes the html of one recipient. */
export type WriteTrackedHtml = (urls: RecipientUrls) => Promise<string>;

/** Links that are written in a turn of the event loop: each is signed, which takes up to 20 µs. */
const WRITTEN_A_TURN = 1_000;

/** The replacement of a part of the html. */
interface Change {
  start: number;
  end: number;
  write(urls: RecipientUrls): string;
}

/**
 * Prepares html.
 * @returns undefined: nothing in it is measured, so it is the same for all recipients
 */
export async function trackHtml(given: string, plan: TrackingPlan): Promise<WriteTrackedHtml | undefined> {
  const html = shortenLinkPlaceholders(given, plan.ownLinks);
  const links = plan.clicks ? (await findLinks(html, plan.isUntracked)).map(linkChange) : [];
  if (!plan.opens && links.length === 0) return undefined;
  const changes = [...links, ...contentChanges(html, plan)].sort((a, b) => a.start - b.start);
  return (urls) => writeChanges(html, changes, urls);
}

async function writeChanges(html: string, changes: readonly Change[], urls: RecipientUrls): Promise<string> {
  const pieces: string[] = [];
  let position = 0;
  for (const [index, { start, end, write }] of changes.entries()) {
    if (index % WRITTEN_A_TURN === WRITTEN_A_TURN - 1) await nextTurn();
    pieces.push(html.slice(position, start), write(urls));
    position = end;
  }
  pieces.push(html.slice(position));
  return pieces.join('');
}

function linkChange({ start, end, target }: FoundLink, number: number): Change {
  const link = { number, target };
  return { start, end, write: (urls) => urls.link(link) };
}

/** The preheader, the pixel after it, and the links of ours. */
function contentChanges(html: string, { opens, previewText, ownLinks }: TrackingPlan): Change[] {
  const start = findBodyStart(html);
  const preheader = previewText ? preheaderOf(previewText) : '';
  const beginning: Change = {
    start,
    end: start,
    write: (urls) => (opens ? preheader + pixelOf(urls.pixel()) : preheader),
  };
  const own = findLinkPlaceholders(html, (kind) => ownLinks.includes(kind));
  return [
    beginning,
    ...own.map(({ kind, ...place }): Change => ({ ...place, write: (urls) => urls.own[kind] ?? '' })),
  ];
}

/**
 * The image is one point large and on a line of its own, because an image in a line of text would be as high as the
 * line.
 */
function pixelOf(url: string): string {
  return `<img src="${url}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">`;
}
