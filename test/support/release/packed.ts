// The package of this repository, as `npm pack` makes it. It is made in a copy: while npm packs, the package.json of the tree
// is another one (release/pinned-packages.ts).
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { pinPackages } from '../../../release/pinned-packages.ts';
import { listShipped } from '../../../release/shipped.ts';
import { copyFiles, listRepository } from '../../dev/support/clone.ts';
import { ROOT } from '../documents/root.ts';

const run = promisify(execFile);
/** What npm packs by. */
const PACKED_BY = ['package-lock.json', '.npmrc'];
/** Made by prepack. */
const MADE = 'npm-shrinkwrap.json';

/**
 * Makes the package.
 * @param directory where its file is put
 * @param given `compiles`: everything from the sources, as in a new clone; else the build of this repository is packed
 * @returns the file
 */
export async function packRepository(directory: string, given: { compiles: boolean }): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), 'posthorn-pack-'));
  try {
    await (given.compiles ? copySources(copy) : copyBuild(copy));
    const scripts = given.compiles ? [] : ['--ignore-scripts'];
    await run('npm', ['pack', '--pack-destination', directory, '--loglevel=error', ...scripts], {
      cwd: copy,
    });
  } finally {
    await rm(copy, { recursive: true });
  }
  const { version } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  return path.join(directory, `posthorn-${version}.tgz`);
}

async function copySources(copy: string): Promise<void> {
  copyFiles(listRepository(), copy);
  await symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
}

async function copyBuild(copy: string): Promise<void> {
  await mkdir(copy, { recursive: true });
  const places = (await listShipped(ROOT)).filter((name) => name !== MADE);
  copyFiles([...places, ...PACKED_BY], copy);
  await pinPackages(copy);
}
