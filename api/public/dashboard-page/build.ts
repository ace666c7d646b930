// Reads the build of the dashboard and of the documentation (dashboard/vite.config.ts) and caches it in memory: a few
// megabytes, so that no request names a file on the disk. `npm start` makes the build while the API starts, and a
// developer makes another one while it runs; so the stamp of the build is read again, and until it changes the last
// complete build is used.
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from '../../../shared/platform/log/log.ts';

/** In a build of the program, too, it is below the root of the package, where the API description is. */
export const DASHBOARD_DIRECTORY = fileURLToPath(
  new URL('dist/dashboard/', import.meta.resolve('#openapi.json')),
);

/** Written when a build is complete. */
const STAMP = 'complete';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const OTHER_TYPE = 'application/octet-stream';

/** A file that pages load. */
export interface DashboardAsset {
  type: string;
  content: Buffer;
  /** Compressed, unless the file is small or compressed anyway. */
  br: Buffer | undefined;
  gzip: Buffer | undefined;
}

/** A build. */
export interface DashboardBuild {
  /** The page with placeholders (page.ts). */
  index: string;
  /** The assets by the name of the file, which has a hash of its content. */
  assets: ReadonlyMap<string, DashboardAsset>;
  /** The documentation: pages with placeholders (../documentation/page.ts), and texts, by their path below the build. */
  documents: ReadonlyMap<string, string>;
}

/** Finds the build; undefined: there is none. */
export type FindDashboardBuild = () => Promise<DashboardBuild | undefined>;

/** Creates the reader of the builds in a directory. */
export function createDashboardBuilds(directory: string, log: Logger): FindDashboardBuild {
  let known: { build: DashboardBuild; madeAtMs: number } | undefined;
  let reading: Promise<void> | undefined;
  const read = async (madeAtMs: number) => {
    try {
      known = { build: await readBuild(directory), madeAtMs };
    } catch (error) {
      // The next build has just begun; the next request looks again.
      log.warn({ err: error }, 'the build of the dashboard could not be read');
    }
  };
  return async () => {
    const madeAtMs = await findStampMs(directory);
    if (madeAtMs !== undefined && madeAtMs !== known?.madeAtMs) {
      reading ??= read(madeAtMs).finally(() => {
        reading = undefined;
      });
      await reading;
    }
    return known?.build;
  };
}

async function findStampMs(directory: string): Promise<number | undefined> {
  const stamp = await stat(path.join(directory, STAMP)).catch(() => undefined);
  return stamp?.mtimeMs;
}

async function readBuild(directory: string): Promise<DashboardBuild> {
  const assetsDirectory = path.join(directory, 'assets');
  const names = new Set(await readdir(assetsDirectory));
  const readIfThere = (name: string) =>
    names.has(name) ? readFile(path.join(assetsDirectory, name)) : undefined;
  const assets = [...names]
    .filter((name) => !isCompressed(name))
    .map(async (name): Promise<[string, DashboardAsset]> => {
      const content = await readFile(path.join(assetsDirectory, name));
      const type = TYPES[path.extname(name)] ?? OTHER_TYPE;
      return [
        name,
        { type, content, br: await readIfThere(`${name}.br`), gzip: await readIfThere(`${name}.gz`) },
      ];
    });
  return {
    index: await readFile(path.join(directory, 'index.html'), 'utf8'),
    assets: new Map(await Promise.all(assets)),
    documents: await readDocuments(directory),
  };
}

const DOCUMENT = /^(?:docs[./].*(?:html|md)|llms.*\.txt)$/;

async function readDocuments(directory: string): Promise<Map<string, string>> {
  const names = await readdir(directory, { recursive: true });
  const files = names.map((name) => name.split(path.sep).join('/')).filter((name) => DOCUMENT.test(name));
  return new Map(
    await Promise.all(
      files.map(
        async (name): Promise<[string, string]> => [name, await readFile(path.join(directory, name), 'utf8')],
      ),
    ),
  );
}

function isCompressed(name: string): boolean {
  return name.endsWith('.br') || name.endsWith('.gz');
}
