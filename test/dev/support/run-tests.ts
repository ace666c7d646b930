// Runs test files that a test has made, as `npm test` does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

export type Environment = Record<string, string | undefined>;

/** How they are run. */
interface RunOptions {
  /** Options of test/run.ts. */
  options?: readonly string[];
  environment?: Environment;
}

/** Runs the given files, or one file, from a directory. */
export async function runTests(
  directory: string,
  content: string | Record<string, string>,
  { options = [], environment = {} }: RunOptions = {},
): Promise<{ code: number; lines: string[] }> {
  const files = typeof content === 'string' ? (content ? { 'given.test.ts': content } : {}) : content;
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(directory, name), text);
  const child = spawn(process.execPath, ['--import', 'tsx/esm', 'test/run.ts', directory, ...options], {
    env: { ...process.env, CI: undefined, TEST_REPORT_DIRECTORY: directory, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  return { code, lines: output.trim().split('\n') };
}
