// Parser of expressions: values, operators and filters, from the tokens of liquidjs to the tree. It refuses what liquidjs
// would ignore: unknown filters, wrong numbers of arguments, two values without an operator, quotes without an end.
import { type Token, type Tokenizer, TypeGuards } from 'liquidjs';
import { BLANK, EMPTY } from '../data.ts';
import { DEFAULT_FILTER, FILTERS } from '../filters/filter-table.ts';
import { MAX_BRACKETS, MAX_EXPRESSION_LENGTH, MAX_OPERANDS } from '../limits.ts';
import type { Expression, FilterCall } from '../tree.ts';
import type { FieldScope } from './field-scope.ts';
import { TemplateFault, TemplateTokenizer } from './template-tokenizer.ts';

type FilterToken = ReturnType<Tokenizer['readFilters']>[number];
type OperatorToken = NonNullable<ReturnType<Tokenizer['readOperator']>>;
const LITERALS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['nil', null],
  ['null', null],
  ['empty', EMPTY],
  ['blank', BLANK],
]);

/** An option of a tag. */
export interface TagOption {
  name: string;
  /** null: it is a flag. `offset: continue` has a word of the tag and no variable. */
  value: Expression | 'continue' | null;
  offset: number;
}

/** Reads the content of one tag or output. */
export class ExpressionReader {
  readonly #tokenizer: TemplateTokenizer;
  readonly #scope: FieldScope;

  constructor(source: string, [begin, end]: readonly [number, number], scope: FieldScope) {
    checkSize(source, begin, end);
    this.#tokenizer = new TemplateTokenizer(source, 0, [begin, end]);
    this.#scope = scope;
  }

  get offset(): number {
    return this.#tokenizer.p;
  }

  isAtEnd(): boolean {
    this.#tokenizer.skipBlank();
    return this.#tokenizer.end();
  }

  requireEnd(): void {
    if (!this.isAtEnd()) this.#tokenizer.error(`unexpected ${this.#tokenizer.snapshot()}`);
  }

  /** Skips a character if it is the next one. */
  skip(character: string): boolean {
    this.#tokenizer.skipBlank();
    const isNext = this.#tokenizer.peek() === character;
    if (isNext) this.#tokenizer.advance();
    return isNext;
  }

  /** @returns the next identifier; empty if there is none */
  readName(): string {
    return this.#tokenizer.readIdentifier().getText();
  }

  /** A name that the template gives a value; the tag `capture` may have it in quotes. */
  readAssignedName(mayBeQuoted = false): string {
    const { offset } = this;
    const name = this.readName() || (mayBeQuoted && this.#tokenizer.readQuoted()?.content) || '';
    this.#scope.checkAssignable(name, offset);
    return name;
  }

  /** Options such as `limit: 3 reversed`. */
  readOptions(): TagOption[] {
    return this.#tokenizer.readHashes().map(({ name, value: token, begin: offset }) => {
      const value = token?.getText() === 'continue' ? 'continue' : token ? this.#toValue(token) : null;
      return { name: name.content, value, offset };
    });
  }

  /** A value without operators and filters. */
  readValue(): Expression {
    return this.#toValue(this.#tokenizer.readValueOrThrow());
  }

  /** @returns the value, if it is the name of a group: `{% cycle group: … %}` */
  readGroup(): Expression | null {
    const begin = this.#tokenizer.p;
    const token = this.#tokenizer.readValue();
    if (token !== undefined && this.skip(':')) return this.#toValue(token);
    this.#tokenizer.p = begin;
    return null;
  }

  /** An expression with its filters. */
  readFiltered(): Expression {
    const begin = this.#tokenizer.p;
    const value = this.#toTree([...this.#tokenizer.readExpressionTokens()], begin);
    const filters = this.#tokenizer.readFilters().map((token) => this.#toFilter(token));
    if (filters.length === 0) return value;
    const hasDefault = filters.some(({ definition }) => definition === DEFAULT_FILTER);
    return { kind: 'filtered', value, filters, hasDefault };
  }

  /**
   * Orders operators by their precedence as liquidjs does: `and` and `or` have the same one, and the right side is
   * first.
   */
  #toTree(tokens: readonly Token[], begin: number): Expression {
    if (tokens.length > MAX_OPERANDS) throw new TemplateFault('an expression has too many values', begin);
    const operators: OperatorToken[] = [];
    const operands: Expression[] = [];
    for (const token of tokens) {
      if (TypeGuards.isOperatorToken(token)) {
        const precedence = token.getPrecedence();
        while ((operators.at(-1)?.getPrecedence() ?? -1) > precedence) apply(operators.pop(), operands);
        operators.push(token);
      } else operands.push(this.#toValue(token));
    }
    while (operators.length > 0) apply(operators.pop(), operands);
    const [tree, another] = operands;
    if (tree === undefined) return this.#tokenizer.error('a value is expected', begin);
    if (another !== undefined) this.#tokenizer.error('two values have no operator between them', begin);
    return tree;
  }

  #toValue(token: Token): Expression {
    this.#scope.count(token.begin);
    if (TypeGuards.isNumberToken(token)) return { kind: 'constant', value: token.content };
    if (TypeGuards.isQuotedToken(token)) return { kind: 'constant', value: this.#toText(token) };
    if (TypeGuards.isLiteralToken(token)) return { kind: 'constant', value: LITERALS.get(token.literal) };
    if (TypeGuards.isRangeToken(token)) {
      return { kind: 'range', from: this.#toValue(token.lhs), to: this.#toValue(token.rhs) };
    }
    if (TypeGuards.isPropertyAccessToken(token)) return this.#toPath(token);
    return this.#tokenizer.error('a value is expected', token.begin);
  }

  #toText(token: Token & { content: string }): string {
    const text = token.getText();
    if (text.length < 2 || text.at(-1) !== text[0])
      this.#tokenizer.error('a quote is not closed', token.begin);
    return token.content;
  }

  #toPath({
    variable,
    props,
    begin,
  }: Token & { variable: Token | undefined; props: readonly Token[] }): Expression {
    const of = variable === undefined ? this.#toRoot(props, begin) : this.#toValue(variable);
    const properties = variable === undefined ? props.slice(1) : props;
    if (properties.length === 0) return of;
    const keys = properties.map((token) => this.#findKey(token) ?? this.#toValue(token));
    return { kind: 'path', of, keys };
  }

  #toRoot([first, second]: readonly Token[], begin: number): Expression {
    const name = first && this.#findKey(first);
    if (typeof name !== 'string' || name === '') return this.#tokenizer.error('a name is expected', begin);
    const property = second && this.#findKey(second);
    return this.#scope.resolve(name, property === undefined ? null : String(property), begin);
  }

  /** @returns the property that is written in the source; undefined when it is the value of an expression */
  #findKey(token: Token): string | number | undefined {
    this.#scope.count(token.begin);
    if (TypeGuards.isWordToken(token)) return token.content;
    if (TypeGuards.isQuotedToken(token)) return this.#toText(token);
    return TypeGuards.isNumberToken(token) ? token.content : undefined;
  }

  #toFilter({ name, args, begin }: FilterToken): FilterCall {
    this.#scope.count(begin);
    const definition = FILTERS.get(name);
    if (definition === undefined) return this.#tokenizer.error(`filter \`${name}\` is not supported`, begin);
    const values: Expression[] = [];
    let allowFalse: Expression | null = null;
    for (const argument of args) {
      if (!Array.isArray(argument)) values.push(this.#toValue(argument));
      else if (definition === DEFAULT_FILTER && argument[0] === 'allow_false' && argument[1] !== undefined) {
        allowFalse = this.#toValue(argument[1]);
      } else this.#tokenizer.error(`filter \`${name}\` has no option \`${argument[0]}\``, begin);
    }
    const { minArguments: min, maxArguments: max } = definition;
    if (values.length < min || values.length > max) {
      const count = min === max ? String(min) : `${min} to ${max}`;
      this.#tokenizer.error(`filter \`${name}\` needs ${count} arguments and has ${values.length}`, begin);
    }
    return { name, definition, arguments: values, allowFalse };
  }
}

/** Takes the operands of an operator and leaves its node. */
function apply(token: OperatorToken | undefined, operands: Expression[]): void {
  if (token === undefined) return;
  const { operator, begin } = token;
  const right = operands.pop();
  const left = operator === 'not' ? right : operands.pop();
  if (right === undefined || left === undefined) {
    throw new TemplateFault(`\`${operator}\` needs a value on each side`, begin);
  }
  operands.push(
    operator === 'not' ? { kind: 'not', operand: right } : { kind: 'binary', operator, left, right },
  );
}

/** liquidjs reads brackets recursively, so their number is checked before; brackets in quotes count too. */
function checkSize(source: string, begin: number, end: number): void {
  if (end - begin > MAX_EXPRESSION_LENGTH) throw new TemplateFault('a tag or output is too long', begin);
  let brackets = 0;
  for (let at = begin; at < end; at += 1) {
    if (source[at] === '[' || source[at] === '(') brackets += 1;
    if (brackets > MAX_BRACKETS) throw new TemplateFault('a tag or output has too many brackets', at);
  }
}
