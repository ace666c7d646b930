// The lines of a source, for the positions in error messages.

export class SourceLines {
  readonly #source: string;
  /** The offsets of line beginnings that were needed so far. */
  readonly #starts = [0];

  constructor(source: string) {
    this.#source = source;
  }

  /** Line and column count from 1. A line ends in LF; the CR before it is its last column. */
  positionOf(offset: number): { line: number; column: number } {
    this.#extendTo(offset);
    let line = this.#starts.length;
    while (line > 1 && this.#startOf(line) > offset) line -= 1;
    return { line, column: offset - this.#startOf(line) + 1 };
  }

  #startOf(line: number): number {
    return this.#starts[line - 1] ?? 0;
  }

  #extendTo(offset: number): void {
    let last = this.#startOf(this.#starts.length);
    while (last <= offset) {
      const end = this.#source.indexOf('\n', last);
      if (end === -1) return;
      last = end + 1;
      this.#starts.push(last);
    }
  }
}
