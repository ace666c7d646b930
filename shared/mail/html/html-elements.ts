// The elements of html as far as the text of a mail depends on them: which have no content, which end others, which
// nobody sees, and which stand on lines of their own. One look-up a tag answers all of it.

/** What is known of an element. */
export interface HtmlElement {
  /** In lower case. */
  name: string;
  /** Line breaks before and after it. */
  lineBreaks: number;
  /** It has no content and no end tag. */
  isVoid: boolean;
  /** Nobody sees its content as text. */
  isUnseen: boolean;
  /** Its content is no markup: it lasts until its end tag. */
  isRaw: boolean;
  /** Of svg and math, in which `/>` ends an element. */
  isForeign: boolean;
  /** What an open element of these names ends at where this one begins. */
  ends: ReadonlySet<string>;
  /** The attribute that its text needs. */
  attribute: string | undefined;
}

const VOID =
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr';
const UNSEEN = 'object script style svg template title';
const RAW = 'script style textarea title xmp';
const FOREIGN = 'math svg';
/** Elements that stand on lines of their own. */
const LINES =
  'address article aside body dd div dt fieldset figcaption figure footer form header html li main nav section tr';
/** Elements with an empty line before and after them. */
const PARAGRAPHS = 'blockquote dl h1 h2 h3 h4 h5 h6 hr ol p pre table ul';
/** Nothing is special about them; they are many. */
const PLAIN = 'b center em font i small span strong u';
const ATTRIBUTES: Readonly<Record<string, string>> = { a: 'href', ol: 'start' };

/** Elements whose end tag may be left out (HTML §13.1.2.4): what ends them, if they are the innermost. */
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
  [VOID, UNSEEN, RAW, FOREIGN, LINES, PARAGRAPHS, PLAIN, ...Object.keys(ATTRIBUTES), ...Object.keys(ENDED_BY)]
    .flatMap(words)
    .map((name) => [name, describe(name)]),
);

const UNKNOWN = describe('');

/** The element of a tag's name, as it is written there. */
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
    isUnseen: words(UNSEEN).includes(name),
    isRaw: words(RAW).includes(name),
    isForeign: words(FOREIGN).includes(name),
    ends: new Set(Object.keys(ENDED_BY).filter((ended) => words(ENDED_BY[ended] ?? '').includes(name))),
    attribute: ATTRIBUTES[name],
  };
}

function words(text: string): string[] {
  return text.split(/\s+/);
}
