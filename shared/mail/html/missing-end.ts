// Finds out whether html ends too early, for example because a language model stopped writing: a tag, a
// comment or an element without its end. It is not a validator: html that mail clients show as intended may pass.
import type { HtmlElement } from './html-elements.ts';
import { type HtmlHandler, scanHtml } from './html-scanner.ts';

/** Elements whose end tag may be absent (https://html.spec.whatwg.org/multipage/syntax.html#optional-tags). */
export const OPTIONAL_END: ReadonlySet<string> = new Set(
  'caption colgroup dd dt head li optgroup option p rp rt tbody td tfoot th thead tr'.split(' '),
);
/** With branches of Liquid, other elements may be opened in each branch and closed once. */
const OPENED_ONCE: ReadonlySet<string> = new Set(['html', 'body', 'style', 'title']);

/** @returns the part without an end, for "… has no end"; undefined: there is none */
export function findMissingEnd(html: string): string | undefined {
  if (html.lastIndexOf('<!--') > html.lastIndexOf('-->')) return 'a comment';
  const lastTag = html.lastIndexOf('<');
  if (lastTag > html.lastIndexOf('>') && /^<[a-z/!]/i.test(html.slice(lastTag, lastTag + 2)))
    return 'the last tag';
  const isBranched = html.includes('{%');
  const open = new OpenElements();
  scanHtml(html, open);
  for (const [name, count] of open.counts) {
    const counts = isBranched ? OPENED_ONCE.has(name) : !OPTIONAL_END.has(name);
    if (count > 0 && counts) return `an element \`${name.slice(0, 30)}\``;
  }
  return undefined;
}

class OpenElements implements HtmlHandler {
  readonly isWithoutValues = true;
  readonly counts = new Map<string, number>();

  onOpenTag({ name, isVoid }: HtmlElement, _attribute: unknown, isSelfClosed: boolean): void {
    if (!isVoid && !isSelfClosed) this.#add(name, 1);
  }

  onCloseTag({ name }: HtmlElement): void {
    this.#add(name, -1);
  }

  #add(name: string, count: number): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + count);
  }
}
