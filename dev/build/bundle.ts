// Writes each program of a build as one file, with all of our modules and nearly all packages: Node needs half a
// millisecond of CPU for each module, and the API has 900, its packages 600. To load our modules from one file saves the
// API half a second, to load the packages from it saves each program another quarter. The modules stay where they are,
// for what is found by its path: threads, child processes, migrations.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuildOptions, BuildResult, Plugin } from 'esbuild';

export const ROOT = path.resolve(import.meta.dirname, '../..');
const PROGRAMS = [
  'api/main.js',
  'api/computing/main.js',
  'dev/main.js',
  'ops/main.js',
  'shared/resources/migrate-main.js',
  'smtp/main.js',
  'workers/main.js',
];
/** The first three find files of theirs by their place, or by a name; the others need not be installed. */
const EXTERNAL = ['@bull-board/*', 'knex', 'pino', 'esbuild', 'pg-native', 'supports-color'];
/** For packages that are not ES modules. */
const REQUIRE = `import { createRequire as createRequireOfBundle } from 'node:module';
const require = createRequireOfBundle(import.meta.url);`;

/** Bundles a complete build. @param directory of the build @throws Error when a module cannot be found */
export async function bundlePrograms(directory: string): Promise<void> {
  const files = PROGRAMS.map((program) => path.join(directory, program));
  await bundle(
    files.map((file) => ({
      entryPoints: [file],
      outfile: file,
      allowOverwrite: true,
      external: EXTERNAL,
      // A module that another build is just writing is empty.
      logOverride: { 'import-is-undefined': 'error' },
      // A fifth less to download. Names stay, and lines short enough for the place that an error names.
      minifyWhitespace: true,
      lineLimit: 120,
      plugins: [keepUrls(path.dirname(file))],
    })),
  );
}

/** Bundles programs of Node, each by its options. */
export async function bundle(programs: readonly BuildOptions[]): Promise<BuildResult[]> {
  // It is needed only for a build.
  const { build, stop } = await import('esbuild');
  try {
    return await Promise.all(
      programs.map((program) =>
        build({
          bundle: true,
          logLevel: 'warning',
          banner: { js: REQUIRE },
          format: 'esm',
          platform: 'node',
          target: 'node20',
          ...program,
        }),
      ),
    );
  } finally {
    // Its process, which no signal to ours would end.
    await stop();
  }
}

/** In a bundle, a module's `import.meta.url` is what it was in its own file. @param directory of the bundle */
function keepUrls(directory: string): Plugin {
  return {
    name: 'keep-urls',
    setup(bundle) {
      bundle.onLoad({ filter: /\.m?js$/ }, async ({ path: file }) => {
        const own = JSON.stringify(path.relative(directory, file).split(path.sep).join('/'));
        const text = await readFile(file, 'utf8');
        return { contents: text.replaceAll('import.meta.url', `new URL(${own}, import.meta.url).href`) };
      });
    },
  };
}
