// The release before this one, built from the commit that test/upgrade/previous.json names. The build is kept in
// node_modules/.cache, where its programs find our packages: each that it needs is there, in its version or a later one
// of the same major.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PREVIOUS } from '../../runner/previous.ts';
import { ROOT } from '../../support/documents/root.ts';

const PACKAGES = path.join(ROOT, 'node_modules');
const run = promisify(execFile);

/**
 * Builds it unless that was done before, which takes 7 s of CPU.
 * @returns the directory from which its processes run
 */
export async function buildPreviousRelease(): Promise<string> {
  const directory = path.join(PACKAGES, '.cache', `posthorn-${PREVIOUS.version}-${PREVIOUS.commit}`);
  if (existsSync(directory)) return directory;
  const source = await mkdtemp(path.join(tmpdir(), 'posthorn-previous-'));
  try {
    const archive = path.join(source, 'archive.tar');
    await run('git', ['archive', `--output=${archive}`, PREVIOUS.commit], { cwd: ROOT });
    await run('tar', ['-xf', archive], { cwd: source });
    await Promise.all([rm(archive), rm(path.join(source, 'test'), { recursive: true })]);
    // The compiler takes what is below node_modules for a package, and leaves it out: so it works elsewhere.
    await symlink(PACKAGES, path.join(source, 'node_modules'));
    const build = ['--import', 'tsx/esm', 'dev/build/build-main.ts', '--outDir', 'dist'];
    await run(process.execPath, build, { cwd: source });
    await rm(path.join(source, 'node_modules'));
    // Another run may have been as fast: its build is the same.
    const unfinished = `${directory}.${process.pid}`;
    await mkdir(path.dirname(directory), { recursive: true });
    await cp(source, unfinished, { recursive: true });
    await rename(unfinished, directory).catch(() => rm(unfinished, { recursive: true }));
    return directory;
  } finally {
    await rm(source, { recursive: true });
  }
}
