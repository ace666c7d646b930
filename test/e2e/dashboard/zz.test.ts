import { useApp } from '../../support/api/app.ts';
import { useTabs } from './tab.ts';
describe('zz', () => {
  const app = useApp();
  const { openTab } = useTabs(app);
  it('looks', async () => {
    const tab = await openTab({});
    await tab.open('/gallery');
    const line = tab.page.getByRole('separator', { name: 'Width of the source' });
    console.log(await line.boundingBox(), await line.evaluate(`(e) => 1`).catch(String));
    console.log(await tab.page.evaluate(`(() => { const p = document.querySelector('[role=separator]').parentElement; const c = getComputedStyle(p); return [c.display, c.gridTemplateColumns, p.getAttribute('style'), p.getBoundingClientRect().width, document.querySelector('[role=separator]').getBoundingClientRect().height] })()`));
    for (const theme of ['light','dark'] as const) for (const width of [1280, 375]) {
      await tab.page.setViewportSize({ width, height: 900 });
      await tab.page.emulateMedia({ colorScheme: theme });
      await tab.page.screenshot({ path: `/tmp/shots6/gallery-${theme}-${width}.png`, fullPage: true });
    }
  });
});
