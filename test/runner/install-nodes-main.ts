// `npm run install:nodes`: installs the other supported versions of Node for `npm test`, unless they are there already.
// It installs the package with the programs of this platform. The package `node` would get the same one in an install
// script, with a second npm; machines that allow no install scripts would be left with a package without a program.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import {
  fileOfGuest,
  findGuestNode,
  GUESTS,
  type Guest,
  listOtherNodes,
  type OtherNode,
  PLATFORM_PACKAGE,
} from './other-nodes.ts';

const guestNode = findGuestNode(process.env);

for (const node of listOtherNodes(process.env)) {
  const { version, prefix, program } = node;
  const ours = `${PLATFORM_PACKAGE}@${version}`;
  if (!works(node)) {
    rmSync(prefix, { recursive: true, force: true });
    install(prefix, [ours]);
  }
  // Named together: npm removes what nothing asks for.
  const guests = Object.entries(GUESTS) as [Guest, string][];
  if (version === guestNode?.version && !guests.every(([guest, wanted]) => isInstalled(node, guest, wanted)))
    install(prefix, [ours, ...guests.map(([guest, wanted]) => `${guest}@${wanted}`)]);
  if (works(node)) console.log(`Node ${version}: ${program}`);
  else {
    console.error(`Node ${version} could not be installed: see the output of npm above.`);
    process.exitCode = 1;
  }
}

/** Installs packages. One may need another Node than the one that npm runs on. */
function install(prefix: string, packages: readonly string[]): void {
  const args = ['install', '--prefix', prefix, '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env['npm_execpath'];
  const command = npm ? [process.execPath, npm] : ['npm'];
  const all = [...command.slice(1), ...args, '--engine-strict=false', ...packages];
  spawnSync(command[0] ?? '', all, { stdio: ['ignore', 2, 2] });
}

function isInstalled(node: OtherNode, guest: Guest, wanted: string): boolean {
  try {
    return JSON.parse(readFileSync(fileOfGuest(node, guest, 'package.json'), 'utf8')).version === wanted;
  } catch {
    return false;
  }
}

/** It runs on this machine and is the version that it should be. */
function works({ program, version }: OtherNode): boolean {
  return spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${version}`;
}
