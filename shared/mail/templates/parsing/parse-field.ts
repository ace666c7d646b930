// Parser of a template field: from the tokens to the tree. Only the tags in this file exist; everything else that liquidjs
// knows, such as `include`, `render` and `layout`, is refused by name. Loops and conditions are in parse-tags.ts.
import { defaultOptions, TagToken, type TopLevelToken, TypeGuards } from 'liquidjs';
import { ESCAPE_FILTER } from '../filters/text-filters.ts';
import type { Expression, FilterCall, OutputValue, TemplateNode } from '../tree.ts';
import { ExpressionReader } from './expression-reader.ts';
import type { FieldScope } from './field-scope.ts';
import { parseCase, parseCycle, parseIf, parseLoop, type TagParser } from './parse-tags.ts';
import { PlaceholderToken, TemplateFault, TemplateTokenizer } from './template-tokenizer.ts';

/** @throws TemplateFault or an error of liquidjs (see findFault) */
export function parseField(source: string, isHtml: boolean, scope: FieldScope): TemplateNode[] {
  const tokens = new TemplateTokenizer(source, scope.nodesLeft).readTopLevelTokens(defaultOptions);
  return new FieldParser(source, isHtml, tokens, scope).parse();
}

class FieldParser implements TagParser {
  readonly scope: FieldScope;
  readonly #source: string;
  readonly #isHtml: boolean;
  readonly #tokens: readonly TopLevelToken[];
  #next = 0;

  constructor(source: string, isHtml: boolean, tokens: readonly TopLevelToken[], scope: FieldScope) {
    this.#source = source;
    this.#isHtml = isHtml;
    this.#tokens = tokens;
    this.scope = scope;
  }

  parse(): TemplateNode[] {
    const nodes: TemplateNode[] = [];
    for (let token = this.#take(); token !== undefined; token = this.#take()) this.#parseToken(token, nodes);
    return nodes;
  }

  read(tag: TagToken): ExpressionReader {
    return new ExpressionReader(this.#source, [tag.tokenizer.p, tag.contentRange[1]], this.scope);
  }

  parseUntil(opening: TagToken, ends: readonly string[]): { body: TemplateNode[]; end: TagToken } {
    return this.scope.within(opening.begin, () => {
      const body: TemplateNode[] = [];
      for (let token = this.#take(); token !== undefined; token = this.#take()) {
        if (token instanceof TagToken && ends.includes(token.name)) return { body, end: token };
        this.#parseToken(token, body);
      }
      throw new TemplateFault(`tag \`${opening.name}\` is not closed`, opening.begin);
    });
  }

  /** Html is escaped, except where the last filter has made html. Breaks of lines are put into escaped text only. */
  withEscape(value: Expression): OutputValue {
    const filters = value.kind === 'filtered' ? value.filters : [];
    const last = filters.at(-1);
    if (!this.#isHtml || value.kind !== 'filtered' || last?.definition.isHtml !== true) {
      return { value, isEscaped: this.#isHtml };
    }
    const isEscaped =
      last.name !== 'newline_to_br' || filters.slice(0, -1).some(({ definition }) => definition.isHtml);
    const escaped = isEscaped ? filters : [...filters.slice(0, -1), ESCAPE, last];
    return { value: { ...value, filters: escaped }, isEscaped: false };
  }

  #take(): TopLevelToken | undefined {
    const token = this.#tokens[this.#next];
    this.#next += 1;
    return token;
  }

  #parseToken(token: TopLevelToken, nodes: TemplateNode[]): void {
    this.scope.count(token.begin);
    if (token instanceof PlaceholderToken) nodes.push(this.#toPlaceholder(token));
    else if (token instanceof TagToken) this.#parseTag(token, nodes);
    else if (TypeGuards.isHTMLToken(token)) {
      const text = token.getContent();
      if (text !== '') nodes.push({ kind: 'text', text });
    } else {
      const reader = new ExpressionReader(this.#source, token.contentRange, this.scope);
      nodes.push(this.#toOutput(reader));
    }
  }

  #toOutput(reader: ExpressionReader): TemplateNode {
    const value = reader.readFiltered();
    reader.requireEnd();
    return { kind: 'output', ...this.withEscape(value) };
  }

  #toPlaceholder({ path: [root, ...keys], fallback, begin }: PlaceholderToken): TemplateNode {
    const of = this.scope.resolve(root, keys[0] ?? null, begin);
    const ofContact = of.kind === 'contact' || (of.kind === 'path' && of.of.kind === 'contact');
    for (let left = keys.length; left > 0; left -= 1) this.scope.count(begin);
    const value: Expression = keys.length === 0 ? of : { kind: 'path', of, keys };
    return { kind: 'placeholder', value, fallback, ofContact };
  }

  #parseTag(tag: TagToken, nodes: TemplateNode[]): void {
    if (tag.name === '#') checkInlineComment(tag);
    else if (tag.name === 'comment') this.#skipComment(tag);
    else if (tag.name === 'raw') this.#parseRaw(nodes);
    else {
      const node = this.#toNode(tag);
      if (node !== undefined) nodes.push(node);
    }
  }

  #toNode(tag: TagToken): TemplateNode | undefined {
    const reader = this.read(tag);
    switch (tag.name) {
      case 'if':
      case 'unless':
        return parseIf(this, tag, reader);
      case 'case':
        return parseCase(this, tag, reader);
      case 'for':
      case 'tablerow':
        return parseLoop(this, tag, reader);
      case 'cycle':
        return parseCycle(this, tag, reader);
      case 'echo':
        return reader.isAtEnd() ? undefined : this.#toOutput(reader);
      case 'capture':
        return this.#toCapture(tag, reader);
      default:
        return this.#toStatement(tag, reader);
    }
  }

  /** A tag without a body. */
  #toStatement(tag: TagToken, reader: ExpressionReader): TemplateNode {
    const node = this.#findStatement(tag, reader);
    reader.requireEnd();
    return node;
  }

  #findStatement(tag: TagToken, reader: ExpressionReader): TemplateNode {
    switch (tag.name) {
      case 'assign': {
        const name = reader.readAssignedName();
        if (!reader.skip('=')) throw new TemplateFault('`=` is expected', reader.offset);
        const value = reader.readFiltered();
        this.scope.assigned.add(name);
        return { kind: 'assign', name, value };
      }
      case 'increment':
      case 'decrement': {
        const name = reader.readAssignedName();
        this.scope.assigned.add(name);
        return { kind: 'counter', name, isIncrement: tag.name === 'increment' };
      }
      case 'break':
      case 'continue':
        return { kind: 'jump', to: tag.name };
      default:
        throw unsupported(tag);
    }
  }

  #toCapture(tag: TagToken, reader: ExpressionReader): TemplateNode {
    const name = reader.readAssignedName(true);
    reader.requireEnd();
    this.scope.assigned.add(name);
    return { kind: 'capture', name, body: this.parseUntil(tag, ['endcapture']).body };
  }

  #skipComment(opening: TagToken): void {
    for (let token = this.#take(); token !== undefined; token = this.#take()) {
      if (token instanceof TagToken && token.name === 'endcomment') return;
    }
    throw new TemplateFault('tag `comment` is not closed', opening.begin);
  }

  /** The tokenizer has found the end of it. */
  #parseRaw(nodes: TemplateNode[]): void {
    for (let token = this.#take(); token !== undefined; token = this.#take()) {
      if (token instanceof TagToken && token.name === 'endraw') return;
      if (TypeGuards.isHTMLToken(token)) nodes.push({ kind: 'text', text: token.getText() });
    }
  }
}

const ESCAPE: FilterCall = { name: 'escape', definition: ESCAPE_FILTER, arguments: [], allowFalse: null };

const INNER_TAG = /^(?:end|else$|elsif$|when$)/;

function unsupported({ name, begin }: TagToken): TemplateFault {
  const problem = INNER_TAG.test(name) ? 'is not expected here' : 'is not supported';
  return new TemplateFault(`tag \`${name}\` ${problem}`, begin);
}

function checkInlineComment({ args, begin }: TagToken): void {
  if (/\n[^\S\n]*[^#\s]/.test(args)) {
    throw new TemplateFault('every line of a comment begins with `#`', begin);
  }
}
