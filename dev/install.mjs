// Installs the packages when they are missing or the lockfile has changed. It runs before every command (prestart,
// pretest, precheck), so that a clean clone needs no separate step. It is plain JavaScript for Node alone, old versions
// included: nothing is installed yet when it runs. It recognizes an `npm install` by hand with the same lockfile.
//
// `--for=<package>` is for commands that also run where the service is deployed: there it installs nothing, because npm
// would empty node_modules under the running service. It only says so when the package that the command needs is missing.
// `--start` is for `npm start`: it looks at the ports before it installs, which takes minutes.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describePortProblem, isReplaceable, START_PORTS, tryPort } from './processes/ports.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MARKER = join(ROOT, 'node_modules', '.posthorn-lock-hash');
/** Two commands in a fresh clone must not install at once. npm empties node_modules, so the lock is outside of it. */
const INSTALL_LOCK = join(tmpdir(), `posthorn-install-${sha256(ROOT).slice(0, 16)}.lock`);
const LOCK_POLL_MS = 200;

await main();

async function main() {
  if (isNodeTooOld()) return;
  const needed = process.argv.find((argument) => argument.startsWith('--for='))?.slice('--for='.length);
  if (needed !== undefined && isDeployed()) return requirePackage(needed);
  putBackWhatAKilledPackLeft();
  if (isInstalled()) return;
  if (process.argv.includes('--start') && !(await canOpenPorts())) return;
  takeLock();
  try {
    if (!isInstalled()) install();
  } finally {
    rmSync(INSTALL_LOCK, { force: true });
  }
}

function isNodeTooOld() {
  const wanted = readJson(join(ROOT, 'package.json')).engines.node.replace('>=', '');
  const [major, minor] = wanted.split('.').map(Number);
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return false;
  fail(`Posthorn needs Node ${wanted} or newer; this is Node ${process.versions.node}.`);
  return true;
}

/** A build exists only where the service runs from it, or was developed; both have their packages already. */
function isDeployed() {
  return process.env.NODE_ENV === 'production' || existsSync(join(ROOT, 'dist'));
}

function requirePackage(name) {
  if (existsSync(join(ROOT, 'node_modules', name))) return;
  fail(
    `The package ${name} is missing, and nothing is installed where the service is deployed: run npm ci --include=dev.`,
  );
}

async function canOpenPorts() {
  for (const [variable, { port: byDefault, hasUdp }] of Object.entries(START_PORTS)) {
    const port = Number(process.env[variable] || byDefault);
    const host = (variable === 'PORT' && process.env.HOST) || '127.0.0.1';
    try {
      await tryPort(port, host, hasUdp);
    } catch (error) {
      if (isReplaceable(variable, error)) continue;
      fail(describePortProblem(variable, port, error));
      return false;
    }
  }
  return true;
}

function isInstalled() {
  const hash = sha256(readFileSync(lockfile()));
  if (readOrUndefined(MARKER) === hash) return true;
  if (!isInstalledByHand()) return false;
  writeFileSync(MARKER, hash);
  return true;
}

/** npm records the installed packages in node_modules; packages for other platforms are optional and absent there. */
function isInstalledByHand() {
  const installed = readOrUndefined(join(ROOT, 'node_modules', '.package-lock.json'));
  if (!installed) return false;
  const present = JSON.parse(installed).packages;
  return Object.entries(readJson(lockfile()).packages).every(([path, entry]) => {
    if (path === '') return true;
    return present[path] ? present[path].version === entry.version : Boolean(entry.optional);
  });
}

function install() {
  console.error('Installing packages (npm ci) …');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // On stderr: stdout belongs to the command that follows, which may print JSON.
  const options = { cwd: ROOT, stdio: ['ignore', 2, 2] };
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (status !== 0 || !isInstalled())
    fail('The packages could not be installed: see the output of npm above.');
}

/** A package's package.json and lockfile, which have no packages of development (release/pinned-packages.ts). */
function putBackWhatAKilledPackLeft() {
  rmSync(join(ROOT, 'npm-shrinkwrap.json'), { force: true });
  const kept = join(ROOT, 'package.json.kept');
  if (existsSync(kept)) renameSync(kept, join(ROOT, 'package.json'));
}

function takeLock() {
  for (;;) {
    try {
      writeFileSync(INSTALL_LOCK, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = Number(readOrUndefined(INSTALL_LOCK));
    if (holder && !isAlive(holder)) rmSync(INSTALL_LOCK, { force: true });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_POLL_MS);
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function sha256(content) {
  return createHash('sha256').update(content).digest('hex');
}

function lockfile() {
  return join(ROOT, 'package-lock.json');
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function readOrUndefined(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function fail(sentence) {
  console.error(sentence);
  process.exitCode = 1;
}
