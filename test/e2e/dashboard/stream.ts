// What the tabs of a browser say to each other about the stream of changes (dashboard/api/changes/changes.ts).
import type { Page } from 'playwright-core';
import { eventually } from '../../support/time/eventually.ts';

/** `open`: a tab has opened the stream; `beat`: it has it, for which all are asked; `changed`: something has changed. */
type Said = 'open' | 'beat' | 'changed';

/** Listens, from now on, to the tabs that show the account. @returns waits until one has said any of these */
export async function listenToTabs(
  page: Page,
  { personId, accountId }: { personId: string; accountId: string },
): Promise<(...any: Said[]) => Promise<void>> {
  await page.evaluate(`
    window.said = [];
    window.tabs = new BroadcastChannel('posthorn changes  ${personId} ${accountId}');
    tabs.onmessage = ({ data }) => said.push(data.type);
    tabs.postMessage({ type: 'hello' });`);
  return async (...any) => {
    await eventually(`a tab says ${any.join(' or ')}`, async () => {
      const said = await page.evaluate<Said[]>('said');
      return any.some((each) => said.includes(each));
    });
  };
}
