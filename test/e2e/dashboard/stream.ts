// What the tabs of a browser say to each other about the stream of changes (dashboard/api/changes/changes.ts).
import type { Page } from 'playwright-core';

/**
 * Waits until a tab that shows the account says one of these: that it has opened the stream (`open`), that it has it (`beat`,
 * for which all are asked), or that something has changed.
 */
export async function untilHeard(
  page: Page,
  { personId, accountId }: { personId: string; accountId: string },
  types: readonly ('open' | 'beat' | 'changed')[],
): Promise<void> {
  await page.evaluate(
    ({ name, types }) =>
      new Promise<void>((resolve) => {
        const tabs = new BroadcastChannel(name);
        tabs.onmessage = ({ data }) => types.includes(data.type) && resolve();
        tabs.postMessage({ type: 'hello' });
      }),
    { name: `posthorn changes  ${personId} ${accountId}`, types },
  );
}
