// Packs the command line for `npm install -g <server>/cli/posthorn.tgz`: one file with commander, and the API description.
// It has no dependencies, so nothing of npm's registry runs next to an API key. The same sources give the same bytes, so
// that every process, and the next release with the same command line, answers the same ETag.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundle, ROOT } from './bundle.ts';

/** No registry can give it to another person: npm accepts no new package with capitals, but installs one from a URL. */
const NAME = 'Posthorn-CLI';
/** The compression level; the API description and the bundle are text. */
const LEVEL = 9;
/** No file may have the time of its build; npm's own packages have this one. */
const MTIME_MS = Date.parse('1985-10-26T08:15:00Z');
/** Two blocks of zeros end an archive; nanotar leaves as many as happen to fill its last record. */
const END = Buffer.alloc(1024);

/**
 * Writes the package.
 * @param directory of the build, in which it is next to the command line that a clone runs
 * @throws Error when a module, or the license of a package in the bundle, cannot be found
 */
export async function packCommandLine(directory: string): Promise<void> {
  const { createTar } = await import('nanotar');
  const text = (file: string) => readFile(path.join(ROOT, file), 'utf8');
  const { version, license, engines } = JSON.parse(await text('package.json'));
  const about = { name: NAME, version, description: 'The command line of a Posthorn server.', license };
  const files = {
    'package.json': json({ ...about, type: 'module', bin: { posthorn: 'posthorn.mjs' }, engines }),
    LICENSE: await text('LICENSE'),
    'openapi.json': json(JSON.parse(await text('openapi.json'))),
    'posthorn.mjs': await bundleCommandLine(),
  };
  const tar = createTar(
    Object.entries(files).map(([name, data]) => ({ name: `package/${name}`, data })),
    { attrs: { mode: '755', uid: 0, gid: 0, mtime: MTIME_MS } },
  );
  await mkdir(path.join(directory, 'cli'), { recursive: true });
  await writeFile(
    path.join(directory, 'cli/posthorn.tgz'),
    gzipSync(Buffer.concat([tar, END]), { level: LEVEL }),
  );
}

/** The bundle, with the licenses of the packages in it: they ask for that. */
async function bundleCommandLine(): Promise<string> {
  const [made] = await bundle([
    { entryPoints: ['cli/packaged.ts'], absWorkingDir: ROOT, write: false, metafile: true },
  ]);
  const inputs = Object.keys(made?.metafile?.inputs ?? {}).join('\n');
  const packages = new Set(inputs.match(/^node_modules\/(?:@[^/]+\/)?[^/]+/gm));
  const licenses = [...packages].sort().map(async (directory) => {
    const license = await readFile(path.join(ROOT, directory, 'LICENSE'), 'utf8');
    return `\n/*\n${path.relative('node_modules', directory)}:\n\n${license}*/\n`;
  });
  return [made?.outputFiles?.[0]?.text, ...(await Promise.all(licenses))].join('');
}

function json(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
