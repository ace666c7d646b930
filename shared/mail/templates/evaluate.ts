// Evaluates the expressions of a template. A variable is: what the template has assigned, else the given value, else the
// declared fallback. One without any of them stops the render, unless it is only tested (`if`, `case`, `default`).
import type { RenderBudget } from './budget.ts';
import type { CompiledPart, CompiledTemplate } from './compile.ts';
import {
  areEqual,
  compareValues,
  isFalsy,
  isNil,
  isPlainObject,
  keysOf,
  numberOf,
  ownValue,
  propertyOf,
  textOf,
} from './data.ts';
import { DEFAULT_FILTER } from './filters/filter-table.ts';
import { MAX_EMPTY_NAME_LENGTH, MAX_EMPTY_NAMES } from './limits.ts';
import { TemplateRenderError, type TemplateValues } from './template.ts';
import type { Expression, FilterCall, PathKey } from './tree.ts';

/**
 * The treatment of a variable without a value: it is an error, it is null, or it is null even if it has a declared fallback.
 * `print`: an error, and a value of the contact that is empty is noted, because it leaves a gap (“Hello ,”).
 */
export type MissingMode = 'print' | 'refuse' | 'null' | 'given-only';

type OfKind<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;

const isRefused = (missing: MissingMode) => missing === 'refuse' || missing === 'print';

export class Evaluator {
  readonly budget: RenderBudget;
  /** Items and states of the loops around the place that is rendered. */
  readonly slots: unknown[];
  readonly assigned = new Map<string, unknown>();
  readonly counters = new Map<string, number>();
  /** The names of the contact's values that were printed and are empty. */
  readonly emptyNames: Set<string>;
  readonly #template: CompiledTemplate;
  readonly #part: CompiledPart;
  readonly #values: TemplateValues;

  constructor(
    template: CompiledTemplate,
    part: CompiledPart,
    values: TemplateValues,
    { budget, emptyNames }: Pick<Evaluator, 'budget' | 'emptyNames'>,
  ) {
    this.#template = template;
    this.#part = part;
    this.#values = values;
    this.budget = budget;
    this.emptyNames = emptyNames;
    this.slots = new Array(part.slots);
  }

  evaluate(expression: Expression, missing: MissingMode): unknown {
    this.budget.work(1);
    switch (expression.kind) {
      case 'constant':
        return expression.value;
      case 'slot':
        return this.slots[expression.slot];
      case 'variable':
        return this.#findVariable(expression.name, missing);
      case 'contact':
        return this.#values.contact ?? null;
      case 'event':
        return this.#findEvent(missing);
      case 'path':
        return this.#followPath(expression, missing);
      case 'filtered':
        return this.#filter(expression, missing);
      default:
        return this.#calculate(expression, missing === 'print' ? 'refuse' : missing);
    }
  }

  #findVariable(name: string, missing: MissingMode): unknown {
    if (this.assigned.has(name)) return this.assigned.get(name);
    const counter = this.counters.get(name);
    if (counter !== undefined) return counter;
    const declared = this.#template.variables.get(name);
    const given = declared && ownValue(this.#values.variables, name);
    if (!isNil(given)) return given;
    if (missing === 'given-only') return null;
    if (!isNil(declared?.fallbackValue)) return declared.fallbackValue;
    // A name that a tag assigns, but has not assigned yet, is empty as everywhere in Liquid.
    if (missing === 'null' || (declared === undefined && this.#part.assigned.has(name))) return null;
    const problem = declared ? 'has no value and no fallback' : 'is not declared';
    throw new TemplateRenderError(`The variable \`${name}\` ${problem}`, name);
  }

  #findEvent(missing: MissingMode): unknown {
    const { event } = this.#values;
    if (event !== undefined || !isRefused(missing)) return event ?? null;
    throw new TemplateRenderError('There is no `event`', 'event');
  }

  #followPath({ of, keys }: OfKind<'path'>, missing: MissingMode): unknown {
    this.budget.work(keys.length);
    let value = this.evaluate(of, missing);
    for (const key of keys) {
      const name = typeof key === 'object' ? this.evaluate(key, 'refuse') : key;
      const isName = typeof name === 'string' || typeof name === 'number';
      value = isName ? propertyOf(value, name, this.budget) : undefined;
    }
    if (missing === 'print' && (isNil(value) || value === '')) this.#noteEmpty(of, keys);
    return value;
  }

  #noteEmpty(of: Expression, keys: readonly PathKey[]): void {
    if (of.kind !== 'contact' || this.emptyNames.size >= MAX_EMPTY_NAMES) return;
    // Each contact has them; a preview may be without a contact.
    if (keys[0] === 'email' || keys[0] === 'unsubscribed') return;
    const path = keys.map((key) => (typeof key === 'object' ? '[…]' : `.${key}`)).join('');
    const name = of.name === 'contact' ? `contact${path}` : of.name;
    this.emptyNames.add(name.slice(0, MAX_EMPTY_NAME_LENGTH).toWellFormed());
  }

  #filter({ value, filters, hasDefault }: OfKind<'filtered'>, missing: MissingMode): unknown {
    let result = this.evaluate(value, hasDefault && isRefused(missing) ? 'null' : missing);
    this.budget.work(filters.length);
    for (const call of filters) {
      result =
        call.definition === DEFAULT_FILTER
          ? this.#applyDefault(result, call)
          : call.definition.run(result, this.#evaluateAll(call.arguments), this.budget);
    }
    return result;
  }

  #applyDefault(value: unknown, { arguments: [fallback], allowFalse }: FilterCall): unknown {
    const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
    const isKept = value === false && allowFalse !== null && !isFalsy(this.evaluate(allowFalse, 'refuse'));
    if (!isEmpty && (isKept || !isFalsy(value))) return value;
    return fallback === undefined ? '' : this.evaluate(fallback, 'refuse');
  }

  #evaluateAll(expressions: readonly Expression[]): unknown[] {
    return expressions.map((expression) => this.evaluate(expression, 'refuse'));
  }

  #calculate(expression: OfKind<'range' | 'not' | 'binary'>, missing: MissingMode): unknown {
    if (expression.kind === 'range') return this.#makeRange(expression);
    if (expression.kind === 'not') return isFalsy(this.evaluate(expression.operand, missing));
    const { operator } = expression;
    const left = this.evaluate(expression.left, missing);
    if (operator === 'and' && isFalsy(left)) return false;
    if (operator === 'or' && !isFalsy(left)) return true;
    const right = this.evaluate(expression.right, missing);
    if (operator === 'and' || operator === 'or') return !isFalsy(right);
    if (operator === '==' || operator === '!=')
      return areEqual(left, right, this.budget) === (operator === '==');
    return operator === 'contains' ? this.#contains(left, right) : this.#compare(left, operator, right);
  }

  #makeRange({ from, to }: OfKind<'range'>): number[] {
    const first = Math.trunc(numberOf(this.evaluate(from, 'refuse')));
    const last = Math.trunc(numberOf(this.evaluate(to, 'refuse')));
    const length = Math.max(last - first + 1, 0);
    this.budget.list(length);
    this.budget.keep(length * 8);
    return Array.from({ length }, (_, index) => first + index);
  }

  #contains(container: unknown, value: unknown): boolean {
    if (Array.isArray(container)) return container.some((item) => areEqual(item, value, this.budget));
    if (typeof container !== 'string' || isNil(value)) return false;
    const needle = textOf(value, this.budget);
    this.budget.needle(needle);
    this.budget.text(container.length);
    return container.includes(needle);
  }

  #compare(left: unknown, operator: '<' | '>' | '<=' | '>=', right: unknown): boolean {
    if (typeof left === 'string') this.budget.text(left.length);
    const order = compareValues(left, right);
    if (operator === '<') return order < 0;
    if (operator === '>') return order > 0;
    return operator === '<=' ? order <= 0 : order >= 0;
  }

  /** The items of a loop: the items of a list, the pairs of an object, or a text as the only item. */
  itemsOf(value: unknown): readonly unknown[] {
    if (Array.isArray(value)) return value;
    if (typeof value === 'string') return value === '' ? [] : [value];
    if (!isPlainObject(value)) return [];
    return keysOf(value, this.budget).map((key) => [key, ownValue(value, key)]);
  }
}
