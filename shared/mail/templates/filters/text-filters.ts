// Text filters that can grow their input or that search in it: the size of the result and the number of matches are
// known before the work is done.
import type { RenderBudget } from '../budget.ts';
import { escapeMarkup, jsonOf, numberOf, textOf } from '../data.ts';
import { MAX_LIST_ITEMS } from '../limits.ts';
import { type Filters, filter, textFilter } from './filter.ts';
import { callLibrary } from './library-filters.ts';

export const TEXT_FILTERS: Filters = {
  append: textFilter(1, (text, [suffix], budget) => join(text, textOf(suffix, budget), budget)),
  prepend: textFilter(1, (text, [prefix], budget) => join(textOf(prefix, budget), text, budget)),
  remove: textFilter(1, (text, [needle], budget) => replaceAll(text, needle, '', budget)),
  remove_first: textFilter(1, (text, [needle], budget) => replaceOne(text, needle, '', budget, 'indexOf')),
  remove_last: textFilter(1, (text, [needle], budget) => replaceOne(text, needle, '', budget, 'lastIndexOf')),
  replace: textFilter([1, 2], (text, [needle, by], budget) => replaceAll(text, needle, by, budget)),
  replace_first: textFilter([1, 2], (text, [needle, by], budget) =>
    replaceOne(text, needle, by, budget, 'indexOf'),
  ),
  replace_last: textFilter([1, 2], (text, [needle, by], budget) =>
    replaceOne(text, needle, by, budget, 'lastIndexOf'),
  ),
  split: textFilter(1, split),
  truncate: textFilter([0, 2], (text, [length = 50, ellipsis = '...'], budget) =>
    callLibrary('truncate', text, [numberOf(length), textOf(ellipsis, budget)]),
  ),
  truncatewords: textFilter([0, 2], truncateWords),

  raw: { ...filter(0, (value) => value), isHtml: true },
  escape: { ...textFilter(0, escapeMarkup), isHtml: true },
  xml_escape: { ...textFilter(0, escapeMarkup), isHtml: true },
  escape_once: { ...textFilter(0, (text) => escapeMarkup(unescapeMarkup(text))), isHtml: true },
  newline_to_br: { ...textFilter(0, (text) => text.replaceAll(/\r?\n/g, '<br />\n')), isHtml: true },
  json: filter(0, (value, _, budget) => jsonOf(value, budget)),
  jsonify: filter(0, (value, _, budget) => jsonOf(value, budget)),
};

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
  return text.split(needle).join(replacement);
}

/** Counts up to one match more than is allowed. */
function countMatches(text: string, needle: string): number {
  let matches = 0;
  for (let at = text.indexOf(needle); at !== -1 && matches <= MAX_LIST_ITEMS; matches += 1) {
    at = text.indexOf(needle, at + needle.length);
  }
  return matches;
}

function replaceOne(
  text: string,
  searched: unknown,
  by: unknown,
  budget: RenderBudget,
  find: 'indexOf' | 'lastIndexOf',
): string {
  const needle = needleOf(searched, budget);
  const replacement = textOf(by, budget);
  budget.text(text.length + replacement.length);
  const at = text[find](needle);
  return at === -1 ? text : text.slice(0, at) + replacement + text.slice(at + needle.length);
}

/** Empty texts at the end are dropped, as Ruby's split does. */
function split(text: string, [separator]: readonly unknown[], budget: RenderBudget): string[] {
  const parts = text.split(needleOf(separator, budget), MAX_LIST_ITEMS + 1);
  budget.list(parts.length);
  while (parts.at(-1) === '') parts.pop();
  return parts;
}

function truncateWords(
  text: string,
  [count = 15, ellipsis = '...']: readonly unknown[],
  budget: RenderBudget,
): string {
  const words = Math.min(Math.max(Math.trunc(numberOf(count)), 1), MAX_LIST_ITEMS);
  const parts = text.trimStart().split(/\s+/, words);
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
