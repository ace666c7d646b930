// Finds where the body of html begins, for additions before its visible content: the preheader and the pixel of opens.
// A place before the doctype would switch browsers to quirks mode, one in the head would end it.
import type { HtmlElement } from './html-elements.ts';
import { type HtmlHandler, scanHtml, type TagPlace } from './html-scanner.ts';

/** Length of html that is searched for `<body>`; if it is later, the body begins after the last tag found. */
const SEARCHED_MAX_LENGTH = 64 * 1024;
const DOCTYPE = /^<!doctype[\s>]/i;
/** Longer ones are not documents of people. */
const DOCTYPE_MAX_LENGTH = 1_024;

/**
 * The position at which the body begins: after `<body>`, without one after the head, `<html>` or the doctype, else at the
 * start. Tags in comments, in quotes and in raw text do not count: only some clients read a `<body>` in a comment.
 */
export function findBodyStart(html: string): number {
  const finder = new BodyFinder(html);
  scanHtml(html.slice(0, SEARCHED_MAX_LENGTH), finder);
  return finder.position;
}

class BodyFinder implements HtmlHandler {
  readonly #html: string;
  position = 0;
  isDone = false;

  constructor(html: string) {
    this.#html = html;
  }

  onOpenTag(
    { name }: HtmlElement,
    _attribute: string | undefined,
    _isSelfClosed: boolean,
    { end }: TagPlace,
  ) {
    if (name !== 'html' && name !== 'body') return;
    this.position = end;
    this.isDone = name === 'body';
  }

  onCloseTag({ name }: HtmlElement, end: number): void {
    // A tag that the searched part cuts has no end.
    if (name === 'head' && this.#html[end - 1] === '>') this.position = end;
  }

  onComment(start: number, end: number): void {
    if (end - start > DOCTYPE_MAX_LENGTH) return;
    if (DOCTYPE.test(this.#html.slice(start, end))) this.position = end;
  }
}
