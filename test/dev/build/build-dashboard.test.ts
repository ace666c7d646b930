// The build of the dashboard: when it is used, and what the bundler makes.
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { ensureDashboardBuilt, isDashboardBuilt } from '../../../dev/build/build-dashboard.ts';
import { ROOT } from '../../support/documents/root.ts';

const SOURCE_MS = Date.parse('2026-11-20T12:00:00Z');
const BUILT_MS = SOURCE_MS + 60_000;
const STAMP = 'dist/dashboard/complete';
const SOURCES = [
  'dashboard/shell/rail.tsx',
  'dashboard/shell',
  'dashboard',
  'shared/contract/limits.ts',
  'shared/contract',
  'api/public/appearance/appearance.css',
  'api/public/appearance',
  'docs/guides/quick-start.md',
  'docs/guides',
  'docs',
  'site/build/site.ts',
  'site/build',
  'site',
  'openapi.json',
  'package-lock.json',
];

describe('A build of the dashboard', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'posthorn-build-'));
    for (const file of [...SOURCES.filter((source) => path.extname(source)), STAMP]) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await writeFile(path.join(root, file), '');
    }
    for (const source of SOURCES) await date(source, SOURCE_MS);
    await date(STAMP, BUILT_MS);
  });
  afterEach(() => rm(root, { recursive: true }));

  const date = (file: string, atMs: number) => utimes(path.join(root, file), atMs / 1_000, atMs / 1_000);

  it('that is newer than every source is used', async () => {
    expect(await isDashboardBuilt(root)).to.equal(true);
  });

  for (const changed of SOURCES) {
    it(`is not used after a change of ${changed}`, async () => {
      await date(changed, BUILT_MS + 1_000);
      expect(await isDashboardBuilt(root)).to.equal(false);
    });
  }

  it('that was not finished is not used', async () => {
    await rm(path.join(root, STAMP));
    expect(await isDashboardBuilt(root)).to.equal(false);
  });
});

describe('The build of the dashboard', () => {
  const directory = path.join(ROOT, 'dist/dashboard');
  before(async () => {
    expect(await ensureDashboardBuilt()).to.equal(true);
  });
  const namesOf = () => readdir(path.join(directory, 'assets'));
  const read = (name: string) => readFile(path.join(directory, 'assets', name));

  it('has hashed assets only, and in its page nothing inline and nothing of another server', async () => {
    for (const name of await namesOf())
      expect(name).to.match(/-[\w-]{8}\.(?:js|json|css|svg|woff2)(?:\.br|\.gz)?$/);
    const html = await readFile(path.join(directory, 'index.html'), 'utf8');
    expect(html).to.include('content="__NONCE__"').and.include('content="__BASE__"');
    const urls = [...html.matchAll(/ (?:src|href)="([^"]*)"/g)].map(([, url]) => url);
    expect(urls).to.have.length.above(1);
    for (const url of urls) expect(url).to.match(/^\.\/assets\//);
    expect(html).not.to.match(/<style|style=|\son\w+=|<script(?![^>]* src=)/);
  });

  it('has a compressed form of every text of more than 1 KB, with the same bytes in it', async () => {
    const names = await namesOf();
    const texts = names.filter((name) => /\.(?:js|json|css|svg)$/.test(name));
    expect(texts.some((name) => name.endsWith('.js'))).to.equal(true);
    for (const name of texts) {
      const bytes = await read(name);
      const isCompressed = bytes.length > 1_024;
      expect(names.includes(`${name}.br`), name).to.equal(isCompressed);
      if (!isCompressed) continue;
      expect(brotliDecompressSync(await read(`${name}.br`)).equals(bytes), name).to.equal(true);
      expect(gunzipSync(await read(`${name}.gz`)).equals(bytes), name).to.equal(true);
    }
  });

  it('refers to its chunks, styles and fonts by URLs that hold below any path', async () => {
    for (const name of (await namesOf()).filter((each) => /\.(?:js|css)$/.test(each)))
      expect((await read(name)).toString(), name).not.to.match(/["'(]\/(?:app\/)?assets\//);
  });
});
