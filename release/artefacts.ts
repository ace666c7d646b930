// Makes the files of a release in `dist/release/`: the package, the Debian package, the list of what the package brings
// (SBOM, CycloneDX), and the sums of all three. The same commit gives the same octets: nothing in them is a time, a place
// or a number that was drawn.
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildDebianPackage } from './deb/build.ts';
import { outputOf } from './run.ts';

/** @returns the directory with the files, and their names */
export async function makeArtefacts(
  root: string,
  version: string,
): Promise<{ directory: string; names: readonly string[] }> {
  // What a build before has left would come into the package.
  await rm(path.join(root, 'dist'), { recursive: true, force: true });
  const directory = path.join(root, 'dist/release');
  await mkdir(directory, { recursive: true });
  await outputOf(root, 'npm', 'pack', '--pack-destination', directory);
  const packageFile = path.join(directory, `posthorn-${version}.tgz`);
  await writeFile(path.join(directory, `posthorn-${version}.cdx.json`), await listParts(packageFile));
  await buildDebianPackage({ packageFile, version, directory });
  const names = ['.tgz', '.cdx.json'].map((ending) => `posthorn-${version}${ending}`);
  names.push(`posthorn_${version}_all.deb`);
  await writeFile(path.join(directory, 'SHA256SUMS'), await sumsOf(directory, names));
  return { directory, names: [...names, 'SHA256SUMS'] };
}

/** The parts of a package as its own lockfile has them: without those of development. */
export async function listParts(packageFile: string): Promise<string> {
  const temporary = await mkdtemp(path.join(tmpdir(), 'posthorn-sbom-'));
  // npm takes its name for that of the package.
  const directory = path.join(temporary, 'posthorn');
  try {
    await mkdir(directory);
    await outputOf(directory, 'tar', '-xzf', packageFile, '--strip-components=1');
    const text = await outputOf(
      directory,
      'npm',
      'sbom',
      '--sbom-format',
      'cyclonedx',
      '--omit',
      'dev',
      '--package-lock-only',
    );
    const { serialNumber: _, metadata, ...parts } = JSON.parse(text);
    const { timestamp: __, ...about } = metadata;
    return `${JSON.stringify({ ...parts, metadata: about }, null, 2)}\n`;
  } finally {
    await rm(temporary, { recursive: true });
  }
}

/** As `sha256sum --check` reads them. */
async function sumsOf(directory: string, names: readonly string[]): Promise<string> {
  const sums = names.map(async (name) => {
    const sum = createHash('sha256').update(await readFile(path.join(directory, name)));
    return `${sum.digest('hex')}  ${name}\n`;
  });
  return (await Promise.all(sums)).join('');
}
