// Limits on the size of files, functions and folders, that none is kept by packing, and the header of each file.
import path from 'node:path';
import { expect } from 'chai';
import { findCrowded } from '../runner/folders.ts';
import {
  type ArchitectureRule,
  eachFile,
  isIn,
  testRules,
} from '../support/architecture/architecture-rules.ts';
import { findFunctions } from '../support/architecture/functions.ts';
import { findPacking } from '../support/architecture/packing.ts';
import { readSourceFiles } from '../support/documents/source-files.ts';

const FILE_MAX_LINES = 300;
const FUNCTION_MAX_LINES = 60;
const FUNCTION_MAX_STATEMENTS = 45;
const FUNCTIONS_IN = ['api', 'shared', 'smtp', 'workers', 'cli', 'dashboard', 'dev', 'ops', 'bench'];
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
    title: `no function has more than ${FUNCTION_MAX_STATEMENTS} statements`,
    findBreaches: eachFile(({ path: file, text }) =>
      isIn(file, FUNCTIONS_IN)
        ? findFunctions(text)
            .filter(({ statements }) => statements > FUNCTION_MAX_STATEMENTS)
            .map(({ line, statements }) => `${file}:${line} has ${statements} statements`)
        : [],
    ),
    broken: [
      Array.from({ length: FUNCTION_MAX_STATEMENTS + 1 }, (_, index) => `  run(${index});`),
      Array.from(
        { length: FUNCTION_MAX_STATEMENTS - 1 },
        (_, index) => `  run(${index}); // Counted.`,
      ).concat('  if (isDone) return;'),
      [
        '  const nested = () => {',
        ...Array.from({ length: FUNCTION_MAX_STATEMENTS }, (_, index) => `    run(${index});`),
        '  };',
      ],
    ].map((body) => ({ path: 'bench/run.ts', text: ['function f(): void {', ...body, '}', ''].join('\n') })),
  },
  {
    title: 'no literal is spread, or taken apart at once, to save lines',
    findBreaches: eachFile(({ path: file, text }) => findPacking(text).map((line) => `${file}:${line}`)),
    broken: [
      'const a = { b, ...{ c, d } };',
      "const a = {\n  b,\n  ...{\n    c,\n    d: 'e',\n  },\n};",
      "const a = [b, ...['c', 'd']];",
      "const a = [\n  b,\n  ...[\n    'c',\n    'd',\n  ],\n];",
      'f(a, ...[b, c]);',
      "const a = [...(['b', 'c'] as const), 'd'];",
      'const page = <Page {...{ a, b }} />;',
      'const [a, b] = [c(), d()];',
      'export const [a, b] = [\n  c(),\n  d(),\n];',
      'const {\n  a,\n  b,\n} = { a: c(), b: d() };',
      'function f() {\n  let [i, j] = [0, 1];\n  return i + j;\n}',
      '[this.a, this.b] = [true, false];',
      'while (a[i] === b[j]) [i, j] = [i + 1, j + 1];',
    ].map((text) => ({ path: 'bench/run.ts', text })),
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
      { line: 1, length: 12, statements: 4 },
      { line: 9, length: 3, statements: 1 },
    ]);
  });

  it('takes no spread that has a reason for packing', () => {
    const text = [
      '// No literal: `...{ a, b }`.',
      "const text = '...{ a, b }';",
      'const all = [...[a, b].map(read), ...(isLong ? [c] : [])];',
      'const long = [',
      '  ...[',
      '    a,',
      '  ].flat(),',
      '];',
      'const wide = { ...(isLong && { a }), ...rest };',
      'function f(...[first]: [string]) {}',
      'const g = (...[first]) => first;',
      'const given = f(...([a] as unknown as [string]));',
      'const [first] = [...all];',
      'const { a, ...others } = { a: undefined, ...rest };',
      '[a, b] = [b, a];',
      'type Both = [...A, ...string[]];',
      '',
    ].join('\n');
    expect(findPacking(text)).to.deep.equal([]);
  });

  it('warns of folders of the product with 24 files or more', () => {
    const filesIn = (folder: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({ path: `${folder}/${index}.ts` }));
    const files = ['workers/send', 'test/api'].flatMap((folder) => filesIn(folder, 24));
    expect(findCrowded([...files, ...filesIn('workers/jobs', 23)])).to.deep.equal([
      'workers/send has 24 files',
    ]);
  });
});
