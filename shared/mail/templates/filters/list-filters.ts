// List filters. A property in an argument is a dotted path and never an expression. Lists are measured with everything
// in them, since a list may contain the same long text many times.
import { type RenderBudget, TEXT_PER_WORK } from '../budget.ts';
import {
  areEqual,
  compareValues,
  isFalsy,
  isNil,
  isPlainObject,
  joinTexts,
  keysOf,
  numberOf,
  propertyOf,
  textOf,
} from '../data.ts';
import { type Filters, filter, listFilter, listOf } from './filter.ts';
import { callLibrary } from './library-filters.ts';

export const LIST_FILTERS: Filters = {
  array_to_sentence_string: listFilter([0, 1], toSentence),
  compact: listFilter([0, 1], (list, [path], budget) => {
    const read = readerOf(path, budget);
    return list.filter((item) => !isNil(read(item)));
  }),
  concat: listFilter(1, (list, [other], budget) => concat(list, listOf(other), budget)),
  first: filter(0, (value) => (Array.isArray(value) ? value[0] : undefined)),
  join: listFilter([0, 1], (list, [separator], budget) =>
    joinTexts(list, textOf(separator ?? ' ', budget), budget),
  ),
  last: filter(0, (value) => (Array.isArray(value) ? value.at(-1) : undefined)),
  map: listFilter(1, (list, [path], budget) => list.map(readerOf(path, budget))),
  pop: listFilter(0, (list) => list.slice(0, -1)),
  push: listFilter(1, (list, [item], budget) => concat(list, [item], budget)),
  reject: listFilter([1, 2], (list, values, budget) => {
    const matches = matcherOf(values, budget);
    return list.filter((item) => !matches(item));
  }),
  reverse: listFilter(0, (list) => list.toReversed()),
  shift: listFilter(0, (list) => list.slice(1)),
  size: filter(0, (value, _, budget) =>
    isPlainObject(value) ? keysOf(value, budget).length : (propertyOf(value, 'size', budget) ?? 0),
  ),
  slice: filter([1, 2], slice),
  sort: listFilter([0, 1], (list, [path], budget) => sort(list, readerOf(path, budget), budget)),
  sort_natural: listFilter([0, 1], (list, [path], budget) => {
    const read = readerOf(path, budget);
    return sort(list, (item) => naturalKeyOf(read(item), budget), budget);
  }),
  sum: listFilter([0, 1], (list, [path], budget) => {
    const read = readerOf(path, budget);
    return list.reduce<number>((sum, item) => sum + numberOf(read(item)), 0);
  }),
  uniq: listFilter([0, 1], (list, [path], budget) => uniq(list, readerOf(path, budget), budget)),
  unshift: listFilter(1, (list, [item], budget) => concat([item], list, budget)),
  where: listFilter([1, 2], (list, values, budget) => list.filter(matcherOf(values, budget))),
};

type Reader = (item: unknown) => unknown;

/** Reads the value at a dotted path; without a path the item. */
function readerOf(path: unknown, budget: RenderBudget): Reader {
  if (isNil(path)) return (item) => item;
  const text = textOf(path, budget);
  budget.needle(text);
  const keys = text.split('.');
  return (item) => {
    budget.work(keys.length);
    return keys.reduce((value, key) => propertyOf(value, key, budget), item);
  };
}

function matcherOf([path, expected]: readonly unknown[], budget: RenderBudget): (item: unknown) => boolean {
  const read = readerOf(path, budget);
  if (expected === undefined) return (item) => !isFalsy(read(item));
  return (item) => areEqual(read(item), expected, budget);
}

function concat(left: readonly unknown[], right: readonly unknown[], budget: RenderBudget): unknown[] {
  budget.list(left.length + right.length);
  return [...left, ...right];
}

/** Values without an order, such as objects, stay in their places; no value is last. */
function sort(list: readonly unknown[], keyOf: Reader, budget: RenderBudget): unknown[] {
  const keyed = list.map((item) => ({ item, key: keyOf(item) }));
  keyed.sort(({ key: left }, { key: right }) => {
    budget.work(typeof left === 'string' ? 1 + left.length / TEXT_PER_WORK : 1);
    if (isNil(left) || isNil(right)) return Number(isNil(left)) - Number(isNil(right));
    return compareValues(left, right) || 0;
  });
  return keyed.map(({ item }) => item);
}

/** Texts and numbers in the order of their lower-case texts. */
function naturalKeyOf(value: unknown, budget: RenderBudget): unknown {
  if (isNil(value)) return value;
  const text = textOf(value, budget);
  budget.text(text.length);
  return text.toLowerCase();
}

/** An insertion into a set is slow when a template chooses numbers with the same hash. */
const WORK_OF_KEY = 20;

/** The first item of each key. */
function uniq(list: readonly unknown[], keyOf: Reader, budget: RenderBudget): unknown[] {
  const keys = new Set<unknown>();
  return list.filter((item) => {
    budget.work(WORK_OF_KEY);
    const key = keyOf(item) ?? null;
    const isNew = !keys.has(key);
    keys.add(key);
    return isNew;
  });
}

function slice(value: unknown, [begin, length = 1]: readonly unknown[], budget: RenderBudget): unknown {
  const from = Math.trunc(numberOf(begin));
  const count = Math.trunc(numberOf(length));
  if (!Array.isArray(value)) {
    const text = textOf(value, budget);
    budget.text(text.length);
    return callLibrary('slice', text, [from, count]);
  }
  const start = from < 0 ? value.length + from : from;
  return start < 0 || count < 0 ? [] : value.slice(start, start + count);
}

function toSentence(list: readonly unknown[], [connector = 'and']: readonly unknown[], budget: RenderBudget) {
  if (list.length < 2) return joinTexts(list, '', budget);
  const word = textOf(connector, budget);
  const ending = `${list.length > 2 ? ',' : ''} ${word} ${textOf(list.at(-1), budget)}`;
  const beginning = joinTexts(list.slice(0, -1), ', ', budget);
  budget.text(beginning.length + ending.length);
  return beginning + ending;
}
