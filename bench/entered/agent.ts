// Imported before a program: answers its parent which of its own files it has entered since it was last asked, and how many lines of
// each it has run (V8's precise coverage of blocks, of the code as it is loaded: without types and comments).

import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The question. */
export interface EnteredQuestion {
  type: 'entered';
}
/** File, relative to the repository → number of lines that were run. */
export type Entered = Record<string, number>;

/** The directory in which programs are started. */
const ROOT = path.resolve('dist');
const ROOT_URL = `${pathToFileURL(ROOT).href}/`;

const session = new Session();
session.connect();
await session.post('Debugger.enable');
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

process.on('message', (question: { type?: string }) => {
  if (question.type === 'entered') void takeEntered().then((entered) => process.send?.(entered));
});

async function takeEntered(): Promise<Entered> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const entered: Entered = {};
  for (const { scriptId, url, functions } of result) {
    if (
      !url.startsWith(ROOT_URL) ||
      functions.every(({ ranges }) => ranges.every(({ count }) => count === 0))
    )
      continue;
    const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
    const lines = countLines(scriptSource, functions);
    if (lines > 0) entered[path.relative(ROOT, fileURLToPath(url.replace(/\?.*/, '')))] = lines;
  }
  return entered;
}

/** Outer ranges first: what is inside one says more. */
function countLines(source: string, functions: readonly Profiler.FunctionCoverage[]): number {
  const ranges = functions.flatMap((each) => each.ranges);
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const counts = new Uint8Array(source.length);
  for (const { startOffset, endOffset, count } of ranges)
    counts.fill(Math.min(count, 1), startOffset, endOffset);
  let lines = 0;
  let offset = 0;
  for (const line of source.split('\n')) {
    const isRun = [...line].some((letter, at) => letter.trim() !== '' && counts[offset + at] === 1);
    if (isRun) lines += 1;
    offset += line.length + 1;
  }
  return lines;
}
