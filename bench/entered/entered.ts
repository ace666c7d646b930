// `npm run bench -- --entered`: how much of the program one mail goes through, from POST /emails to the server's 250: files and lines
// of the API and of the send worker. It has no setting, because what is counted is a plain mail.
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from '../../dev/build/build.ts';
import { SINGLE } from '../load/shape.ts';
import { createAskedProcesses } from '../processes/asked.ts';
import { deliver, openRun } from '../run.ts';
import { ONE_OF_EACH } from '../scenario.ts';
import type { Servers } from '../servers/start.ts';
import type { Variant } from '../variant.ts';
import type { Entered, EnteredQuestion } from './agent.ts';

const AGENT = 'bench/entered/agent.ts';
const WATCHED = ['api', 'send'];
/** The program in its modules, which in production is bundled. */
const MODULES = 'node_modules/.cache/posthorn-entered';
const HTML_BYTES = 1_850;
const WARM_UP = 200;
/** The one with the fewest lines: the others have met a timer. */
const TRIES = 7;
const QUESTION: EnteredQuestion = { type: 'entered' };

/** @returns a line for each file, and the sums */
export async function measureEntered(variant: Variant, servers: Servers): Promise<string> {
  if (!(await build({ outDir: path.join(MODULES, 'dist'), inModules: true })))
    throw new Error('The program cannot be built.');
  for (const file of ['package.json', 'openapi.json']) await copyFile(file, path.join(MODULES, file));
  const { startProcess, askEach } = createAskedProcesses(servers.startProcess, AGENT, ({ name }) =>
    WATCHED.includes(name) ? { root: MODULES } : undefined,
  );
  const plan = { variant, shape: SINGLE, htmlBytes: HTML_BYTES, processes: ONE_OF_EACH, startProcess };
  const { run, close } = await openRun(plan, servers);
  try {
    await deliver(run, WARM_UP);
    const tries: Entered[] = [];
    for (let number = 0; number < TRIES; number += 1) {
      await askEach(QUESTION);
      await deliver(run, 1);
      tries.push(merge((await askEach<Entered>(QUESTION)).map(({ answer }) => answer)));
    }
    tries.sort((one, other) => linesOf(one) - linesOf(other));
    return describe(tries[0] ?? {});
  } finally {
    await close();
  }
}

/** A file that both run counts once, with the lines of the one that runs more of it. */
function merge(found: readonly Entered[]): Entered {
  const merged: Entered = {};
  for (const entered of found)
    for (const [file, lines] of Object.entries(entered)) merged[file] = Math.max(merged[file] ?? 0, lines);
  return merged;
}

function linesOf(entered: Entered): number {
  return Object.values(entered).reduce((sum, lines) => sum + lines, 0);
}

function describe(entered: Entered): string {
  const files = Object.entries(entered).sort(([one], [other]) => (one < other ? -1 : 1));
  const rows = files.map(([file, lines]) => `${String(lines).padStart(5)} ${file}`);
  return [...rows, `${files.length} files entered, ${linesOf(entered)} lines run.`].join('\n');
}
