// Makes names from others, such as the name of a copy.

const COPY = ' (copy)';

/** @returns the name with ` (copy)`, cut so that it has up to `maxLength` characters */
export function copiedName(name: string, maxLength: number): string {
  return shortenName(name, maxLength - COPY.length) + COPY;
}

/** Cuts between code points: PostgreSQL refuses a lone surrogate (docs/architecture/guarantees.md#text). */
export function shortenName(text: string, maxLength: number): string {
  const cut = text.slice(0, maxLength);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
