// Text filters that can grow their input or that search in it: the size of the result and the number of matches are
// known before the work is done.
import type { RenderBudget } from '../budget.ts';
import { escapeMarkup, jsonOf, numberOf, textOf } from '../data.ts';
import { MAX_LIST_ITEMS, MAX_VALUE_SIZE } from '../limits.ts';
import { type FilterDefinition, type Filters, filter, textFilter } from './filter.ts';
import { callLibrary } from './library-filters.ts';

/** `escape`, which an output in html has too. */
export const ESCAPE_FILTER = htmlFilter((text) => escapeMarkup(text, MAX_VALUE_SIZE));
const JSON_FILTER = filter(0, (value, _, budget) => jsonOf(value, budget));

export const TEXT_FILTERS: Filters = {
  append: textFilter(1, (text, [suffix], budget) => join(text, textOf(suffix, budget), budget)),
  prepend: textFilter(1, (text, [prefix], budget) => join(textOf(prefix, budget), text, budget)),
  remove: textFilter(1, (text, [needle], budget) => replaceAll(text, needle, '', budget)),
  remove_first: textFilter(1, (text, [needle], budget) => replaceOne(text, needle, '', budget, findFirst)),
  remove_last: textFilter(1, (text, [needle], budget) => replaceOne(text, needle, '', budget, findLast)),
  replace: textFilter([1, 2], (text, [needle, by], budget) => replaceAll(text, needle, by, budget)),
  replace_first: textFilter([1, 2], (text, [needle, by], budget) =>
    replaceOne(text, needle, by, budget, findFirst),
  ),
  replace_last: textFilter([1, 2], (text, [needle, by], budget) =>
    replaceOne(text, needle, by, budget, findLast),
  ),
  split: textFilter(1, split),
  truncate: textFilter([0, 2], (text, [length = 50, ellipsis = '...'], budget) =>
    callLibrary('truncate', text, [numberOf(length), textOf(ellipsis, budget)]),
  ),
  truncatewords: textFilter([0, 2], truncateWords),

  raw: { minArguments: 0, maxArguments: 0, isHtml: true, run: (value) => value },
  escape: ESCAPE_FILTER,
  xml_escape: ESCAPE_FILTER,
  escape_once: htmlFilter((text) => escapeMarkup(unescapeMarkup(text), MAX_VALUE_SIZE)),
  newline_to_br: htmlFilter((text, budget) => {
    budget.list(countMatches(text, '\n'));
    return text.replaceAll(/\r?\n/g, '<br />\n');
  }),
  json: JSON_FILTER,
  jsonify: JSON_FILTER,
};

function htmlFilter(run: (text: string, budget: RenderBudget) => string): FilterDefinition {
  return { ...textFilter(0, (text, _, budget) => run(text, budget)), isHtml: true };
}

function join(left: string, right: string, budget: RenderBudget): string {
  budget.text(left.length + right.length);
  return left + right;
}

function replaceAll(text: string, searched: unknown, by: unknown, budget: RenderBudget): string {
  const needle = needleOf(searched, budget);
  const replacement = textOf(by, budget);
  const matches = needle === '' ? text.length : countMatches(text, needle);
  budget.list(matches);
  budget.text(text.length + matches * (replacement.length - needle.length));
  return splitText(text, needle).join(replacement);
}

/** Counts up to one match more than is allowed. */
function countMatches(text: string, needle: string): number {
  let matches = 0;
  for (let at = text.indexOf(needle); at !== -1 && matches <= MAX_LIST_ITEMS; matches += 1) {
    at = text.indexOf(needle, at + needle.length);
  }
  return matches;
}

function replaceOne(text: string, searched: unknown, by: unknown, budget: RenderBudget, find: Find): string {
  const needle = needleOf(searched, budget);
  const replacement = textOf(by, budget);
  budget.text(text.length + replacement.length);
  const at = find(text, needle, budget);
  return at === -1 ? text : text.slice(0, at) + replacement + text.slice(at + needle.length);
}

type Find = (text: string, needle: string, budget: RenderBudget) => number;

const findFirst: Find = (text, needle) => text.indexOf(needle);

const PART_LENGTH = 16 * 1024;

/** V8 compares the needle at every place when it searches backwards, so the text is searched in parts. */
function findLast(text: string, needle: string, budget: RenderBudget): number {
  for (let end = text.length; end >= 0; end -= PART_LENGTH) {
    budget.work(PART_LENGTH);
    const begin = Math.max(end - PART_LENGTH, 0);
    const at = text.slice(begin, end + needle.length).lastIndexOf(needle);
    if (at !== -1) return begin + at;
  }
  return -1;
}

/** Empty texts at the end are dropped, as Ruby's split does. */
function split(text: string, [separator]: readonly unknown[], budget: RenderBudget): string[] {
  const parts = splitText(text, needleOf(separator, budget), MAX_LIST_ITEMS + 1);
  budget.list(parts.length);
  while (parts.at(-1) === '') parts.pop();
  return parts;
}

/** Without a separator it splits between code points: half of a surrogate pair is not a text. */
function splitText(text: string, separator: string, limit?: number): string[] {
  return text.split(separator === '' ? /(?:)/u : separator, limit);
}

function truncateWords(
  text: string,
  [count = 15, ellipsis = '...']: readonly unknown[],
  budget: RenderBudget,
): string {
  const words = Math.max(Math.trunc(numberOf(count)), 1);
  const parts = text.trimStart().split(/\s+/, Math.min(words, MAX_LIST_ITEMS + 1));
  budget.list(parts.length);
  const ending = textOf(ellipsis, budget);
  budget.text(text.length + ending.length);
  return parts.length < words ? parts.join(' ') : parts.join(' ') + ending;
}

function needleOf(value: unknown, budget: RenderBudget): string {
  const needle = textOf(value, budget);
  budget.needle(needle);
  return needle;
}

function unescapeMarkup(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#34;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
