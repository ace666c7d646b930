// Values in a template, which are data as JSON has it: text, JSON, size, property, comparison. Nothing in them is called,
// whatever its name is (`toString`, `toJSON`, `then`), and only their own properties are read: no getter and nothing that
// is inherited. Walks over nested data are bounded in depth and size.
import { type RenderBudget, TEXT_PER_WORK } from './budget.ts';
import { MAX_DATA_DEPTH, MAX_VALUE_SIZE } from './limits.ts';
import { TemplateRenderError } from './template.ts';

/** The literals `empty` and `blank`, which equal several values. */
export const EMPTY = Symbol('empty');
export const BLANK = Symbol('blank');

export type PlainObject = Readonly<Record<string, unknown>>;

/** An object as JSON has it: no list, and no instance of a class. */
export function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Names that lead to classes; no template can read them, even if the data has them. */
const UNREACHABLE: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** An own property with a value. */
export function ownValue(object: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(object, name)?.value;
}

/** The property of a list, an object or a text, with `size`, `length`, `first` and `last`; undefined when there is none. */
export function propertyOf(value: unknown, key: string | number, budget: RenderBudget): unknown {
  if (Array.isArray(value)) return itemOf(value, key);
  if (typeof value === 'string') return key === 'size' || key === 'length' ? value.length : undefined;
  if (!isPlainObject(value) || UNREACHABLE.has(String(key))) return undefined;
  const own = ownValue(value, String(key));
  return own === undefined && key === 'size' ? keysOf(value, budget).length : own;
}

/** The keys of an object, which may be as many as the items of a list. */
export function keysOf(object: PlainObject, budget: RenderBudget): string[] {
  const keys = Object.keys(object);
  budget.list(keys.length);
  return keys;
}

function itemOf(list: readonly unknown[], key: string | number): unknown {
  if (key === 'size' || key === 'length') return list.length;
  if (key === 'first') return list[0];
  if (key === 'last') return list.at(-1);
  const index = typeof key === 'number' ? key : /^(?:0|[1-9]\d{0,8})$/.test(key) ? Number(key) : Number.NaN;
  return Number.isInteger(index) ? list.at(index) : undefined;
}

/** The text of a value. An object is JSON, and so is a list of anything but texts, numbers and booleans. */
export function textOf(value: unknown, budget: RenderBudget): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) {
    budget.list(value.length);
    const isFlat = value.every((item) => typeof item !== 'object' || item === null);
    return isFlat ? joinTexts(value, '', budget) : jsonOf(value, budget);
  }
  return isPlainObject(value) ? jsonOf(value, budget) : '';
}

export function joinTexts(list: readonly unknown[], separator: string, budget: RenderBudget): string {
  let joined = '';
  for (const [index, item] of list.entries()) {
    const text = textOf(item, budget);
    joined += index === 0 ? text : separator + text;
    if (joined.length > MAX_VALUE_SIZE) throw tooLarge();
    budget.work(1 + text.length / TEXT_PER_WORK);
  }
  return joined;
}

/** The longest number that JavaScript writes has 326 characters; a longer text is not parsed. */
const MAX_NUMBER_LENGTH = 400;

/** A number as filters read it: 0 for anything else. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value || 0;
  if (typeof value === 'string') return value.length > MAX_NUMBER_LENGTH ? 0 : Number(value) || 0;
  return value === true ? 1 : 0;
}

export const isNil = (value: unknown): value is null | undefined => value === null || value === undefined;

/** The value that a condition takes for false; an empty text and 0 are true in Liquid. */
export const isFalsy = (value: unknown) => isNil(value) || value === false;

/** JSON of a value as `JSON.stringify` writes it, bounded in size and depth. */
export function jsonOf(value: unknown, budget: RenderBudget): string {
  const writer = new JsonWriter(budget);
  writer.write(value, 0);
  budget.keep(writer.json.length);
  return writer.json;
}

class JsonWriter {
  json = '';
  readonly #budget: RenderBudget;

  constructor(budget: RenderBudget) {
    this.#budget = budget;
  }

  write(value: unknown, depth: number): void {
    this.#budget.work(2);
    if (depth > MAX_DATA_DEPTH) throw tooDeep();
    if (Array.isArray(value)) this.#writeList(value, depth);
    else if (isPlainObject(value)) this.#writeObject(value, depth);
    else if (typeof value === 'string') this.#writeText(value);
    else this.#append(typeof value === 'boolean' || Number.isFinite(value) ? String(value) : 'null');
  }

  #writeList(list: readonly unknown[], depth: number): void {
    this.#append('[');
    for (let index = 0; index < list.length; index += 1) {
      if (index > 0) this.#append(',');
      this.write(list[index], depth + 1);
    }
    this.#append(']');
  }

  #writeObject(object: PlainObject, depth: number): void {
    let separator = '{';
    for (const key of keysOf(object, this.#budget)) {
      const value = ownValue(object, key);
      if (value === undefined || typeof value === 'function') continue;
      this.#append(separator);
      this.#writeText(key);
      this.#append(':');
      this.write(value, depth + 1);
      separator = ',';
    }
    this.#append(separator === '{' ? '{}' : '}');
  }

  #writeText(text: string): void {
    if (text.length > MAX_VALUE_SIZE) throw tooLarge();
    this.#append(JSON.stringify(text));
  }

  #append(json: string): void {
    this.json += json;
    if (this.json.length > MAX_VALUE_SIZE) throw tooLarge();
  }
}

/** The bytes of a place in a list, and of an item's header. */
const ITEM_SIZE = 16;

/** The size of a value with everything in it; repeated parts count each time. */
export function sizeOf(value: unknown, budget: RenderBudget): number {
  return ITEM_SIZE + sizeWithin(value, MAX_VALUE_SIZE, 0, budget);
}

/** Stops where the size exceeds `left`: a list may contain another one many times. */
function sizeWithin(value: unknown, left: number, depth: number, budget: RenderBudget): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > MAX_DATA_DEPTH) throw tooDeep();
  let size = 0;
  const add = (item: unknown): void => {
    size += ITEM_SIZE + sizeWithin(item, left - size, depth + 1, budget);
    if (size > left) throw tooLarge();
  };
  if (Array.isArray(value)) for (const item of value) add(item);
  else if (isPlainObject(value)) for (const key of keysOf(value, budget)) add(ownValue(value, key));
  return size;
}

/** Liquid's `==`: lists by their items, objects by identity. */
export function areEqual(left: unknown, right: unknown, budget: RenderBudget, depth = 0): boolean {
  budget.work(typeof left === 'string' ? left.length / TEXT_PER_WORK : 1);
  if (typeof left === 'symbol') return matchesLiteral(right, left, budget);
  if (typeof right === 'symbol') return matchesLiteral(left, right, budget);
  if (!Array.isArray(left) || !Array.isArray(right)) {
    return left === right || (isNil(left) && isNil(right));
  }
  if (depth > MAX_DATA_DEPTH) throw tooDeep();
  if (left.length !== right.length) return false;
  return left.every((item, index) => areEqual(item, right[index], budget, depth + 1));
}

function matchesLiteral(value: unknown, literal: symbol, budget: RenderBudget): boolean {
  if (literal === BLANK) {
    if (isFalsy(value)) return true;
    if (typeof value === 'string') return value.trim() === '';
  }
  if (typeof value === 'string' || Array.isArray(value)) return value.length === 0;
  return isPlainObject(value) && keysOf(value, budget).length === 0;
}

/**
 * Order of two values for `<` and for sorting: negative, 0 or positive; NaN when they have no order. Two texts compare
 * as texts, everything else as numbers.
 */
export function compareValues(left: unknown, right: unknown): number {
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  const first = scalarOf(left);
  const second = scalarOf(right);
  return first === second ? 0 : first - second;
}

/** Returns NaN for values without an order. */
function scalarOf(value: unknown): number {
  if (typeof value === 'string' && value.length > MAX_NUMBER_LENGTH) return Number.NaN;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return Number(value);
  return Number.NaN;
}

/**
 * Escapes as the `escape` filter of liquidjs does, in one pass: `replaceAll` takes ten times as long for many matches.
 * A text that becomes longer than `maxLength` is not completed, and the caller refuses it.
 */
export function escapeMarkup(text: string, maxLength: number): string {
  let escaped = '';
  let begin = 0;
  for (
    let at = text.search(/[&<>"']/);
    at !== -1 && at < text.length && escaped.length <= maxLength;
    at += 1
  ) {
    const entity = entityOf(text.charCodeAt(at));
    if (entity === undefined) continue;
    escaped += text.slice(begin, at) + entity;
    begin = at + 1;
  }
  return begin === 0 ? text : escaped + text.slice(begin);
}

function entityOf(codeUnit: number): string | undefined {
  switch (codeUnit) {
    case 0x22:
      return '&#34;';
    case 0x26:
      return '&amp;';
    case 0x27:
      return '&#39;';
    case 0x3c:
      return '&lt;';
    case 0x3e:
      return '&gt;';
    default:
      return undefined;
  }
}

const tooDeep = () => new TemplateRenderError('The values are nested too deeply');
const tooLarge = () => new TemplateRenderError('A value is larger than 512 KiB');
