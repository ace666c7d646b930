// A text of megabytes in pieces that a browser can lay out one by one. Pure.

/** The start of a text that is shown at once. */
export const SHOWN_FIRST = 200_000;
const PIECE = 50_000;

/** The start of a text, cut at the end of a line where one is near. */
export function startOf(text: string): string {
  if (text.length <= SHOWN_FIRST) return text;
  return text.slice(0, cutAt(text, SHOWN_FIRST));
}

/** The whole text in pieces. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at, at + PIECE);
    const end = at + PIECE >= text.length ? rest.length : cutAt(rest, PIECE);
    pieces.push(rest.slice(0, end));
    at += end;
  }
  return pieces;
}

/** "12 B", "3.4 KB", "10 MB". */
export function sizeInWords(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'] as const;
  let value = bytes;
  let unit = 0;
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const shown = unit === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10;
  return `${shown} ${units[unit]}`;
}

/** Past the last line end in the second half; never between the two units of a character. */
function cutAt(text: string, limit: number): number {
  const lineEnd = text.lastIndexOf('\n', limit - 1) + 1;
  if (lineEnd > limit / 2) return lineEnd;
  const isHighSurrogate = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1));
  return isHighSurrogate ? limit - 1 : limit;
}
