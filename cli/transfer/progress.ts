// Progress of an upload or of a job: one line on stderr that replaces itself, only where stderr is a terminal. stdout
// stays JSON (docs/cli.md).

/** Where the line is shown. */
export interface ProgressOutput {
  write(text: string): unknown;
  isTTY?: boolean;
  /** Width in characters. */
  columns?: number;
}

/** The line of one activity. */
export interface Progress {
  show(text: string): void;
  /** Removes the line. */
  clear(): void;
}

const CLEAR_LINE = '\r\u001b[K';
const DEFAULT_COLUMNS = 80;

/** Creates a line; without a terminal it shows nothing. */
export function createProgress(output: ProgressOutput): Progress {
  if (output.isTTY !== true) return { show() {}, clear() {} };
  let shown = '';
  return {
    show(text) {
      // A line that wraps could not be replaced.
      const line = text.slice(0, (output.columns || DEFAULT_COLUMNS) - 1);
      if (line === shown) return;
      output.write(`${CLEAR_LINE}${line}`);
      shown = line;
    },
    clear() {
      if (shown !== '') output.write(CLEAR_LINE);
      shown = '';
    },
  };
}
