import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import {
  findGuestNode,
  GUESTS,
  listOtherNodes,
  type OtherNode,
  PLATFORM_PACKAGE,
} from '../runner/other-nodes.ts';

/** Instead of npm: records what it is asked for, and installs a Node that prints INSTALLED_VERSION or what was asked for. */
const FAKE_NPM = `
  const fs = require('node:fs');
  const args = process.argv.slice(2);
  const modules = args[args.indexOf('--prefix') + 1] + '/node_modules';
  for (const each of args.slice(args.indexOf('--engine-strict=false') + 1)) {
    const at = each.lastIndexOf('@');
    const name = each.slice(0, at);
    const asked = each.slice(at + 1);
    fs.appendFileSync(process.env.CALLS, name + ' ' + asked + '\\n');
    const [file, text] =
      name === process.env.PLATFORM_PACKAGE
        ? ['.bin/node', '#!/bin/sh\\necho v' + (process.env.INSTALLED_VERSION ?? asked) + '\\n']
        : [name + '/package.json', JSON.stringify({ version: asked })];
    fs.mkdirSync(require('node:path').dirname(modules + '/' + file), { recursive: true });
    fs.writeFileSync(modules + '/' + file, text, { mode: 0o755 });
  }`;

describe('npm run install:nodes', () => {
  let directory: string;
  let nodes: OtherNode[];

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-nodes-'));
    nodes = listOtherNodes({ TEST_NODES_DIR: directory });
    await writeFile(path.join(directory, 'npm.cjs'), FAKE_NPM);
  });

  afterEach(() => rm(directory, { recursive: true }));

  function install(environment: Record<string, string> = {}): { status: number | null; stderr: string } {
    const own = {
      TEST_NODES_DIR: directory,
      CALLS: path.join(directory, 'calls'),
      PLATFORM_PACKAGE,
      npm_execpath: path.join(directory, 'npm.cjs'),
    };
    return spawnSync(process.execPath, ['--import', 'tsx/esm', 'test/runner/install-nodes-main.ts'], {
      env: { ...process.env, ...own, ...environment },
      encoding: 'utf8',
    });
  }

  const calls = () => readFile(path.join(directory, 'calls'), 'utf8');
  const expectedCalls = (wanted: OtherNode[]) =>
    wanted
      .flatMap(({ version }) => {
        const own = `${PLATFORM_PACKAGE} ${version}\n`;
        const guests = Object.entries(GUESTS).map(([guest, wanted]) => `${guest} ${wanted}\n`);
        return version === findGuestNode({})?.version ? [own, own, ...guests] : [own];
      })
      .join('');

  it('installs each supported version but our own, once', async () => {
    expect(install().status).to.equal(0);
    expect(install().status).to.equal(0);
    expect(await calls()).to.equal(expectedCalls(nodes));
  });

  it('replaces a program that is broken', async () => {
    install();
    await writeFile(nodes[0]?.program ?? '', '');
    expect(install().status).to.equal(0);
    expect(await calls()).to.equal(expectedCalls([...nodes, ...nodes.slice(0, 1)]));
  });

  it('fails with one sentence for each that is not the wanted version', () => {
    const { status, stderr } = install({ INSTALLED_VERSION: '1.0.0' });
    expect(status).to.equal(1);
    expect(stderr).to.equal(
      nodes
        .map(({ version }) => `Node ${version} could not be installed: see the output of npm above.\n`)
        .join(''),
    );
  });
});
