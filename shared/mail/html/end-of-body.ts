// Puts something at the end of html: before the end of its body, or at its end.

/** The part after the body of a document is short; an earlier `</body>` is text in it. */
const TAIL_LENGTH = 1_000;
const END_OF_BODY = /<\/body\s*>/i;

/** @param block html that ends with a line break */
export function addBeforeEndOfBody(html: string, block: string): string {
  const tail = Math.max(0, html.length - TAIL_LENGTH);
  const place = html.slice(tail).search(END_OF_BODY);
  const end = place === -1 ? -1 : tail + place;
  return end === -1 ? `${html}\n${block}` : `${html.slice(0, end)}${block}${html.slice(end)}`;
}
