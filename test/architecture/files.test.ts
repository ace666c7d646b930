// Limits on the size of files, functions and folders, and the header that each file must have.
import path from 'node:path';
import { expect } from 'chai';
import {
  type ArchitectureRule,
  eachFile,
  isIn,
  testRules,
} from '../support/architecture/architecture-rules.ts';
import { findFunctions } from '../support/architecture/functions.ts';
import { readSourceFiles } from '../support/documents/source-files.ts';

const FILE_MAX_LINES = 300;
const FUNCTION_MAX_LINES = 60;
const FOLDER_MAX_FILES = 16;
const FUNCTIONS_IN = ['api', 'shared', 'smtp', 'workers', 'cli', 'dashboard', 'dev', 'ops', 'bench'];
const FOLDERS_IN = ['api', 'shared', 'smtp', 'workers', 'dashboard'];
/** Written by a program, and read by the compiler. */
const GENERATED = ['dashboard/api/generated'];
const EMPTY_NAMES = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'manager', 'misc', 'index']);
/** A header has three words at least, and is not a directive for a tool. */
const HEADER = /^(?:#!.*\n)?(?:\/\/[ \t]*|\/\*\*?[\s*]*)(?!biome-|@ts-|eslint)\S+ \S+ \S+/;

/** A function with this many lines, of which all but four are blank, comments or those of a nested function. */
const functionOf = (lines: number, begin: string, end = '}') =>
  [
    begin,
    '  const nested = () => {',
    '    // Counted.',
    ...Array.from({ length: lines - 5 }, () => ''),
    '  };',
    end,
    '',
  ].join('\n');

/** Rules, with made-up files that break them. */
const RULES: ArchitectureRule[] = [
  {
    title: 'no file has a meaningless name such as utils',
    findBreaches: eachFile(({ path: file }) =>
      EMPTY_NAMES.has(path.basename(file).split('.')[0] ?? '') ? [file] : [],
    ),
    broken: [{ path: 'shared/platform/utils.ts', text: '' }],
  },
  {
    title: 'a file begins with a header that says what it does and why',
    findBreaches: eachFile(({ path: file, text }) =>
      isIn(file, ['test']) || HEADER.test(text) ? [] : [file],
    ),
    broken: [
      { path: 'shared/platform/time/clock.ts', text: 'export const now = Date.now;' },
      {
        path: 'shared/platform/time/clock.ts',
        text: `import { x } from './utc.ts';\n// Says what it does.\n`,
      },
      { path: 'shared/platform/time/clock.ts', text: `//\nimport { x } from './utc.ts';\n` },
      { path: 'shared/platform/time/clock.ts', text: '// biome-ignore lint/style/x: it has to be\n' },
      { path: 'cli/posthorn.mjs', text: `#!/usr/bin/env node\nimport './main.ts';\n` },
    ],
  },
  {
    title: `no file is longer than ${FILE_MAX_LINES} lines`,
    findBreaches: eachFile(({ path: file, text }) => {
      const lines = isIn(file, GENERATED) ? 0 : text.split('\n').length - 1;
      return lines > FILE_MAX_LINES ? [`${file} has ${lines} lines`] : [];
    }),
    broken: [{ path: 'shared/platform/time/clock.ts', text: '\n'.repeat(FILE_MAX_LINES + 1) }],
  },
  {
    title: `no function has more than ${FUNCTION_MAX_LINES} lines`,
    findBreaches: eachFile(({ path: file, text }) =>
      isIn(file, FUNCTIONS_IN)
        ? findFunctions(text)
            .filter(({ length }) => length > FUNCTION_MAX_LINES)
            .map(({ line, length }) => `${file}:${line} has ${length} lines`)
        : [],
    ),
    broken: [
      'function f(): void {',
      'export async function f<Item>(\n  items: Item[],\n): Promise<void> {',
      'async function f({\n  a,\n  b,\n}: Options): Promise<void> {',
      'function f(): {\n  a: string;\n} {',
      'export const f = (a: string) => {',
    ]
      .map((begin) => functionOf(FUNCTION_MAX_LINES + 2 - begin.split('\n').length, begin))
      .concat(
        functionOf(FUNCTION_MAX_LINES + 1, 'export const f = () => ({', '});'),
        `export const f = () =>\n${'  [\n'.repeat(FUNCTION_MAX_LINES)}// End.\n`,
        `class C {\n${functionOf(FUNCTION_MAX_LINES + 1, 'get c(): number {').replace(/^(?=.)/gm, '  ')}}\n`,
      )
      .map((text) => ({ path: 'bench/run.ts', text })),
  },
  {
    title: `no folder of the product has more than ${FOLDER_MAX_FILES} files`,
    findBreaches: (files) => {
      const folders = files
        .map((file) => path.dirname(file.path))
        .filter((folder) => isIn(folder, FOLDERS_IN));
      const crowded = [...new Set(folders)].map((folder) => ({
        folder,
        count: folders.filter((other) => other === folder).length,
      }));
      return crowded
        .filter(({ count }) => count > FOLDER_MAX_FILES)
        .map(({ folder, count }) => `${folder} has ${count} files`);
    },
    broken: [
      Array.from({ length: FOLDER_MAX_FILES + 1 }, (_, index) => ({
        path: `workers/send/${index}.ts`,
        text: '',
      })),
    ],
  },
];

describe('The architecture: files', () => {
  testRules(RULES);

  it('finds the functions of the code', () => {
    const found = readSourceFiles().filter(({ path: file }) => isIn(file, FUNCTIONS_IN));
    const lengths = found.flatMap(({ text }) => findFunctions(text).map(({ length }) => length));
    expect(lengths.length).to.be.above(1_000);
    expect(Math.max(...lengths)).to.be.within(FUNCTION_MAX_LINES - 10, FUNCTION_MAX_LINES);
  });

  it('counts all lines of a function in its file', () => {
    const text = [
      'export function outer(',
      '  items: readonly string[],',
      '): string[] {',
      '  if (items.length === 0) {',
      '    return [];',
      '  }',
      '',
      '  // A comment.',
      '  return items.map((item) => {',
      '    return item;',
      '  });',
      '}',
      '',
      'const short = () => 1;',
    ].join('\n');
    expect(findFunctions(text)).to.deep.equal([
      { line: 1, length: 12 },
      { line: 9, length: 3 },
    ]);
  });
});
