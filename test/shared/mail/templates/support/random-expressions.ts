// Random values and expressions for the comparison with liquidjs: all supported filters, over data of known types, so that
// most of what is written makes sense. Where the engine differs on purpose, the writer avoids it (DIFFERENCES in
// differential.test.ts).
import fc, { type GeneratorValue } from 'fast-check';

const CHARACTERS = [...'aB zé €-_.,;:/?!#+%\n\t<>&"\'0123456789', '😀', 'ß', 'Ä', '  ', 'the '];
const text = fc
  .array(fc.constantFrom(...CHARACTERS), { maxLength: 12 })
  .map((characters) => characters.join(''));
const integer = fc.integer({ min: -5, max: 20 });
const number = fc.oneof(
  integer,
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((n) => Math.round(n * 1e3) / 1e3 + 0),
);

/** Random values; the writer knows their types. */
export const TEMPLATE_DATA = fc.record({
  t: text,
  s: text.map((characters) => characters || '-'),
  n: integer,
  f: number,
  yes: fc.boolean(),
  date: fc.constantFrom(
    '2026-02-03T04:05:06Z',
    '1999-12-31',
    '2024-02-29 13:07',
    1_700_000_000,
    0,
    'soon',
    '',
  ),
  words: fc.array(text, { minLength: 2, maxLength: 5 }),
  nums: fc.array(number, { minLength: 1, maxLength: 5 }),
  mixed: fc.array(fc.oneof(text, number, fc.boolean(), fc.constant(null)), { maxLength: 4 }),
  rows: fc.array(
    fc.record({ name: text, price: number, ok: fc.boolean(), tags: fc.array(text, { maxLength: 3 }) }),
    { minLength: 1, maxLength: 4 },
  ),
  obj: fc.record({ a: text, b: number, c: fc.record({ d: fc.array(integer, { maxLength: 3 }) }) }),
  any: fc.jsonValue({ maxDepth: 2 }).map((value) => value ?? 'null'),
});

type ValueType = 'text' | 'number' | 'words' | 'rows';

const TEXT_FILTERS = [
  'upcase',
  'downcase',
  'capitalize',
  'strip',
  'lstrip',
  'rstrip',
  'squish',
  'normalize_whitespace',
  'strip_html',
  'strip_newlines',
  'url_encode',
  'url_encode | url_decode',
  'url_decode',
  'cgi_escape',
  'uri_escape',
  'slugify',
  'base64_encode',
  'base64_encode | base64_decode',
  'base64_decode',
  'raw',
  'escape | strip',
  'escape_once | strip',
  'xml_escape | strip',
  'newline_to_br | strip',
  'json',
  'default: "d"',
  'truncate',
  'truncatewords',
  'date_to_string',
  'append: ""',
];
const NUMBER_FILTERS = ['abs', 'ceil', 'floor', 'round', 'round: 1', 'round: -1', 'default: 3'];
const NUMBER_FILTERS_WITH_NUMBER = ['plus', 'minus', 'times', 'divided_by', 'modulo', 'at_least', 'at_most'];
const LIST_FILTERS = ['sort', 'sort_natural', 'reverse', 'uniq', 'compact', 'pop', 'shift'];
// biome-ignore format: a table.
const ROW_FILTERS = [
  'sort: "price"', 'sort: "name"', 'sort_natural: "name"', 'where: "ok"', 'where: "ok", false', 'reverse',
  'reject: "ok"', 'reject: "name", "a"', 'where: "missing"', 'slice: 1, 2', 'pop', 'shift', 'uniq',
];
const FORMATS = [
  '%Y-%m-%d %H:%M:%S',
  '%b %A %-d %e %j %p %P',
  '%c|%x|%X',
  '%s %% %y %U %W %u',
  '%l%q %z %Z',
  '%10Y%_m%^a%#B',
];
export class ExpressionWriter {
  readonly #draw: GeneratorValue;
  /** Names that have a value, by its type: the data, what is assigned at the beginning, and the items of loops. */
  protected readonly names: Record<ValueType, string[]> = {
    text: ['t', 's', 'obj.a', 'obj["a"]', 'words.first', 'words[1]', 'rows[0].name', 'at', 'at'],
    number: ['n', 'f', 'obj.b', 'nums[0]', 'nums[-1]', 'rows.last.price', 'words.size', 't.size', 'an', 'an'],
    words: ['words', 'nums', 'mixed', 'obj.c.d', 'obj["c"].d', 'rows[0].tags', 'al', 'al'],
    rows: ['rows', 'rows', 'ar'],
  };
  /** How many loops `for` are around the place. */
  protected loopDepth = 0;

  constructor(draw: GeneratorValue) {
    this.#draw = draw;
  }

  protected nat(max: number): number {
    return this.#draw(fc.nat, max);
  }

  protected pick<T>(items: readonly T[]): T {
    return items[this.nat(items.length - 1)] as T;
  }

  protected many(max: number, write: () => string): string {
    return Array.from({ length: this.nat(max) }, write).join('');
  }

  /** A value that both engines print the same. */
  protected printed(): string {
    return this.pick([
      () => this.text(),
      () => this.text(),
      () => this.number(),
      () => this.words(),
      () => `${this.rows()} | map: "${this.pick(['name', 'price'])}" | join: ${this.literal()}`,
      () => `${this.rows()} | sum: "price"`,
      () => `${this.pick(['any', 'obj', 'rows', 'mixed', 'yes', 'f'])} | json`,
      () => `true and ${this.condition()}`,
      () =>
        `date | date: "${this.pick(FORMATS)}"${this.pick(['', ', "Europe/Berlin"', ', -330', ', "Asia/Tokyo"'])}`,
      () =>
        `date | ${this.pick(['date_to_xmlschema', 'date_to_rfc822', 'date_to_long_string: "ordinal", "US"'])}`,
      () => this.pick(['true', 'yes', 'nil', 'obj.missing', 'rows[9].name', 'obj.a.b.c', 'n.size']),
    ])();
  }

  protected literal(): string {
    return this.pick(['"a"', "','", '" "', '""', '"é😀"', "'<\"&'", '"a\\n\\"\\u00e9\\101"', '"the "']);
  }

  protected text(): string {
    const start = this.nat(3) === 0 ? this.literal() : this.pick(this.names.text);
    return start + this.many(2, () => ` | ${this.#textFilter()}`);
  }

  #textFilter(): string {
    const argument = this.nat(1) === 0 ? this.literal() : this.pick(this.names.text);
    const searched = this.pick(['s', '"a"', '" "', '"😀"', "'&'"]);
    const small = () => this.pick(['0', '1', '-2', '3', '5', 'n']);
    return this.pick([
      () => this.pick(TEXT_FILTERS),
      () => this.pick(TEXT_FILTERS),
      () =>
        `${this.pick(['append', 'prepend', 'remove', 'remove_first', 'remove_last', 'strip'])}: ${argument}`,
      () => `${this.pick(['replace', 'replace_first', 'replace_last'])}: ${searched}, ${this.literal()}`,
      () => `${this.pick(['slice', 'truncate', 'truncatewords'])}: ${small()}`,
      () => `slice: ${small()}, ${small()}`,
      () => `${this.pick(['truncate', 'truncatewords'])}: ${small()}, ${this.literal()}`,
      () => `split: ${searched} | join: ${this.literal()}`,
    ])();
  }

  protected number(): string {
    const start = this.pick([...this.names.number, '3', '-1.5', '"12"', '"x"']);
    const filter = () =>
      this.nat(1) === 0
        ? ` | ${this.pick(NUMBER_FILTERS)}`
        : ` | ${this.pick(NUMBER_FILTERS_WITH_NUMBER)}: ${this.pick([...this.names.number, '2', '0.5', '"4"'])}`;
    return start + this.many(2, filter);
  }

  protected words(): string {
    const filter = () =>
      this.pick([
        () => this.pick(LIST_FILTERS),
        () => `concat: ${this.pick(['nums', 'words', 'al'])}`,
        () => `${this.pick(['push', 'unshift'])}: ${this.literal()}`,
        () => `slice: ${this.pick(['0', '-2', '1'])}, ${this.pick(['0', '2'])}`,
      ])();
    const isSplit = this.nat(4) === 0;
    const list = isSplit ? `${this.text()} | split: ","` : this.pick(this.names.words);
    return list + this.many(2, () => ` | ${filter()}`);
  }

  protected rows(): string {
    return this.pick(this.names.rows) + this.many(2, () => ` | ${this.pick(ROW_FILTERS)}`);
  }

  protected scalar(): string {
    return this.pick([
      () => this.pick(this.names.text),
      () => this.pick(this.names.number),
      () => this.literal(),
      () => this.pick(['1', '-2.5', 'yes', 'true', 'false']),
    ])();
  }

  #comparison(): string {
    const equality = this.pick(['==', '!=']);
    return this.pick([
      () => `${this.scalar()} ${equality} ${this.scalar()}`,
      () => `any ${equality} ${this.scalar()}`,
      () => `${this.pick(this.names.words)} ${equality} ${this.pick(this.names.words)}`,
      () =>
        `${this.pick(['any', 't', 'words', 'obj', 'obj.missing'])} ${equality} ${this.pick(['nil', 'empty', 'blank'])}`,
      () => `${this.pick(['empty', 'blank'])} ${equality} ${this.pick(['any', 't', 'words'])}`,
      () =>
        `${this.pick(['n', 'f', 't', '1', '"5"', 'yes'])} ${this.pick(['<', '>', '<=', '>='])} ${this.pick(['n', 'f', 's', '2', 'yes'])}`,
      () =>
        `${this.pick(['words', 'mixed', 't', 'any', 'n', 'nums'])} contains ${this.pick(['t', 'n', '"a"', '1', 'yes', '""'])}`,
      () =>
        this.pick([
          'yes',
          'any',
          'words',
          'obj.missing',
          't',
          'n',
          'nil',
          'empty',
          'any.a',
          'obj.length',
          't.length',
        ]),
      () =>
        this.loopDepth === 0 ? 'true' : this.pick(['forloop.first', 'forloop.last', 'forloop.index > 1']),
    ])();
  }

  protected condition(): string {
    const first = this.pick(['', '', 'not ']) + this.#comparison();
    return (
      first +
      this.many(2, () => ` ${this.pick(['and', 'or'])} ${this.pick(['', 'not '])}${this.#comparison()}`)
    );
  }
}
