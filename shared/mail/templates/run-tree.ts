// Interpreter of the tree of a template field: writes its output. It is synchronous and runs no code but its own, so the
// budget can stop it at every node, iteration and value.
import { outputTooLarge, TEXT_PER_WORK } from './budget.ts';
import { areEqual, escapeMarkup, isFalsy, isNil, jsonOf, numberOf, textOf } from './data.ts';
import type { Evaluator, MissingMode } from './evaluate.ts';
import { MAX_VALUE_SIZE } from './limits.ts';
import type { Body, Expression, LoopJump, LoopNode, OutputValue, TemplateNode } from './tree.ts';

type OfKind<Kind extends TemplateNode['kind']> = Extract<TemplateNode, { kind: Kind }>;

/** @returns the output of a field */
export function runTree(body: Body, evaluator: Evaluator): string {
  const interpreter = new Interpreter(evaluator);
  // A `break` outside of a loop ends the field.
  interpreter.run(body);
  return interpreter.output;
}

/** The state of a loop that templates read as `forloop`. */
interface LoopState {
  name: string;
  index0: number;
  index: number;
  length: number;
  rindex: number;
  rindex0: number;
  first: boolean;
  last: boolean;
}

class Interpreter {
  output = '';
  readonly #evaluator: Evaluator;
  /** How many code units `output` may have. */
  #maxLength: number;
  /** Captured output is not printed yet. */
  #outputMode: MissingMode = 'print';
  readonly #cycles = new Map<string, number>();
  /** The positions at which `offset: continue` continues. */
  readonly #loopEnds = new Map<string, number>();

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
    this.#maxLength = evaluator.budget.outputLeft;
  }

  run(body: Body): LoopJump | undefined {
    for (const node of body) {
      this.#evaluator.budget.step();
      const jump = this.#runNode(node);
      if (jump !== undefined) return jump;
    }
    return undefined;
  }

  #runNode(node: TemplateNode): LoopJump | undefined {
    switch (node.kind) {
      case 'text':
        this.#write(node.text);
        return undefined;
      case 'output':
        this.#writeValue(node);
        return undefined;
      case 'placeholder':
        this.#writePlaceholder(node);
        return undefined;
      case 'if':
        return this.#runIf(node);
      case 'case':
        return this.#runCase(node);
      case 'loop':
        return this.#runLoop(node);
      case 'jump':
        return node.to;
      default:
        return this.#runStatement(node);
    }
  }

  #runStatement(node: OfKind<'assign' | 'capture' | 'counter' | 'cycle'>): LoopJump | undefined {
    if (node.kind === 'assign') {
      this.#evaluator.assigned.set(node.name, this.#evaluator.evaluate(node.value, 'refuse'));
    } else if (node.kind === 'capture') return this.#runCapture(node);
    else if (node.kind === 'counter') this.#runCounter(node);
    else this.#runCycle(node);
    return undefined;
  }

  #write(text: string): void {
    this.output += text;
    if (this.output.length > this.#maxLength) throw outputTooLarge();
  }

  #writeValue({ value, isEscaped }: OutputValue): void {
    const { budget } = this.#evaluator;
    const text = textOf(this.#evaluator.evaluate(value, this.#outputMode), budget);
    budget.work(text.length / TEXT_PER_WORK);
    this.#write(isEscaped ? escapeMarkup(text, this.#maxLength) : text);
  }

  /** The inline fallback wins over the declared one. For a contact, an empty text is not a value. */
  #writePlaceholder({ value, fallback, ofContact }: OfKind<'placeholder'>): void {
    const found = this.#evaluator.evaluate(value, fallback === null ? this.#outputMode : 'given-only');
    const isMissing = isNil(found) || (ofContact && found === '');
    const { budget } = this.#evaluator;
    if (isMissing && fallback !== null) this.#write(fallback);
    else if (typeof found === 'object' && found !== null) this.#write(jsonOf(found, budget));
    else this.#write(textOf(found, budget));
  }

  #runIf({ branches, otherwise }: OfKind<'if'>): LoopJump | undefined {
    for (const { test, isNegated, body } of branches) {
      if (isFalsy(this.#evaluator.evaluate(test, 'null')) === isNegated) return this.run(body);
    }
    return this.run(otherwise);
  }

  /** Every `when` that matches is rendered, as liquidjs does. */
  #runCase({ value, branches, otherwise }: OfKind<'case'>): LoopJump | undefined {
    const searched = this.#evaluator.evaluate(value, 'null');
    let hasMatch = false;
    for (const { values, body } of branches) {
      if (!values.some((expression) => this.#equals(searched, expression))) continue;
      hasMatch = true;
      const jump = this.run(body);
      if (jump !== undefined) return jump;
    }
    return hasMatch ? undefined : this.run(otherwise);
  }

  #equals(value: unknown, expression: Expression): boolean {
    return areEqual(value, this.#evaluator.evaluate(expression, 'null'), this.#evaluator.budget);
  }

  #runLoop(loop: LoopNode): LoopJump | undefined {
    const items = this.#evaluator.itemsOf(this.#evaluator.evaluate(loop.list, 'refuse'));
    if (items.length === 0) return this.run(loop.otherwise);
    const { start, count } = this.#findRange(loop, items.length);
    const columns = this.#evaluateCount(loop.options.columns, count);
    const { slots, budget } = this.#evaluator;
    const state = stateOf(loop.name, count);
    for (let index = 0; index < count; index += 1) {
      budget.iterate();
      const at = loop.options.isReversed ? start + count - 1 - index : start + index;
      slots[loop.slot] = items[at];
      slots[loop.slot + 1] = state;
      move(state, index);
      const jump = loop.isTable ? this.#runCell(loop, index, columns || count) : this.run(loop.body);
      if (jump === 'break') break;
    }
    if (loop.isTable && count > 0) this.#write('</tr>');
    return undefined;
  }

  /** The items that `offset` and `limit` select. */
  #findRange({ name, options }: LoopNode, length: number): { start: number; count: number } {
    const { offset, limit } = options;
    const skipped = offset === 'continue' ? (this.#loopEnds.get(name) ?? 0) : this.#evaluateCount(offset, 0);
    const start = Math.min(skipped, length);
    const count = Math.min(length - start, this.#evaluateCount(limit, length));
    this.#loopEnds.set(name, start + count);
    return { start, count };
  }

  /** A whole number from 0. An option without a value counts as absent. */
  #evaluateCount(option: Expression | null, absent: number): number {
    const value = option && this.#evaluator.evaluate(option, 'refuse');
    return isNil(value) ? absent : Math.max(Math.trunc(numberOf(value)), 0);
  }

  #runCell({ slot, body }: LoopNode, index: number, columns: number): LoopJump | undefined {
    const column = index % columns;
    const row = Math.floor(index / columns) + 1;
    const position = { row, col0: column, col: column + 1 };
    const state = this.#evaluator.slots[slot + 1];
    const edges = { col_first: column === 0, col_last: column + 1 === columns };
    this.#evaluator.slots[slot + 1] = Object.assign({}, state, position, edges);
    if (column === 0) this.#write(`${row === 1 ? '' : '</tr>'}<tr class="row${row}">`);
    this.#write(`<td class="col${column + 1}">`);
    const jump = this.run(body);
    this.#write('</td>');
    return jump;
  }

  #runCapture({ name, body }: OfKind<'capture'>): LoopJump | undefined {
    const { output } = this;
    const maxLength = this.#maxLength;
    const outputMode = this.#outputMode;
    this.output = '';
    this.#maxLength = MAX_VALUE_SIZE;
    this.#outputMode = 'refuse';
    const jump = this.run(body);
    this.#evaluator.budget.keep(this.output.length);
    this.#evaluator.assigned.set(name, this.output);
    this.output = output;
    this.#maxLength = maxLength;
    this.#outputMode = outputMode;
    return jump;
  }

  #runCounter({ name, isIncrement }: OfKind<'counter'>): void {
    const { counters } = this.#evaluator;
    const before = counters.get(name) ?? 0;
    counters.set(name, before + (isIncrement ? 1 : -1));
    this.#write(String(isIncrement ? before : before - 1));
  }

  #runCycle({ group, key, values }: OfKind<'cycle'>): void {
    const { budget } = this.#evaluator;
    const name = group === null ? key : `${textOf(this.#evaluator.evaluate(group, 'refuse'), budget)} ${key}`;
    if (!this.#cycles.has(name)) budget.keep(name.length);
    const turn = this.#cycles.get(name) ?? 0;
    this.#cycles.set(name, (turn + 1) % values.length);
    const value = values[turn];
    if (value !== undefined) this.#writeValue(value);
  }
}

function stateOf(name: string, length: number): LoopState {
  return {
    name,
    index0: 0,
    index: 1,
    length,
    rindex: length,
    rindex0: length - 1,
    first: true,
    last: length === 1,
  };
}

function move(state: LoopState, index0: number): void {
  state.index0 = index0;
  state.index = index0 + 1;
  state.rindex = state.length - index0;
  state.rindex0 = state.length - index0 - 1;
  state.first = index0 === 0;
  state.last = index0 === state.length - 1;
}
