// Makes the pages of the documentation in the build of the dashboard (dashboard/vite.config.ts), with which they share
// fonts, hashed names, compression and the stamp. What is written has placeholders that the server fills
// (api/public/documentation/).
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from 'esbuild';
import type { Plugin, Rolldown } from 'vite';
import { BASE } from './shell.ts';
import { filesOf, readSite } from './site.ts';
import { stylesOfTabs } from './tabs.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PACKAGES = path.join(ROOT, 'node_modules');
const TEXT_FONT = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
const SCRIPTS = {
  docs: 'site/page/docs.ts',
  'docs-early': 'site/page/early.ts',
  'docs-try': 'site/page/try/try.ts',
};
/** Colours, then fonts, then what all plain pages share, then the documentation's own. */
const STYLES = [
  'shared/contract/appearance/tokens.css',
  'dashboard/design/fonts.css',
  'api/public/appearance/appearance.css',
  'site/styles/text.css',
  'site/styles/docs.css',
  'site/styles/search.css',
  'site/styles/try.css',
  'site/styles/code.css',
];

/** Loaded by the first search. */
const SEARCH_SCRIPT = 'site/page/found-lines.ts';

/** The plugin. */
export function documentation(): Plugin {
  let searchScript = '';
  return {
    name: 'posthorn:documentation',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          input: {
            index: path.join(ROOT, 'dashboard/index.html'),
            ...Object.fromEntries(
              Object.entries(SCRIPTS).map(([name, file]) => [name, path.join(ROOT, file)]),
            ),
          },
        },
      },
    }),
    buildStart() {
      const id = path.join(ROOT, SEARCH_SCRIPT);
      searchScript = this.emitFile({ type: 'chunk', id, name: 'docs-find', preserveSignature: 'strict' });
    },
    async generateBundle(_options, bundle) {
      const site = await readSite(ROOT);
      const emit: Emit = (name, source) => this.getFileName(this.emitFile({ type: 'asset', name, source }));
      const font = emit(path.basename(TEXT_FONT), await readFile(path.join(PACKAGES, TEXT_FONT)));
      const files = filesOf(site, {
        font,
        style: await readStyles(emit),
        early: scriptNamed(bundle, 'docs-early').code.trim(),
        script: scriptNamed(bundle, 'docs').fileName,
        searchScript: this.getFileName(searchScript),
        search: emit('docs-search.json', JSON.stringify(site.search)),
        tryIt: scriptNamed(bundle, 'docs-try').fileName,
        tried: new Map(
          [...site.tried].map(([resource, operations]) => [
            resource,
            emit(`docs-try-${resource}.json`, JSON.stringify(operations)),
          ]),
        ),
      });
      for (const [fileName, source] of files) this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** Writes a file with a hash in its name. @returns the path below the build */
type Emit = (name: string, source: string | Uint8Array) => string;

/** @throws Error when the bundle lacks it */
function scriptNamed(bundle: Rolldown.OutputBundle, name: string): Rolldown.OutputChunk {
  const chunk = Object.values(bundle).find(
    (each) => each.type === 'chunk' && each.isEntry && each.name === name,
  );
  if (chunk?.type !== 'chunk') throw new Error(`The script ${name} was not built.`);
  return chunk;
}

const FONT = /url\("(?<file>[^"]+\.woff2)"\)/g;

/** All styles as one; a font that they name becomes a file of the build. */
async function readStyles(emit: Emit): Promise<string> {
  const parts = await Promise.all(STYLES.map((file) => readFile(path.join(ROOT, file), 'utf8')));
  let all = [...parts, stylesOfTabs()].join('\n');
  for (const [written, file = ''] of all.matchAll(FONT)) {
    const name = emit(path.basename(file), await readFile(path.join(PACKAGES, file)));
    all = all.replace(written, `url("${BASE}/app/${name}")`);
  }
  return (await transform(all, { loader: 'css', minify: true })).code;
}
