// What a browser must load: bytes of the build, compressed as they are sent. That a list needs no other scripts than those
// that are counted here is tested in first-drawing.test.ts.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { DASHBOARD_DIRECTORY } from '../../../api/public/dashboard-page/build.ts';

const KB = 1024;
const FIRST_ROW_SCRIPTS_MAX = 140 * KB;
/** React Aria with what is made of it, and what records and forms share. */
const SHARED_SCRIPTS_MAX = { aria: 60 * KB, parts: 26 * KB };
/** A page, a record, a dialog. */
const OTHER_SCRIPT_MAX = 15 * KB;
/** By name: what may be larger. The gallery has all components, and is for those who change them; an editor is for those who write. */
const LARGER_MAX: Readonly<Record<string, number>> = {
  gallery: 30 * KB,
  'code-editor': 230 * KB,
  'write-editor': 185 * KB,
  // With the layout of graphs: together with the editor of automations at most 45.
  'graph-drawing': 20 * KB,
};
const STYLES_MAX = 30 * KB;
const FONTS_MAX = 120 * KB;
/** All scripts of a page of the documentation; its text has 45 KB more (test/site/pages.test.ts), its styles 4. */
const DOCUMENTATION_MAX = 10 * KB;
/** What the first search loads, but for the index (test/site/pages.test.ts). */
const FIRST_SEARCH_MAX = 12 * KB;
const ASSETS = path.join(DASHBOARD_DIRECTORY, 'assets');

describe('The size of the dashboard', () => {
  it('is small until the first row of a list, and smaller for each other thing', async () => {
    const sizes = await readSizes();
    const sum = (names: RegExp) =>
      [...sizes].reduce((total, [name, size]) => total + (names.test(name) ? size : 0), 0);
    const pages = [...sizes].filter(([name]) => /-page-[^/]+\.js$/.test(name)).map(([, size]) => size);
    const frame = sum(/^(index|frame|rolldown-runtime)-.*\.js$/);
    expect(frame).to.be.above(KB);
    expect(frame + Math.max(...pages)).to.be.at.most(FIRST_ROW_SCRIPTS_MAX);
    expect(sum(/^aria-.*\.js$/)).to.be.within(KB, SHARED_SCRIPTS_MAX.aria);
    expect(sum(/^parts-.*\.js$/)).to.be.within(KB, SHARED_SCRIPTS_MAX.parts);
    const others = /^(?!index|frame|aria|parts)(.+)-[^.]{8}\.js$/;
    for (const [file, size] of sizes) {
      const [, name = ''] = others.exec(file) ?? [];
      if (name) expect(size, file).to.be.at.most(LARGER_MAX[name] ?? OTHER_SCRIPT_MAX);
    }
    expect(sum(/\.css$/)).to.be.within(KB, STYLES_MAX);
    expect(sum(/\.woff2$/)).to.be.within(KB, FONTS_MAX);
  });
});

describe('The size of the documentation', () => {
  it('is small in all but the text of a page', async () => {
    const sizes = [...(await readSizes())].filter(([name]) => /^docs.*\.js$/.test(name));
    const ofSearch = sizes.filter(([name]) => name.startsWith('docs-find-'));
    const ofPages = sizes.filter((each) => !ofSearch.includes(each));
    expect(ofSearch).to.have.length(1);
    expect(ofPages).to.have.length.above(2);
    const sum = (total: number, [, size]: readonly [string, number]) => total + size;
    expect(ofSearch.reduce(sum, 0)).to.be.within(KB, FIRST_SEARCH_MAX);
    expect(ofPages.reduce(sum, 0)).to.be.at.most(DOCUMENTATION_MAX);
  });
});

/** @returns name → bytes */
async function readSizes(): Promise<Map<string, number>> {
  const names = (await readdir(ASSETS)).filter((name) => /\.(js|css|woff2)$/.test(name));
  return new Map(
    await Promise.all(
      names.map(async (name) => {
        const file = await readFile(path.join(ASSETS, name));
        const isCompressed = name.endsWith('.woff2');
        return [name, isCompressed ? file.length : gzipSync(file, { level: 9 }).length] as const;
      }),
    ),
  );
}
