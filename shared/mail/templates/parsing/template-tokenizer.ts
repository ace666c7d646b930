// The tokenizer of templates: it extends that of liquidjs with `{{{NAME|fallback}}}`. The tokens keep their positions
// in the source, since nothing is rewritten before it is parsed. It also stops at the first token over the limit.
import { LiquidError, TagToken, Token, Tokenizer, TokenKind, type TopLevelToken } from 'liquidjs';

type TokenizerOptions = Parameters<Tokenizer['readTopLevelToken']>[0];

/** A fault at an offset of the source; compile.ts makes a line and a column of it. */
export class TemplateFault extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** @returns the fault that an error of the parser or of liquidjs reports; undefined for any other error */
export function findFault(error: unknown): TemplateFault | undefined {
  if (error instanceof TemplateFault) return error;
  if (!LiquidError.is(error)) return undefined;
  const message = error.message.replace(/, line:\d+, col:\d+$/, '');
  return new TemplateFault(message, error.token.begin);
}

const LEFT = '{{{';
const RIGHT = '}}}';
const NAME = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*$/u;

/** `{{{NAME|fallback}}}` */
export class PlaceholderToken extends Token {
  /** liquidjs reads this of a token: a placeholder trims no blanks around it. */
  readonly trimLeft = false;
  readonly trimRight = false;
  readonly contentRange: [number, number];
  /** A name or a dotted path. */
  readonly path: readonly [string, ...string[]];
  /** Literal text; null: none. */
  readonly fallback: string | null;

  constructor(input: string, begin: number, end: number) {
    super(TokenKind.Output, input, begin, end);
    this.contentRange = [begin + LEFT.length, end - RIGHT.length];
    const bar = this.content.indexOf('|');
    const name = (bar === -1 ? this.content : this.content.slice(0, bar)).trim();
    if (!NAME.test(name)) throw new TemplateFault('`{{{` must be followed by the name of a variable', begin);
    const [root = name, ...properties] = name.split('.');
    this.path = [root, ...properties];
    this.fallback = bar === -1 ? null : this.content.slice(bar + 1).trim();
  }

  get content(): string {
    return this.input.slice(...this.contentRange);
  }
}

/** Reads a field, or the expression in a range of it. */
export class TemplateTokenizer extends Tokenizer {
  readonly #maxTokens: number;
  #tokens = 0;
  /** The position of the `raw` tag whose content is being read; -1: none. */
  #rawBegin = -1;

  constructor(source: string, maxTokens: number, range?: [number, number]) {
    super(source, undefined, undefined, range);
    this.#maxTokens = maxTokens;
  }

  override readTopLevelToken(options: TokenizerOptions): TopLevelToken {
    this.#tokens += 1;
    if (this.#tokens > this.#maxTokens) this.error('the template has too many tags and outputs', this.p);
    if (this.#rawBegin !== -1) return this.#readRaw(options);
    return this.match(LEFT) ? this.#readPlaceholder() : super.readTopLevelToken(options);
  }

  override readTagToken(options: TokenizerOptions): TagToken {
    const begin = this.p;
    const end = this.input.indexOf('%}', begin + 2);
    if (end === -1) this.error('the tag is not closed', begin);
    this.p = end + 2;
    const token = new TagToken(this.input, begin, this.p, options);
    if (token.name === 'raw') this.#rawBegin = begin;
    return token;
  }

  /** Native searches find the end of the text ten times as fast as liquidjs, which compares each character. */
  override readHTMLToken(stops: string[]): ReturnType<Tokenizer['readHTMLToken']> {
    const begin = this.p;
    for (this.p = this.#findBrace(begin); !this.#isAtStop(stops); this.p = this.#findBrace(this.p + 1));
    const token = super.readHTMLToken(stops);
    token.begin = begin;
    return token;
  }

  override error(message: string, offset: number = this.p): never {
    throw new TemplateFault(message, offset);
  }

  /** The content of `raw`, then its end. liquidjs does not know the end with a dash before its name. */
  #readRaw(options: TokenizerOptions): TopLevelToken {
    const begin = this.p;
    const end = /\{%-?\s*endraw\s*-?%\}/g;
    end.lastIndex = begin;
    const match = end.exec(this.input);
    if (match === null) return this.error('tag `raw` is not closed', this.#rawBegin);
    if (match.index > begin) return this.readHTMLToken([match[0]]);
    this.#rawBegin = -1;
    this.p = end.lastIndex;
    return new TagToken(this.input, begin, this.p, options);
  }

  #readPlaceholder(): PlaceholderToken {
    const begin = this.p;
    const end = this.input.indexOf(RIGHT, begin + LEFT.length);
    if (end === -1) this.error('`{{{` is not closed', begin);
    this.p = end + RIGHT.length;
    return new PlaceholderToken(this.input, begin, this.p);
  }

  #findBrace(from: number): number {
    const found = this.input.indexOf('{', from);
    return found === -1 ? this.N : found;
  }

  #isAtStop(stops: readonly string[]): boolean {
    return this.p >= this.N || stops.some((stop) => this.match(stop));
  }
}
