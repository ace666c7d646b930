// The project's own source files and their imports, read from the file system, for the tests in test/architecture/
// (docs/architecture/folders.md).
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './root.ts';

const LEFT_OUT = new Set(['node_modules', 'coverage', 'dist']);
const IMPORTS = /(?:\bfrom|\bimport)\s*\(?\s*(['"])(?<specifier>[^'"\\\s]+)\1/g;
/** Only comments on their own line: a text may contain something that looks like a comment. */
const COMMENTS = /^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** One source file. */
export interface SourceFile {
  /** Relative to the root, with slashes. */
  path: string;
  text: string;
  /** Paths of our own files and names of packages that it imports. */
  imports: string[];
}

/** Every TypeScript and JavaScript file below the root. */
export function readSourceFiles(): SourceFile[] {
  return listFiles('')
    .filter((file) => /\.(ts|tsx|js|mjs)$/.test(file))
    .map((file) => {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      return { path: file, text, imports: importsOf(file, text) };
    });
}

/** Every file below a directory, except what is installed, built or hidden. @param directory relative to the root */
export function listFiles(directory: string, root = ROOT): string[] {
  return readdirSync(path.join(root, directory), { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_OUT.has(entry.name) || entry.name.startsWith('.')) return [];
    const file = path.posix.join(directory, entry.name);
    return entry.isDirectory() ? listFiles(file, root) : [file];
  });
}

/** What a file imports; a relative specifier becomes a path from the root. */
export function importsOf(file: string, text: string): string[] {
  return [...codeOf(text).matchAll(IMPORTS)].map(({ groups }) => {
    const specifier = groups?.['specifier'] ?? '';
    return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : specifier;
  });
}

/** A text without its comments. */
export function codeOf(text: string): string {
  return text.replace(COMMENTS, '');
}

/** The first cycle of imports among our own files, as a path that ends where it began. */
export function findCycle(files: readonly Pick<SourceFile, 'path' | 'imports'>[]): string[] | undefined {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const finished = new Set<string>();
  const visit = (file: string, trail: string[]): string[] | undefined => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (finished.has(file)) return undefined;
    for (const imported of byPath.get(file)?.imports ?? []) {
      const cycle = byPath.has(imported) ? visit(imported, [...trail, file]) : undefined;
      if (cycle) return cycle;
    }
    finished.add(file);
    return undefined;
  };
  for (const { path: file } of files) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return undefined;
}
