// Text as it comes out of markup: white space that means nothing is one space or none, lines are broken where an
// element asks for it, and each line has the indentation of where it stands.

/** Beyond this nothing is indented further: a line could otherwise be as long as the nesting is deep. */
const DEEPEST_INDENTATION = 10;
/** White space within a text that is not one space already. */
const LONG_SPACE = /[\t\r\n\f][ \t\r\n\f]*| [ \t\r\n\f]+/g;

export class TextLines {
  /** Inside so many elements that keep their white space. */
  preformatted = 0;
  readonly #indentation: string[] = [];
  #text = '';
  /** Line breaks to come before the next text: what elements ask for, of which the most counts, … */
  #breaks = 0;
  /** … and those that were written out, of which all count. */
  #hardBreaks = 0;
  #hasSpace = false;
  /** What stands before the next line's text, once. */
  #mark = '';

  get length(): number {
    return this.#text.length;
  }

  /** Asks for at least so many line breaks before the next text. */
  breakLine(count: number): void {
    if (count > this.#breaks) this.#breaks = count;
  }

  /** A line break of its own. */
  hardBreak(): void {
    this.#hardBreaks += 1;
  }

  space(): void {
    this.#hasSpace = true;
  }

  /** Puts a bullet before the next line. */
  mark(bullet: string): void {
    this.#mark = bullet;
  }

  indent(prefix: string): void {
    this.#indentation.push(prefix);
  }

  outdent(): void {
    this.#indentation.pop();
  }

  write(text: string): void {
    if (this.preformatted > 0) this.#writeLines(text);
    else this.#writeWords(text);
  }

  /** What was written since the text had this length, without white space around it. */
  since(length: number): string {
    return this.#text.slice(length).trim();
  }

  end(): string {
    return this.#text.trim();
  }

  #writeLines(text: string): void {
    const [first = '', ...others] = text.split(/\r?\n/);
    if (first) this.#put(first);
    for (const line of others) {
      this.hardBreak();
      if (line) this.#put(line);
    }
  }

  #writeWords(text: string): void {
    // Not trim(): a no-break space is text.
    let start = 0;
    while (isSpace(text.charCodeAt(start))) start += 1;
    if (start > 0) this.space();
    if (start === text.length) return;
    let end = text.length;
    while (isSpace(text.charCodeAt(end - 1))) end -= 1;
    this.#put(text.slice(start, end).replace(LONG_SPACE, ' '));
    if (end < text.length) this.space();
  }

  #put(text: string): void {
    const breaks = Math.max(this.#breaks, this.#hardBreaks);
    if (breaks === 0 && this.#mark === '')
      this.#text += this.#hasSpace && this.#text !== '' ? ` ${text}` : text;
    else this.#text += (this.#text === '' ? '' : '\n'.repeat(breaks)) + this.#startLine() + text;
    this.#breaks = 0;
    this.#hardBreaks = 0;
    this.#hasSpace = false;
  }

  #startLine(): string {
    const mark = this.#mark;
    this.#mark = '';
    return this.#indentation.slice(0, DEEPEST_INDENTATION).join('') + mark;
  }
}

/** Space, tab, line feed, form feed, carriage return. */
function isSpace(octet: number): boolean {
  return octet === 0x20 || octet === 0x0a || octet === 0x09 || octet === 0x0d || octet === 0x0c;
}
