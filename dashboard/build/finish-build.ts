// The last step of a build: compresses the assets once, as much as brotli and gzip can, because they are answered to every
// browser without further work (api/public/dashboard-page/build.ts), and writes the stamp that says that the build is
// complete. Before that it marks the scripts of the first drawing (chunks.ts). The stamp has the time at which the build began: a source that changed since is newer than the build.
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { CALLED_ON_LOAD, isOfFirstDrawing } from './chunks.ts';

/** As dev/build/build-dashboard.ts and api/public/dashboard-page/build.ts read it. */
const STAMP = 'complete';
/** Fonts and images of other types are compressed already. */
const COMPRESSIBLE = /\.(?:css|js|json|svg)$/;
/** Less is one packet either way. */
const COMPRESSED_FROM_BYTES = 1_024;

const inBrotli = promisify(brotliCompress);
const inGzip = promisify(gzip);

/** The plugin. */
export function finishBuild(): Plugin {
  let beganAt = new Date();
  let outDir = '';
  return {
    name: 'posthorn:finish-build',
    apply: 'build',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    buildStart() {
      beganAt = new Date();
    },
    // Not `closeBundle`, which a failed build calls too.
    async writeBundle(_options, bundle) {
      await markFirstScripts(outDir, Object.values(bundle));
      await compressAssets(path.join(outDir, 'assets'));
      const stamp = path.join(outDir, STAMP);
      await writeFile(stamp, '');
      await utimes(stamp, beganAt, beganAt);
    },
  };
}

/** Vite puts code of its own before what a plugin or an option of the bundler puts first. */
async function markFirstScripts(outDir: string, written: Rolldown.OutputBundle[string][]): Promise<void> {
  const first = written.filter((it) => it.type === 'chunk' && isOfFirstDrawing(it.name));
  await Promise.all(
    first.map(async ({ fileName }) => {
      const file = path.join(outDir, fileName);
      await writeFile(file, CALLED_ON_LOAD + (await readFile(file, 'utf8')));
    }),
  );
}

async function compressAssets(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => COMPRESSIBLE.test(name));
  await Promise.all(names.map((name) => compress(path.join(directory, name))));
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length <= COMPRESSED_FROM_BYTES) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const [brotli, gzipped] = await Promise.all([
    inBrotli(bytes, quality),
    inGzip(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}
