// The Debian package of this repository's build, with the packages of production that are installed here: no registry is
// asked.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildDebianPackage } from '../../../../release/deb/build.ts';
import { ROOT } from '../../../support/documents/root.ts';

const run = promisify(execFile);

/** @param as another version, whose programs say that they are it @returns the package, and what removes it */
export async function buildRealPackage(as?: string): Promise<{ file: string; remove(): Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'posthorn-package-'));
  const { version: own, files } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  const packageFile = path.join(directory, 'posthorn.tgz');
  // What is made by prepack alone is not needed where the packages are copied.
  const shipped = [...files, 'package.json', 'LICENSE'].filter((file) => file !== 'npm-shrinkwrap.json');
  const pack = `tar --create --gzip --file "$0" --transform 's,^,package/,' ${shipped.join(' ')}`;
  await run('bash', ['-O', 'globstar', '-c', pack, packageFile], { cwd: ROOT });
  const version = as ?? own;
  const file = await buildDebianPackage({
    packageFile,
    version,
    directory,
    compression: 'none',
    async installPackages(unpacked) {
      await installPackages(unpacked);
      if (version !== own) await renameVersion(unpacked, { own, version });
    },
  });
  return { file, remove: () => rm(directory, { recursive: true }) };
}

async function installPackages(unpacked: string): Promise<void> {
  const lock = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean }>;
  };
  for (const [place, { dev, optional, devOptional }] of Object.entries(lock.packages)) {
    if (place === '' || dev || optional || devOptional) continue;
    // Packages within this one have entries of their own.
    const filter = (source: string) =>
      !path.relative(path.join(ROOT, place), source).includes('node_modules');
    await cp(path.join(ROOT, place), path.join(unpacked, place), { recursive: true, filter });
  }
}

/** Renames versions: they are the only texts of a build in quotes or brackets. */
async function renameVersion(
  unpacked: string,
  { own, version }: { own: string; version: string },
): Promise<void> {
  const names = await readdir(path.join(unpacked, 'dist'), { recursive: true });
  const programs = names.filter((name) => name.endsWith('main.js')).map((name) => path.join('dist', name));
  for (const name of [...programs, 'package.json', 'CHANGELOG.md']) {
    const text = await readFile(path.join(unpacked, name), 'utf8');
    const renamed = text.replaceAll(`"${own}"`, `"${version}"`).replaceAll(`[${own}]`, `[${version}]`);
    await writeFile(path.join(unpacked, name), renamed);
  }
}
