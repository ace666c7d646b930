// Writer of plain text for the conversion of html: collapses white space, breaks lines where an element requires it,
// and indents each line by its nesting.

/** Deepest indentation; without a limit a line could become as long as the nesting is deep. */
const DEEPEST_INDENTATION = 10;
/** White space inside a text that is not already a single space. */
const LONG_SPACE = /[\t\r\n\f][ \t\r\n\f]*| [ \t\r\n\f]+/g;

export class TextLines {
  /** Number of open elements that preserve white space. */
  preformatted = 0;
  readonly #indentation: string[] = [];
  /** The text in pieces: the text of each link is read while the whole is written. */
  readonly #pieces: string[] = [];
  #length = 0;
  /** Line breaks before the next text that elements require: the maximum. */
  #breaks = 0;
  /** Explicit line breaks before the next text: their number. */
  #hardBreaks = 0;
  #hasSpace = false;
  /** Prefix of the next line only, such as the bullet of a list item. */
  #mark = '';

  get length(): number {
    return this.#length;
  }

  /** Requires at least this many line breaks before the next text. */
  breakLine(count: number): void {
    if (count > this.#breaks) this.#breaks = count;
  }

  /** Adds an explicit line break, as `<br>` does. */
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

  /** The text written since the text had this length, trimmed. */
  since(length: number): string {
    let first = this.#pieces.length;
    for (let left = this.#length - length; left > 0; left -= this.#pieces[first]?.length ?? left) first -= 1;
    return this.#pieces.slice(first).join('').trim();
  }

  end(): string {
    return this.#pieces.join('').trim();
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
    // Not trim(), because a no-break space is text.
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
    const isFirst = this.#length === 0;
    if (breaks === 0 && this.#mark === '') this.#add(this.#hasSpace && !isFirst ? ` ${text}` : text);
    else this.#add((isFirst ? '' : '\n'.repeat(breaks)) + this.#startLine() + text);
    this.#breaks = 0;
    this.#hardBreaks = 0;
    this.#hasSpace = false;
  }

  #add(piece: string): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
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
