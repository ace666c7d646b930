// The places of a poll in contents, `{{{POLL}}}`, in the form of a template's variables: blanks may surround the name, and a
// fallback may follow it. In contents without such a place, the poll is at their end. Several places show the same poll.
import { addBeforeEndOfBody } from '../html/end-of-body.ts';
import { type AskedPoll, type LinkOfOption, pollLines, pollTable } from './poll-html.ts';

const MARKER = '{{{POLL}}}';
const PLACE = /\{\{\{\s*POLL\s*(?:\|[^{}]*)?\}\}\}/g;
/** Later places show nothing: a table is two hundred times as long as its marker. */
const PLACES_MAX = 10;
const TAG = /^<[a-z/!?]/i;

/** Adds a place for the poll to html that has none. */
export function withPollPlace(html: string): string {
  return hasPlaceInHtml(html) ? html : addBeforeEndOfBody(html, `${MARKER}\n`);
}

/** Adds a place for the poll to a text that has none. */
export function withPollLine(text: string): string {
  return text.search(PLACE) !== -1 ? text : `${text}\n\n${MARKER}\n`;
}

/** Shows a poll in html. @param linkOf a link without quotes and angle brackets */
export function showPollInHtml(html: string, poll: AskedPoll, linkOf: LinkOfOption): string {
  const table = pollTable(poll, linkOf);
  let found = 0;
  return withPollPlace(html).replace(PLACE, (_place: string, offset: number, whole: string) => {
    found += 1;
    return found > PLACES_MAX || isInTag(whole, offset) ? '' : table;
  });
}

/** Shows a poll in a text. */
export function showPollInText(text: string, poll: AskedPoll, linkOf: LinkOfOption): string {
  const lines = pollLines(poll, linkOf);
  let found = 0;
  return withPollLine(text).replace(PLACE, () => {
    found += 1;
    return found > PLACES_MAX ? '' : lines;
  });
}

function hasPlaceInHtml(html: string): boolean {
  let found = 0;
  for (const { index } of html.matchAll(PLACE)) {
    if (!isInTag(html, index)) return true;
    found += 1;
    if (found === PLACES_MAX) break;
  }
  return false;
}

/** A table in a tag or a comment would break the html: a contact may have given `{{{POLL}}}` as its name. */
function isInTag(html: string, offset: number): boolean {
  const start = html.lastIndexOf('<', offset);
  return start > html.lastIndexOf('>', offset) && TAG.test(html.slice(start, start + 2));
}
