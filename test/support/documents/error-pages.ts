// The pages of errors (docs/errors/) for the tests that hold them against the contract and provoke their examples.
import { fencesOf } from './guides.ts';
import { type MarkdownFile, readDocuments } from './markdown.ts';

/** The index of the pages. */
export const ERROR_INDEX = 'docs/errors/README.md';

/** The page of an error name. */
export interface ErrorPage extends MarkdownFile {
  name: string;
  /** Label of a block of code → its texts: `curl`, `cli`, `answer`. */
  blocks: Readonly<Record<string, string[]>>;
}

/** Every page but the index. */
export function readErrorPages(): ErrorPage[] {
  return readDocuments()
    .filter(({ path }) => path.startsWith('docs/errors/') && path !== ERROR_INDEX)
    .map(({ path, text }) => {
      const name = path.replace(/^.*\/|\.md$/g, '');
      return { path, text, name, blocks: labelledBlocksOf(text) };
    });
}

/** Blocks of code with a language and a label: "```bash curl". */
function labelledBlocksOf(text: string): Record<string, string[]> {
  const blocks: Record<string, string[]> = {};
  for (const { label, code } of fencesOf(text))
    if (label !== undefined) blocks[label] = [...(blocks[label] ?? []), code.trimEnd()];
  return blocks;
}
