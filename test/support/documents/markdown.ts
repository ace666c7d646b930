// Reads the project's Markdown documents for the tests in test/docs/: their headings as anchors, and their links.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createAnchors } from '../../../site/build/slug.ts';
import { ROOT } from './root.ts';
import { listFiles } from './source-files.ts';

/** A Markdown document. */
export interface MarkdownFile {
  /** Relative to the root, with slashes. */
  path: string;
  text: string;
}

/** A block of code. */
export const FENCED = /^(`{3,})[\s\S]*?^\1/gm;
const LINK = /\[(?:[^\]\\]|\\.)*\]\((?<target>[^)\s]+)\)/g;
const HEADING = /^#{1,6} (?<title>.+)$/gm;

/** Every document of the project. */
export function readDocuments(): MarkdownFile[] {
  return listFiles('')
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({ path: file, text: readFileSync(path.join(ROOT, file), 'utf8') }));
}

/** Targets of a document's links, except those in code blocks. */
export function linksOf(text: string): string[] {
  return [...text.replace(FENCED, '').matchAll(LINK)].map(({ groups }) => groups?.['target'] ?? '');
}

/** Whether a file exists and, if an anchor is given, has it. @param file relative to the root */
export function exists(file: string, anchor?: string): boolean {
  const absolute = path.join(ROOT, file);
  return (
    existsSync(absolute) && (anchor === undefined || anchorsOf(readFileSync(absolute, 'utf8')).has(anchor))
  );
}

/** What a link may have after its `#`: a heading as GitHub spells it. */
export function anchorsOf(text: string): Set<string> {
  const anchorOf = createAnchors();
  const headings = text.replace(FENCED, '').matchAll(HEADING);
  return new Set([...headings].map(({ groups }) => anchorOf(groups?.['title'] ?? '')));
}
