// Properties of html elements for the conversion to text: void elements, elements that close others, invisible
// elements, and block elements (on lines of their own). One lookup per tag returns all of them.

/** The properties of an element. */
export interface HtmlElement {
  /** The name in lower case. */
  name: string;
  /** Line breaks before and after it. */
  lineBreaks: number;
  /** A void element: it has no content and no end tag. */
  isVoid: boolean;
  /** Its content is not visible as text. */
  isInvisible: boolean;
  /** Its content is raw text, not markup, up to its end tag. */
  isRaw: boolean;
  /** `svg` or `math`: inside of them `/>` closes an element. */
  isForeign: boolean;
  /** Names of elements that this element closes when it begins, if they are the innermost open one. */
  ends: ReadonlySet<string>;
  /** The attribute that the text of the element needs. */
  attribute: string | undefined;
}

const VOID =
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr';
const INVISIBLE = 'object script style svg template title';
const RAW = 'script style textarea title xmp';
const FOREIGN = 'math svg';
/** Block elements: a line break before and after them. */
const LINES =
  'address article aside body dd div dt fieldset figcaption figure footer form header html li main nav section tr';
/** Elements with an empty line before and after them. */
const PARAGRAPHS = 'blockquote dl h1 h2 h3 h4 h5 h6 hr ol p pre table ul';
/** Frequent elements without special properties, so that their lookup is fast. */
const PLAIN = 'b center em font i small span strong u';
const ATTRIBUTES: Readonly<Record<string, string>> = { a: 'href', ol: 'start' };

/**
 * Elements whose end tag is optional, with the elements that close them
 * (https://html.spec.whatwg.org/multipage/syntax.html#optional-tags).
 */
const ENDED_BY: Readonly<Record<string, string>> = {
  dd: 'dd dt',
  dt: 'dd dt',
  head: 'body',
  li: 'li',
  optgroup: 'optgroup',
  option: 'optgroup option',
  p: `address article aside blockquote details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header
    hr main nav ol p pre section table ul`,
  rp: 'rp rt',
  rt: 'rp rt',
  tbody: 'tbody tfoot',
  td: 'td tr',
  th: 'td th tr',
  thead: 'tbody td tfoot',
  tr: 'tr',
};

const ELEMENTS: ReadonlyMap<string, HtmlElement> = new Map(
  [
    VOID,
    INVISIBLE,
    RAW,
    FOREIGN,
    LINES,
    PARAGRAPHS,
    PLAIN,
    ...Object.keys(ATTRIBUTES),
    ...Object.keys(ENDED_BY),
  ]
    .flatMap(words)
    .map((name) => [name, describe(name)]),
);

const UNKNOWN = describe('');

/** The element with this name. @param written the name as written in a tag, in any case */
export function elementOf(written: string): HtmlElement {
  const known = ELEMENTS.get(written);
  if (known) return known;
  const name = written.toLowerCase();
  return ELEMENTS.get(name) ?? { ...UNKNOWN, name };
}

function describe(name: string): HtmlElement {
  return {
    name,
    lineBreaks: words(PARAGRAPHS).includes(name) ? 2 : Number(words(LINES).includes(name)),
    isVoid: words(VOID).includes(name),
    isInvisible: words(INVISIBLE).includes(name),
    isRaw: words(RAW).includes(name),
    isForeign: words(FOREIGN).includes(name),
    ends: new Set(Object.keys(ENDED_BY).filter((ended) => words(ENDED_BY[ended] ?? '').includes(name))),
    attribute: ATTRIBUTES[name],
  };
}

function words(text: string): string[] {
  return text.split(/\s+/);
}
