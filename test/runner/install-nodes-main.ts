// `npm run install:nodes`: installs the other supported versions of Node for `npm test`, unless they are there already.
// It installs the package with the programs of this platform. The package `node` would get the same one in an install
// script, with a second npm; machines that allow no install scripts would be left with a package without a program.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { CONFORMANCE, listOtherNodes, type OtherNode, PLATFORM_PACKAGE } from './other-nodes.ts';

for (const node of listOtherNodes(process.env)) {
  if (!works(node)) install(node);
  if (works(node)) console.log(`Node ${node.version}: ${node.program}`);
  else {
    console.error(`Node ${node.version} could not be installed: see the output of npm above.`);
    process.exitCode = 1;
  }
}

function install({ line, version, prefix }: OtherNode): void {
  rmSync(prefix, { recursive: true, force: true });
  const args = ['install', '--prefix', prefix, '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env['npm_execpath'];
  const command = npm ? [process.execPath, npm] : ['npm'];
  const tests = line === CONFORMANCE.line ? [`${CONFORMANCE.package}@${CONFORMANCE.version}`] : [];
  const packages = [...tests, `${PLATFORM_PACKAGE}@${version}`];
  spawnSync(command[0] ?? '', [...command.slice(1), ...args, ...packages], { stdio: ['ignore', 2, 2] });
}

/** It runs on this machine and is the version that it should be. */
function works({ program, version }: OtherNode): boolean {
  return spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${version}`;
}
