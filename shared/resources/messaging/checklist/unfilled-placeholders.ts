// Finds placeholders that a reader would see: misspelt ones of ours, and those of other services, which were copied
// with a mail. Only forms that no person writes on purpose are in the list.

const FORMS: readonly RegExp[] = [
  /** A tag of a template: the text between braces was raw, or a value. */
  /\{\{[^{}]{0,60}(?:\}\}\}?)?/g,
  /\{%[^{}]{0,60}%\}/g,
  /** `*|FNAME|*` */
  /\*\|[A-Z0-9_:]{2,60}\|\*/g,
  /** `%FIRST_NAME%`; not the octets of a URL, and not `50%OFF`. */
  /(?<![\w%])%[A-Z][A-Z_]{3,40}%?/g,
  /** `[FIRST NAME]`: not every word in brackets. */
  /\[(?:[A-Z]{1,20}[ _]){0,4}(?:NAME|FIRSTNAME|LASTNAME|FNAME|LNAME|EMAIL|COMPANY|ADDRESS|CITY|DATE|LINK|URL|UNSUBSCRIBE|PLACEHOLDER)\]/g,
  /\[(?:INSERT|YOUR)(?:[ _][A-Z]{1,20}){1,4}\]/g,
];

/** Leftovers of a form that are named. */
const NAMED_MAX = 5;

/** Finds placeholders in a text, each once. */
export function findUnfilledPlaceholders(text: string): string[] {
  return FORMS.flatMap((form) => {
    const found = new Set<string>();
    for (const [leftover] of text.matchAll(form)) if (found.size < NAMED_MAX) found.add(leftover);
    return [...found];
  });
}
