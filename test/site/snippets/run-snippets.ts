// Runs snippets of one language, all in one process, each in a directory of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { posthorn } from '../../cli/support/cli.ts';
import { ROOT } from '../../support/documents/root.ts';

/** What a snippet has done. */
export interface SnippetRun {
  /** Where its files are. */
  directory: string;
  code: number;
  out: string;
  err: string;
}

interface Language {
  extension: string;
  /** The program, and the file that runs snippets in it. */
  command: readonly [program: string, runner: URL];
}

/** By the labels of the pages. */
const LANGUAGES = {
  curl: { extension: 'sh', command: ['bash', new URL('./run.sh', import.meta.url)] },
  node: { extension: 'mjs', command: [process.execPath, new URL('./run.mjs', import.meta.url)] },
  python: { extension: 'py', command: ['python3', new URL('./run.py', import.meta.url)] },
  cli: { extension: 'sh', command: ['bash', new URL('./run.sh', import.meta.url)] },
} as const satisfies Readonly<Record<string, Language>>;

/** A language that the pages have snippets in. */
export type SnippetLabel = keyof typeof LANGUAGES;

export const SNIPPET_LABELS = Object.keys(LANGUAGES) as SnippetLabel[];

/** What a snippet finds where it reads a file. */
export const READ_FILE = { name: 'file.csv', text: 'email\nada@acme.dev\n' };

/** Longer than a busy machine needs for all snippets of a language. */
const RUN_MAX_MS = 120_000;

/**
 * Runs them one after the other.
 * @param root an empty directory
 * @param environment what the snippets read from it
 */
export async function runSnippets(
  label: SnippetLabel,
  codes: readonly string[],
  root: string,
  environment: Readonly<Record<string, string>>,
): Promise<SnippetRun[]> {
  const { extension, command } = LANGUAGES[label];
  const directories = codes.map((_, index) => path.join(root, String(index)));
  for (const [index, directory] of directories.entries()) {
    await mkdir(directory);
    await writeFile(path.join(directory, `snippet.${extension}`), codes[index] ?? '');
    await writeFile(path.join(directory, READ_FILE.name), READ_FILE.text);
  }
  const [program, runner] = command;
  const child = spawn(program, [fileURLToPath(runner), root], {
    env: {
      ...environment,
      PATH: process.env['PATH'],
      HOME: root,
      NODE: process.execPath,
      POSTHORN: path.join(ROOT, 'cli/posthorn.mjs'),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: RUN_MAX_MS,
    killSignal: 'SIGKILL',
  });
  expect((await once(child, 'close'))[0], `the ${label} snippets`).to.equal(0);
  const runs: SnippetRun[] = [];
  for (const directory of directories) runs.push(await runIn(directory));
  return runs;
}

/** What the process has left of a run; a command line whose words it has left is run here. */
async function runIn(directory: string): Promise<SnippetRun> {
  const read = (name: string) => readFile(path.join(directory, name), 'utf8').catch(() => '');
  const [ended, out, err, words] = await Promise.all(['code', 'out', 'err', 'words'].map(read));
  if (ended?.trim() !== '0' || !words)
    return { directory, code: Number(ended || -1), out: out ?? '', err: err ?? '' };
  const result = await posthorn(words.split('\0').slice(0, -1), { input: await read('input') });
  return { directory, code: result.code, out: result.stdout, err: result.stderr };
}
