// What a browser must load: bytes of the build, compressed as they are sent.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { DASHBOARD_DIRECTORY } from '../../../api/public/dashboard-page/build.ts';
import { useApp } from '../../support/api/app.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { useTabs } from './tab.ts';

const KB = 1024;
const FIRST_PAGE_SCRIPTS_MAX = 190 * KB;
const STYLES_MAX = 25 * KB;
const FIRST_PAGE_FONTS_MAX = 120 * KB;
const OTHER_PAGE_SCRIPTS_MAX = 45 * KB;
const PAGES = [
  '/emails',
  '/suppressions',
  '/logs',
  '/webhooks',
  '/api-keys',
  '/settings',
  '/settings/members',
];

describe('The size of the dashboard', () => {
  const app = useApp();
  const { openTab } = useTabs(app);

  it('is small on the first page, and smaller on each other one', async () => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const tab = await openTab({ session });
    const loaded = new Set<string>();
    tab.page.on('requestfinished', (request) => loaded.add(new URL(request.url()).pathname));
    const sizeOf = async (ending: string) => {
      const names = [...loaded].filter((name) => name.endsWith(ending));
      const sizes = await Promise.all(names.map((name) => gzipSize(name)));
      return sizes.reduce((total, size) => total + size, 0);
    };
    await tab.open('/');
    await tab.settled();
    const first = await sizeOf('.js');
    expect(first).to.be.within(KB, FIRST_PAGE_SCRIPTS_MAX);
    expect(await sizeOf('.woff2')).to.be.within(KB, FIRST_PAGE_FONTS_MAX);
    let before = first;
    for (const page of PAGES) {
      await tab.open(page);
      await tab.settled();
      const now = await sizeOf('.js');
      expect(now - before, page).to.be.at.most(OTHER_PAGE_SCRIPTS_MAX);
      before = now;
    }
    const styles = (await readdir(path.join(DASHBOARD_DIRECTORY, 'assets'))).filter((file) =>
      file.endsWith('.css'),
    );
    const sizes = await Promise.all(styles.map((file) => gzipSize(`/app/assets/${file}`)));
    expect(sizes.reduce((total, size) => total + size, 0)).to.be.within(KB, STYLES_MAX);
  });
});

async function gzipSize(pathname: string): Promise<number> {
  const file = await readFile(path.join(DASHBOARD_DIRECTORY, pathname.replace(/^\/app\//, '')));
  return pathname.endsWith('.woff2') ? file.length : gzipSync(file, { level: 9 }).length;
}
