// Blocks of Markdown documents that a command writes: the figures of docs/performance.md, the tables of fields of
// docs/reference/, and the tested clients. A block is between two definitions of links, which no page shows: `[//]: # (fields Topic)` and
// `[//]: # (end)`.

/** What a block is, such as `fields` or `figures`, and its name. */
const BLOCK =
  /^(?<start>\[\/\/\]: # \((?<kind>\w+) (?<name>[\w.-]+)\)\n\n)(?<body>[\s\S]*?)(?<end>\n\n\[\/\/\]: # \(end\))$/gm;

/**
 * The document with its blocks of one kind written again.
 * @param write from the name of a block, and what it has now, to what it has to be
 */
export function writeBlocks(
  text: string,
  kind: string,
  write: (name: string, body: string) => string,
): string {
  return text.replace(BLOCK, (block: string, ...rest) => {
    const groups: Record<'start' | 'kind' | 'name' | 'body' | 'end', string> = rest.at(-1);
    return groups.kind === kind ? groups.start + write(groups.name, groups.body) + groups.end : block;
  });
}

/** The names of the blocks of one kind, in their order. */
export function blocksOf(text: string, kind: string): string[] {
  return [...text.matchAll(BLOCK)]
    .map(({ groups = {} }) => groups)
    .filter((groups) => groups['kind'] === kind)
    .map((groups) => groups['name'] ?? '');
}

/** A table. @param head the names of its columns */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return lines.toSpliced(1, 0, `|${'---|'.repeat(head.length)}`).join('\n');
}
