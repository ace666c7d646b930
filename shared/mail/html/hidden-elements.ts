// Follows what no reader of html sees, for the text that is made of it: elements that an attribute, a style or a rule of a style
// element hides, as far as its selectors are `p`, `.x`, `p.x` or `#x`. Rules for some screens do not count, since the text is
// for everyone. Html and css are untrusted: the time is linear in them.
import { isForEveryScreen, STYLES, splitRules } from '../css/css-rules.js';
import { AttributeReader } from './html-attributes.ts';
import type { TagPlace } from './html-scanner.ts';

/** Nearly all html that hides nothing is found out by it, in a twentieth of the time of its conversion. */
const MAY_HIDE =
  /(?<!overflow(?:-[xy])?\s*:\s*)hidden|display\s*:\s*none|visibility\s*:\s*collapse|mso-hide|font(?:-size)?\s*:\s*0|opacity\s*:\s*[0.]|max-height\s*:\s*0|data-skip-in-text/i;
const DECLARATION =
  /(?:^|;)\s*(display|visibility|mso-hide|font-size|font|opacity|max-height|overflow)\s*:([^;!]*)(!\s*important)?/gi;
/** A value that hides something, whatever its property is. */
const HIDING = /^(?:none|hidden|collapse|all|clip|[0.+-])/;
const CLASS_OR_ID = /[^\w-](?:class|id)\s*=/i;
const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/g;
const SIMPLE_SELECTOR = /^(\*|[a-z][\w-]*)?([.#][\w-]+)?$/i;
/** The size of the shorthand `font`. */
const SIZE_OF_FONT = /(?:^|\s)(0|[\d.]+(?:[a-z]+|%)|larger|smaller)(?=[\s/]|$)/;
const ZERO = /^[+-]?(?:0+\.?0*|\.0+)(?:[a-z]+|%)?$/;
/** A size that depends on the one around it: any part of zero is zero. */
const RELATIVE_SIZE = /(?:[\d.](?:em|ex|ch|%)|inherit|unset|larger|smaller)$/;
/** The ranks that decide: `!important`, else the kind of the declaration, else the order. */
const RANKS = { important: 1e14, style: 1e13, id: 1e11, class: 1e9, name: 1e7, attribute: -1 };

/** The value of each property that counts most, and how much it counts. */
type Declarations = Map<string, { value: string; rank: number }>;

/** An open element that hides something, or shows what the one around it hides. */
interface Shade {
  depth: number;
  /** The position of its tag. */
  place: number;
  /** `visibility`: the element is not seen, but an element in it may be. */
  isUnseen: boolean;
  /** A size of 0: its texts are not seen, but its images are, and texts of another size in it. */
  isTiny: boolean;
}

/** False: html hides nothing, for certain. */
export function mayHide(html: string): boolean {
  return MAY_HIDE.test(html);
}

/** The elements that are open. */
export class HiddenElements {
  /** The places of hidden elements whose end was forgotten. */
  readonly unclosed = new Set<number>();
  readonly #html: string;
  readonly #attributes: AttributeReader;
  readonly #styles: ReadonlyMap<string, Declarations>;
  readonly #hidesByName: boolean;
  readonly #shown: ReadonlySet<number>;
  readonly #shades: Shade[] = [];

  /** @param shown places of elements that hide nothing, as `unclosed` has them */
  constructor(html: string, shown: ReadonlySet<number> = new Set()) {
    this.#html = html;
    this.#attributes = new AttributeReader(html);
    this.#styles = readStyles(html);
    this.#hidesByName = [...this.#styles].some(
      ([key, declared]) =>
        /^[\w*-]+$/.test(key) && [...declared.values()].some(({ value }) => HIDING.test(value)),
    );
    this.#shown = shown;
  }

  /** The reason why the current position is hidden. */
  get shade(): Shade | undefined {
    return this.#shades.at(-1);
  }

  /** @returns true: the element is hidden, with all that it contains */
  open(name: string, { nameEnd, end }: TagPlace, depth: number): boolean {
    if (this.#shown.has(nameEnd)) return false;
    if (!this.shade && !this.#mayHide(this.#html.slice(nameEnd, end))) return false;
    const declared = this.#declarationsOf(name, nameEnd);
    if (declared.size === 0) return false;
    const of = (property: string) => declared.get(property)?.value ?? 'inherit';
    const isHidden =
      of('display') === 'none' ||
      // Outlook alone knows it: links have it that all others are to see.
      (of('mso-hide') === 'all' && name !== 'a') ||
      ZERO.test(of('opacity')) ||
      (ZERO.test(of('max-height')) && /^(?:hidden|clip)/.test(of('overflow')));
    const { isUnseen = false, isTiny = false } = this.shade ?? {};
    const next = {
      isUnseen: of('visibility') === 'inherit' ? isUnseen : /^(?:hidden|collapse)$/.test(of('visibility')),
      isTiny: ZERO.test(of('font-size')) || (isTiny && RELATIVE_SIZE.test(of('font-size'))),
    };
    if (isHidden || next.isUnseen !== isUnseen || next.isTiny !== isTiny)
      this.#shades.push({ depth, place: nameEnd, ...next });
    return isHidden;
  }

  /** Closes the element at this depth. @param isEnded false: the end of its parent closes it */
  close(depth: number, isEnded: boolean): void {
    const { shade } = this;
    if (shade?.depth !== depth) return;
    this.#shades.pop();
    if (!isEnded) this.unclosed.add(shade.place);
  }

  /** Reading attributes takes long, and most tags hide nothing. */
  #mayHide(tag: string): boolean {
    return mayHide(tag) || this.#hidesByName || (this.#styles.size > 0 && CLASS_OR_ID.test(tag));
  }

  #declarationsOf(name: string, nameEnd: number): Declarations {
    const declared: Declarations = new Map();
    const values = this.#readAttributes(nameEnd);
    if (values.has('hidden')) addCss(declared, 'display:none', RANKS.attribute);
    if (this.#styles.size > 0) {
      const classes = values.get('class')?.split(/\s+/) ?? [];
      for (const rest of ['', ...classes.map((each) => `.${each}`), `#${values.get('id') ?? ''}`])
        for (const key of [`*${rest}`, name + rest]) addAll(declared, this.#styles.get(key));
    }
    addCss(declared, values.get('style') ?? '', RANKS.style);
    if ((values.get('data-skip-in-text') ?? 'false') !== 'false')
      addCss(declared, 'display:none!important', RANKS.style);
    return declared;
  }

  #readAttributes(nameEnd: number): ReadonlyMap<string, string> {
    const values = new Map<string, string>();
    const attributes = this.#attributes;
    attributes.begin(nameEnd);
    // The first one of several attributes with the same name counts.
    while (attributes.next())
      if (!values.has(attributes.name)) values.set(attributes.name, attributes.rawValue ?? '');
    return values;
  }
}

/** The declarations of style elements by their selectors, written as `p.x` and `*.x`. */
function readStyles(html: string): ReadonlyMap<string, Declarations> {
  const styles = new Map<string, Declarations>();
  let order = 0;
  for (const [, attributes = '', css] of html.matchAll(STYLES)) {
    for (const { selectors, body } of css && isForEveryScreen(attributes) ? splitRules(css) : []) {
      order += 1;
      const declared: Declarations = new Map();
      addCss(declared, body.replaceAll(COMMENT, ' '), order);
      for (const selector of declared.size > 0 ? selectors : []) addRule(styles, selector, declared);
    }
  }
  return styles;
}

function addRule(styles: Map<string, Declarations>, selector: string, declared: Declarations): void {
  const [found, name = '*', rest = ''] = SIMPLE_SELECTOR.exec(selector) ?? [];
  if (!found) return;
  const key = name.toLowerCase() + rest;
  const rankOfRest = rest.startsWith('#') ? RANKS.id : rest.startsWith('.') ? RANKS.class : 0;
  const present = styles.get(key) ?? new Map();
  styles.set(key, present);
  addAll(present, declared, rankOfRest + (name === '*' ? 0 : RANKS.name));
}

function addCss(declared: Declarations, css: string, rank: number): void {
  for (const [, property = '', given = '', important] of css.matchAll(DECLARATION)) {
    const value = given.trim().toLowerCase();
    const of = { value, rank: rank + (important ? RANKS.important : 0) };
    const added = { ...of, value: SIZE_OF_FONT.exec(value)?.[1] ?? 'medium' };
    if (property.toLowerCase() === 'font') addAll(declared, [['font-size', added]]);
    else addAll(declared, [[property.toLowerCase(), of]]);
  }
}

/** Among selectors of the same weight, the last one wins. */
function addAll(
  declared: Declarations,
  added: Iterable<[string, { value: string; rank: number }]> = [],
  rank = 0,
): void {
  for (const [property, each] of added)
    if ((declared.get(property)?.rank ?? -2) <= each.rank + rank)
      declared.set(property, { value: each.value, rank: each.rank + rank });
}
