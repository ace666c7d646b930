// The tree of a template field: what the parser makes and the interpreter runs. Names are resolved while parsing: the
// variables of loops are numbered slots, and `contact`, `event` and the names of links have nodes of their own.
import type { FilterDefinition } from './filters/filter.ts';

export type Expression =
  | { kind: 'constant'; value: unknown }
  /** The item of a loop, or its `forloop`. */
  | { kind: 'slot'; slot: number }
  /** A declared variable, or one that the template assigns. */
  | { kind: 'variable'; name: string }
  /** `name`: as the source calls it, `contact` or the name of one of its fields. */
  | { kind: 'contact'; name: string }
  | { kind: 'event' }
  | { kind: 'path'; of: Expression; keys: readonly PathKey[] }
  | { kind: 'range'; from: Expression; to: Expression }
  | { kind: 'not'; operand: Expression }
  | { kind: 'binary'; operator: BinaryOperator; left: Expression; right: Expression }
  | { kind: 'filtered'; value: Expression; filters: readonly FilterCall[]; hasDefault: boolean };

/** A property that is written in the source, or the expression that gives its name or index. */
export type PathKey = string | number | Expression;

export type BinaryOperator = '==' | '!=' | '>' | '<' | '>=' | '<=' | 'contains' | 'and' | 'or';

export interface FilterCall {
  name: string;
  definition: FilterDefinition;
  arguments: readonly Expression[];
  /** The option of `default`. */
  allowFalse: Expression | null;
}

export type TemplateNode =
  | { kind: 'text'; text: string }
  | ({ kind: 'output' } & OutputValue)
  /** `{{{name|fallback}}}` */
  | { kind: 'placeholder'; value: Expression; fallback: string | null; ofContact: boolean }
  | { kind: 'if'; branches: readonly IfBranch[]; otherwise: Body }
  | { kind: 'case'; value: Expression; branches: readonly CaseBranch[]; otherwise: Body }
  | LoopNode
  | { kind: 'jump'; to: LoopJump }
  | { kind: 'assign'; name: string; value: Expression }
  | { kind: 'capture'; name: string; body: Body }
  /** `increment` prints the counter and adds 1; `decrement` subtracts 1 and prints it. */
  | { kind: 'counter'; name: string; isIncrement: boolean }
  /** `key` is the source of its values: tags with the same values and the same group take turns. */
  | { kind: 'cycle'; group: Expression | null; key: string; values: readonly OutputValue[] };

export type Body = readonly TemplateNode[];
export type LoopJump = 'break' | 'continue';
export type OutputValue = { value: Expression; isEscaped: boolean };
export type IfBranch = { test: Expression; isNegated: boolean; body: Body };
export type CaseBranch = { values: readonly Expression[]; body: Body };

export interface LoopNode {
  kind: 'loop';
  isTable: boolean;
  list: Expression;
  /** The slot of the item; the next one is the slot of `forloop` or `tablerowloop`. */
  slot: number;
  options: LoopOptions;
  /** `item-list`: identifies the loop for `offset: continue`; templates read it as `forloop.name`. */
  name: string;
  body: Body;
  otherwise: Body;
}

export interface LoopOptions {
  limit: Expression | null;
  offset: Expression | 'continue' | null;
  columns: Expression | null;
  isReversed: boolean;
}

/** A place where the source uses a name that neither a loop nor the engine defines. */
export interface NameReference {
  name: string;
  /** The first property, if it is written as a name. */
  property: string | null;
  /** The position in the source, in UTF-16 code units. */
  offset: number;
}
