// Makes one program of all snippets of a guide that have the same label. A line of the program is the same line of the
// guide, so that what a language says of an error leads there.
import type { Guide } from '../../../support/documents/guides.ts';

/** How the programs of a label are written and run. */
export interface Dialect {
  extension: string;
  /** The program that runs it, and what it is given before the file. */
  command: readonly string[];
  /** Its first line, which in a guide is the title. */
  start?: string;
  /** A statement that prints `STEP_END`; without one the test does not look at what a step prints. */
  stepEnd?: string;
  /** What runs its files is the language's test runner, which finds them by this end of their name. */
  suffix?: string;
}

/** Ends what a step prints. */
export const STEP_END = '\x1e';

const BASH: Dialect = {
  extension: 'sh',
  command: ['bash'],
  start: `set -eEuo pipefail; trap 'echo "line $LINENO: exit code $?" >&2' ERR`,
  stepEnd: String.raw`printf '\036'`,
};
const OPEN_PHP = '<?php';

/** The labels of programs that run from their beginning to their end. */
export const DIALECTS = {
  curl: BASH,
  cli: BASH,
  node: { extension: 'mjs', command: [process.execPath], stepEnd: String.raw`process.stdout.write('\x1e');` },
  python: { extension: 'py', command: ['python3'], stepEnd: String.raw`print('\x1e', end='', flush=True)` },
  php: { extension: 'php', command: ['php'], start: OPEN_PHP, stepEnd: String.raw`echo "\x1e";` },
  ruby: { extension: 'rb', command: ['ruby'], stepEnd: String.raw`print "\x1e"` },
  vitest: {
    extension: 'js',
    suffix: '.test',
    command: [process.execPath, 'node_modules/vitest/vitest.mjs', 'run'],
  },
  playwright: {
    extension: 'ts',
    suffix: '.spec',
    command: [process.execPath, 'node_modules/@playwright/test/cli.js', 'test'],
  },
  pytest: {
    extension: 'py',
    suffix: '_test',
    command: ['python3', '-m', 'pytest', '-p', 'no:cacheprovider'],
  },
} as const satisfies Readonly<Record<string, Dialect>>;

export type Label = keyof typeof DIALECTS;

/** The program of a label, with the values of a server in its code; undefined where the guide has none. */
export function programOf(guide: Guide, label: Label, fill: (code: string) => string): string | undefined {
  const fences = guide.fences.filter((fence) => fence.label === label);
  if (fences.length === 0) return undefined;
  const { start, stepEnd }: Dialect = DIALECTS[label];
  const lines = [start ?? ''];
  for (const { line, code } of fences) {
    while (lines.length < line - 1) lines.push('');
    const own = fill(code).split('\n').slice(0, -1);
    if (own[0] === OPEN_PHP) own[0] = '';
    // The line that closes the fence in the guide.
    lines.push(...own, stepEnd ?? '');
  }
  return `${lines.join('\n')}\n`;
}
