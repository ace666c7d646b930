// Makes the Debian package of a release from its npm package, with the packages that production needs. dpkg unpacks it to
// /usr/share/posthorn, from where nothing runs: the maintainer scripts next to this file put it in place. The same input
// gives the same octets.
import {
  chmod,
  cp,
  lstat,
  lutimes,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { outputOf } from '../run.ts';
import { findReleaseRow } from '../upgrade-page.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SHARE = 'usr/share/posthorn';
const SCRIPTS = ['preinst', 'postinst', 'prerm', 'postrm'];
/** Those of package-lock.json that the package installs; nothing compiles. */
const INSTALL = ['ci', '--omit=dev', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
/** By which apt asks for the space, as Debian counts it: of the files, since those of directories differ. */
const COUNT_KILOBYTES = `find "$0" -type f -printf '%s\\n' | awk '{ n += int($1 / 1024) + 1 } END { print n }'`;

/** What a package is made of. */
export interface DebianPackageOptions {
  /** What `npm pack` made. */
  packageFile: string;
  version: string;
  /** Where to put the .deb. */
  directory: string;
  /** Puts the packages of production into the unpacked package; by default `npm ci`. */
  installPackages?: (unpacked: string) => Promise<void>;
  /** The oldest version to which this one may go back; by default as docs/upgrade.md says. */
  backTo?: string;
  /** By default `xz`. */
  compression?: 'xz' | 'none';
}

/** @returns the path of `posthorn_<version>_all.deb` @throws Error when a program fails, or the version has no dated section */
export async function buildDebianPackage(options: DebianPackageOptions): Promise<string> {
  const { packageFile, version, directory, compression = 'xz' } = options;
  const { installPackages = installFromRegistry } = options;
  const backTo = options.backTo ?? (await readBackTo(version));
  const tree = await mkdtemp(path.join(tmpdir(), 'posthorn-deb-'));
  const file = path.resolve(directory, `posthorn_${version}_all.deb`);
  try {
    await unpack(packageFile, path.join(tree, SHARE));
    await installPackages(path.join(tree, SHARE));
    await rm(path.join(tree, SHARE, 'node_modules/.package-lock.json'), { force: true });
    await layOut(tree);
    const size = await outputOf(tree, 'sh', '-c', COUNT_KILOBYTES, tree);
    await writeControl(tree, { version, backTo, size: size.trim() });
    const epoch = await releasedAt(path.join(tree, SHARE), version);
    await settle(tree, epoch);
    await mkdir(directory, { recursive: true });
    // With several threads, the octets would depend on how many there are.
    const pack = ['--root-owner-group', `-Z${compression}`, '--threads-max=1', '--build', tree, file];
    await outputOf(tree, 'env', `SOURCE_DATE_EPOCH=${epoch}`, 'dpkg-deb', ...pack);
    return file;
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
}

async function unpack(packageFile: string, share: string): Promise<void> {
  await mkdir(share, { recursive: true });
  const from = ['--file', path.resolve(packageFile), '-C', share];
  await outputOf(share, 'tar', '--extract', '--no-same-owner', '--strip-components=1', ...from);
}

async function installFromRegistry(unpacked: string): Promise<void> {
  await outputOf(unpacked, 'npm', ...INSTALL);
}

/** Everything outside of /usr/share/posthorn, from the package's own deploy/. */
async function layOut(tree: string): Promise<void> {
  const at = (name: string) => path.join(tree, name);
  const deploy = path.join(tree, SHARE, 'deploy');
  const documents = at('usr/share/doc/posthorn');
  for (const directory of ['usr/bin', 'usr/sbin', 'usr/lib/systemd'])
    await mkdir(at(directory), { recursive: true });
  await cp(path.join(deploy, 'systemd'), at('usr/lib/systemd/system'), { recursive: true });
  for (const name of ['posthorn-ops', 'posthorn-rolling'])
    await cp(path.join(deploy, name), at(`usr/sbin/${name}`));
  await symlink('/opt/posthorn/bin/posthorn.mjs', at('usr/bin/posthorn'));
  await mkdir(documents, { recursive: true });
  await cp(path.join(tree, SHARE, 'LICENSE'), path.join(documents, 'copyright'));
  const changelog = await readFile(path.join(tree, SHARE, 'CHANGELOG.md'));
  await writeFile(path.join(documents, 'changelog.gz'), gzipSync(changelog, { level: 9 }));
}

async function writeControl(
  tree: string,
  { version, backTo, size }: { version: string; backTo: string; size: string },
): Promise<void> {
  const { homepage, repository, description } = JSON.parse(
    await readFile(path.join(tree, SHARE, 'package.json'), 'utf8'),
  );
  const address: string = homepage ?? repository?.url ?? repository ?? '';
  const [summary = '', ...rest] = String(description).split(': ');
  const link = address.replace(/^git\+/, '');
  const fields = {
    Package: 'posthorn',
    Version: version,
    Architecture: 'all',
    Maintainer: `Posthorn <posthorn@${new URL(link).hostname}>`,
    Section: 'mail',
    Priority: 'optional',
    'Installed-Size': size,
    Homepage: link,
    Depends: 'nodejs (>= 20.19), adduser, curl',
    Recommends: 'postgresql, redis-server',
    Description: `${summary.replace(/^An? /, '')}\n ${rest.join(': ')}`,
  };
  await mkdir(path.join(tree, 'DEBIAN'));
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
  await writeFile(path.join(tree, 'DEBIAN/control'), lines.join(''));
  for (const name of SCRIPTS) {
    const text = await readFile(path.join(import.meta.dirname, name), 'utf8');
    const filled = text.replaceAll('@VERSION@', version).replaceAll('@BACK_TO@', backTo);
    await writeFile(path.join(tree, 'DEBIAN', name), filled);
  }
}

/** The oldest version to which this one may go back; without a row, or a way back: itself. */
async function readBackTo(version: string): Promise<string> {
  const row = await findReleaseRow(ROOT, version);
  return row === undefined || row.from === '' || /^no\b/i.test(row.back) ? version : row.from;
}

/** The day of the release, in Unix seconds. */
async function releasedAt(share: string, version: string): Promise<number> {
  const changelog = await readFile(path.join(share, 'CHANGELOG.md'), 'utf8');
  const day = changelog.split(`\n## [${version}] - `)[1]?.slice(0, 'yyyy-mm-dd'.length);
  if (day === undefined) throw new Error(`CHANGELOG.md has no dated section of ${version}.`);
  return Date.parse(day) / 1000;
}

/** The same modes and times, whatever made the files. */
async function settle(file: string, epoch: number): Promise<void> {
  const status = await lstat(file);
  if (status.isDirectory())
    for (const name of await readdir(file)) await settle(path.join(file, name), epoch);
  const isProgram =
    status.isDirectory() || (status.mode & 0o100) !== 0 || path.dirname(file).endsWith('/DEBIAN');
  if (!status.isSymbolicLink()) await chmod(file, isProgram && !file.endsWith('/control') ? 0o755 : 0o644);
  await lutimes(file, epoch, epoch);
}
