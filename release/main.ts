// `npm run release -- <version> [--tested=<commit>]`: makes the files of a release in dist/release/, or says in one sentence
// each why this tree cannot be released. It publishes nothing: .github/workflows/release.yml does.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeArtefacts } from './artefacts.ts';
import { findRefusals } from './refusals.ts';
import { succeeds } from './run.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

const refusals = await release();
for (const refusal of refusals) process.stderr.write(`${refusal}\n`);
process.exitCode = refusals.length > 0 ? 1 : 0;

async function release(): Promise<string[]> {
  const { version = '', tested, ...wrong } = readArguments();
  if (wrong.refusal !== undefined) return [wrong.refusal];
  const found = await findRefusals({ root: ROOT, version, tested });
  if (found.length > 0) return found;
  for (const words of tested === undefined ? [['run', 'check'], ['test']] : []) {
    if (!(await succeeds(ROOT, 'npm', ...words))) return [`npm ${words.join(' ')} failed.`];
  }
  const { directory, names } = await makeArtefacts(ROOT, version);
  for (const name of names) process.stdout.write(`${path.join(path.relative(ROOT, directory), name)}\n`);
  return [];
}

function readArguments(): { version?: string | undefined; tested?: string | undefined; refusal?: string } {
  try {
    const { values, positionals } = parseArgs({
      options: { tested: { type: 'string' } },
      allowPositionals: true,
    });
    return { version: positionals.length === 1 ? positionals[0] : '', ...values };
  } catch (error) {
    return { refusal: (error as Error).message };
  }
}
