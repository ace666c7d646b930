// What the tests of the editor of automations share: the page of an automation, and its boxes.
import type { Page } from 'playwright-core';
import { createRunner, pauseStep } from '../../api/automations/runs/runner.ts';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { useTabs } from './tab.ts';

/** Opens editors for the tests of the enclosing `describe`. */
export function useAutomationEditor() {
  const app = useApp();
  const { openTab } = useTabs(app);
  const runner = useEach(() => createRunner(app));
  // biome-ignore lint/suspicious/noExplicitAny: the record of the API, which the tests read by its documented names.
  const read = (id: string): Promise<any> => runner.read(`/automations/${id}`);
  return {
    app,
    runner,
    read,
    async open(id: string, role: 'owner' | 'viewer' = 'owner') {
      const session = await signIn(app.pool, { accountId: runner.accountId, role, now: app.clock.now() });
      const tab = await openTab({ session, expected: /status of (?:404|422)|ERR_FAILED/ });
      await tab.open(`/automations/${id}/edit`);
      return { tab, page: tab.page };
    },
    keysOf: async (id: string): Promise<string[]> =>
      (await read(id)).steps.map(({ key }: { key: string }) => key),
    stepOf: async (id: string, key: string) =>
      (await read(id)).steps.find((each: { key: string }) => each.key === key),
    /** Two pauses, and off. */
    made: (fields: object = {}) =>
      runner.automation([pauseStep('first'), pauseStep('second', '2 days')], {
        status: 'disabled',
        ...fields,
      }),
  };
}

/** The box of a step, or of the trigger. */
export const box = (page: Page, key: string) => page.locator(`[data-step="${key}"]`);
