// What pins the packages of an installed release. npm reads no lockfile of a package that it installs from a file or a URL,
// and no overrides: so the package.json of a release names each package that npm is to put at the top, with its exact
// version. Its npm-shrinkwrap.json is for what unpacks the release and runs `npm ci` in it: the image, the Debian package.
// Both are there while `npm pack` runs only (prepack, postpack).
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const MANIFEST = 'package.json';
const SHRINKWRAP = 'npm-shrinkwrap.json';
/** The package.json of the repository, while the other one is in its place; dev/install.mjs puts it back too. */
const KEPT = 'package.json.kept';
/** A place at the top of the tree. */
const TOP = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/;

/** An entry of a `package-lock.json`: a package by its place in the tree, `''` for the root. */
interface LockedPackage {
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  optional?: true;
  dev?: true;
  devOptional?: true;
}

interface Lockfile {
  packages: Record<string, LockedPackage>;
}

/** Puts both files into a tree, made from its package.json and package-lock.json. */
export async function pinPackages(root: string): Promise<void> {
  const inRoot = (name: string) => path.join(root, name);
  const read = async (name: string) => JSON.parse(await readFile(inRoot(name), 'utf8'));
  const write = (name: string, value: object) =>
    writeFile(inRoot(name), `${JSON.stringify(value, null, 2)}\n`);
  await unpinPackages(root);
  const { devDependencies: _, allowScripts: __, ...manifest } = await read(MANIFEST);
  const lockfile = withProductionOnly(await read('package-lock.json'));
  const pinned = pinsOf(lockfile);
  const { overrides = {} } = manifest;
  // An override must ask for the same version as the package's own entry.
  const exact = Object.keys(overrides).map((name) => [name, pinned.dependencies[name]]);
  await write(SHRINKWRAP, {
    ...lockfile,
    packages: { ...lockfile.packages, '': { ...lockfile.packages[''], ...pinned } },
  });
  await rename(inRoot(MANIFEST), inRoot(KEPT));
  await write(MANIFEST, { ...manifest, ...pinned, overrides: Object.fromEntries(exact) });
}

/** Removes them, and puts the package.json of the repository back. */
export async function unpinPackages(root: string): Promise<void> {
  await rm(path.join(root, SHRINKWRAP), { force: true });
  await rename(path.join(root, KEPT), path.join(root, MANIFEST)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

type Pins = Record<'dependencies' | 'optionalDependencies', Record<string, string>>;

function pinsOf({ packages }: Lockfile): Pins {
  const pins: Pins = { dependencies: {}, optionalDependencies: {} };
  for (const [place, { version, optional }] of Object.entries(packages)) {
    const name = TOP.exec(place)?.[1];
    if (name === undefined || version === undefined) continue;
    pins[optional ? 'optionalDependencies' : 'dependencies'][name] = version;
  }
  return pins;
}

/**
 * The lockfile without what only development needs. What may be missing is not taken for it either: a package that would
 * use a compiler, if there is one, brings none.
 */
function withProductionOnly(lockfile: Lockfile): Lockfile {
  const { devDependencies: _, ...root } = lockfile.packages[''] ?? {};
  const reached = new Map<string, LockedPackage>([['', root]]);
  // A map gives what is added while it is read.
  for (const [place, locked] of reached) {
    for (const name of neededBy(locked)) {
      const found = findFrom(place, name, lockfile.packages);
      if (found === undefined || reached.has(found)) continue;
      const { dev: _dev, devOptional, ...entry } = lockfile.packages[found] ?? {};
      reached.set(found, { ...entry, ...(devOptional && { optional: true }) });
    }
  }
  const sorted = [...reached].sort(([one], [other]) => (one < other ? -1 : 1));
  return { ...lockfile, packages: Object.fromEntries(sorted) };
}

function neededBy(locked: LockedPackage): string[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = locked;
  const peers = Object.keys(peerDependencies).filter(
    (name) => !locked.peerDependenciesMeta?.[name]?.optional,
  );
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** As Node looks for a package: next to its user, then above. */
function findFrom(place: string, name: string, packages: Lockfile['packages']): string | undefined {
  const path = `${place === '' ? '' : `${place}/`}node_modules/${name}`;
  if (path in packages) return path;
  if (place === '') return undefined;
  return findFrom(place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/'))), name, packages);
}
