// Names within a sentence.

/** "Gmail", "Gmail and Yahoo", "Gmail, Yahoo and Microsoft". */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join();
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
