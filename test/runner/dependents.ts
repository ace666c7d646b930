// Which test files a change can reach: the files whose imports, and the imports of these, have changed, or what they read
// by its name (a migration, a page, a program that they start). Where the code does not say what it reads, its tests
// count as reached.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf, importsOf, listFiles } from '../support/documents/source-files.ts';

/** What each test depends on without naming it. */
const OF_EACH_TEST = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  '.mocharc.json',
  'test/runner/place-main.ts',
];
/** What a browser shows is built from these (dev/build/build-dashboard.ts). */
const OF_PAGES = ['dashboard/', 'site/', 'docs/', 'shared/contract/appearance/'];
const BROWSER = 'test/e2e/support/browser.ts';
const TEST = /^test\/.*\.test\.ts$/;
const CODE = /\.(?:ts|tsx|js|mjs)$/;
/** What exists at run time only changes nothing. */
const TYPE_IMPORTS = /^(?:import|export) type [^;]*? from (['"])[^'"\n]*\1;$/gm;
const PATH = /^(?!\/|\.\/?$)[^ ]*[./][^ ]+$|^\.\.\/?$/;
const TEXTS = /(['"`])(?<text>[^'"`\n\\]*?)(?:\1|\$\{)/g;
const LISTS_FILES = /\breaddir(?:Sync)?\(|\bls-files\b/;
const COPIES_FILES = /\bcp(?:Sync)?\(/;
/** Starts, builds or packs anything. */
const NPM = /^np[mx]$/;
const BUILT = /(?:^|\/)dist(?:\/|$)/;
/** Outside of the repository. */
const ELSEWHERE = /^\/(?:proc|usr)\b/;

/**
 * Reads who imports and names whom.
 * @param root the directory of the project
 * @param gone files that are no more, which code may still name
 * @returns a function from changed files to the test files that the change can reach
 */
export function readReach(
  root: string,
  gone: readonly string[],
): (changed: readonly string[]) => Set<string> {
  const dependents = readDependents(root, new Set([...listFiles('', root), ...gone]));
  return (changed) => {
    // What lists a folder reads its files, not what these import.
    const listed = changed.flatMap(foldersOf).flatMap((folder) => dependents.get(folder) ?? []);
    const reached = new Set([...changed, ...listed]);
    // A set that grows is walked to its new end.
    for (const file of reached) for (const dependent of dependents.get(file) ?? []) reached.add(dependent);
    return new Set([...reached].filter((file) => TEST.test(file) && existsSync(path.join(root, file))));
  };
}

/** The files of the project, and the folders that they are in, each with a slash at its end. */
interface Known {
  files: ReadonlySet<string>;
  folders: ReadonlySet<string>;
}

/** By file, or folder with a slash at its end (the root is a slash): the code that imports or names it. */
function readDependents(root: string, files: ReadonlySet<string>): Map<string, string[]> {
  const folders = new Set([...files].flatMap(foldersOf));
  const dependents = new Map<string, string[]>();
  for (const file of files) {
    if (!CODE.test(file) || !existsSync(path.join(root, file))) continue;
    const text = readFileSync(path.join(root, file), 'utf8');
    for (const name of new Set(namedBy(file, text, { files, folders })))
      dependents.set(name, [...(dependents.get(name) ?? []), file]);
  }
  return dependents;
}

function namedBy(file: string, text: string, { files, folders }: Known): string[] {
  const code = codeOf(text).replace(TYPE_IMPORTS, '');
  const imports = importsOf(file, code);
  const texts = textsOf(code);
  const lists = LISTS_FILES.test(code);
  const mayNameFolders = lists || COPIES_FILES.test(code);
  const named = texts.flatMap(read);
  // The product never reads all of the project.
  if (!file.startsWith('test/')) return [...imports, ...named].filter((name) => name !== '/');
  const isListing = lists && !texts.some((text) => ELSEWHERE.test(text));
  const startsAll = texts.some((text) => NPM.test(text));
  return [
    ...imports,
    ...named,
    ...(TEST.test(file) ? OF_EACH_TEST : []),
    ...(imports.includes(BROWSER) || texts.some((text) => BUILT.test(text)) ? OF_PAGES : []),
    ...(startsAll || (isListing && !named.some((name) => name.endsWith('/'))) ? ['/'] : []),
  ];

  /** A path from the root or from the file; a single word is none. Folders are read by code that lists or copies files. */
  function read(text: string): string[] {
    if (!PATH.test(text)) return [];
    const paths = [path.posix.normalize(text), path.posix.join(path.posix.dirname(file), text)];
    return paths.flatMap((each) => {
      const folder = each === './' || each === '.' ? '/' : each.replace(/\/?$/, '/');
      return files.has(each) ? [each] : mayNameFolders && folders.has(folder) ? [folder] : [];
    });
  }
}

function textsOf(code: string): string[] {
  return [...code.matchAll(TEXTS)].map(({ groups }) => groups?.['text'] ?? '');
}

/** `a/b/c.ts`: `a/b/`, `a/` and `/`. */
function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return ['/', ...parts.map((_, at) => `${parts.slice(0, at + 1).join('/')}/`)];
}
