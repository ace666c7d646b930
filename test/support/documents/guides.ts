// Reads the guides (docs/guides/): their order, their prose, and their snippets, which tests run.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FENCED } from './markdown.ts';
import { ROOT } from './root.ts';

/** A guide. */
export interface Guide {
  /** `quick-start` */
  name: string;
  /** Relative to the root. */
  file: string;
  text: string;
  fences: Fence[];
}

/** A block of code. */
export interface Fence {
  language: string;
  /** What its tab says, which is how a test runs it; undefined: it is only shown. */
  label: string | undefined;
  code: string;
  /** The line of the guide that its code starts in, from 1. */
  line: number;
  /** Fences that follow each other are the same step in several languages, and have the same number. */
  step: number;
}

/** The label of what a program prints. */
export const ANSWER = 'answer';
export const GUIDES_INDEX = 'docs/guides/README.md';

const CODE = /^```(?<language>\S*)(?: (?<label>\S+))?\n(?<code>[\s\S]*?)^```$/gm;
const INDEX_ENTRY = /^- \[[^\]]+\]\((?<name>[\w-]+)\.md\)/gm;
const TABLE = /^\|.*$/gm;
/** What a link leads to is not read. */
const TARGET = /\]\([^)\s]+\)/g;

/** The guides, in the order of their index. */
export function readGuides(): Guide[] {
  const index = readFileSync(path.join(ROOT, GUIDES_INDEX), 'utf8');
  return [...index.matchAll(INDEX_ENTRY)].map(({ groups }) => {
    const file = `docs/guides/${groups?.['name']}.md`;
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return { name: groups?.['name'] ?? '', file, text, fences: fencesOf(text) };
  });
}

/** The blocks of code of a text. */
export function fencesOf(text: string): Fence[] {
  let end = 0;
  let step = 0;
  return [...text.matchAll(CODE)].map((match) => {
    const { language = '', label, code = '' } = match.groups ?? {};
    if (text.slice(end, match.index).trim() !== '') step += 1;
    end = match.index + match[0].length;
    return { language, label, code, line: text.slice(0, match.index).split('\n').length + 1, step };
  });
}

/** How many words of a text people read in a row: code and tables are looked up. */
export function countProse(text: string): number {
  return text.replace(FENCED, '').replace(TABLE, '').replace(TARGET, ']').match(/\S+/g)?.length ?? 0;
}
