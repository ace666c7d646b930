import { createRunner, mailOf, pauseStep, PAID, branches } from '../../api/automations/runs/runner.ts';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { useTabs } from './tab.ts';

describe('scratch', () => {
  const app = useApp();
  const { openTab } = useTabs(app);
  const runner = useEach(() => createRunner(app));
  it('looks', async () => {
    const session = await signIn(app.pool, { accountId: runner.accountId, role: 'owner', now: app.clock.now() });
    const tab = await openTab({ session, width: 1360, height: 900 });
    const { page } = tab;
    const { id } = await createTemplate(app.pool, runner.accountId, { name: 'Welcome to Acme', html: '<p>Hello {{{contact.first_name}}}, plan {{{PLAN}}}</p>', subject: 'Hello' , from: `ana@${runner.domain.name}`, variables: [{ key: 'PLAN', type: 'string', fallback_value: null }] } as never);
    const steps = [
      { key: 'paid', type: 'wait_for_event', config: { event_name: 'order.paid', timeout: '3 days' } },
      PAID && { key: 'rich', type: 'condition', config: { type: 'rule', field: 'event.total', operator: 'gt', value: 100 } },
      mailOf(id, 'mail'), mailOf(id, 'other'), pauseStep('pause', '2 days'), { key: 'name', type: 'contact_update', config: { first_name: 'Ada', properties: {} } },
    ] as never;
    const automation = await runner.automation(steps, { name: 'After signup', trigger: 'user.signed_up', status: 'disabled', connections: [
      { from: 'trigger', to: 'paid', type: 'default' },
      { from: 'paid', to: 'rich', type: 'event_received' },
      { from: 'paid', to: 'pause', type: 'timeout' },
      { from: 'rich', to: 'mail', type: 'condition_met' },
      { from: 'rich', to: 'other', type: 'condition_not_met' },
      { from: 'pause', to: 'name', type: 'default' },
      { from: 'other', to: 'name', type: 'default' },
    ] as never });
    await tab.open(`/automations/${automation.id}/edit`);
    await tab.settled();
    await page.locator('[data-key=mail]').waitFor();
    await tab.shoot('editor-graph');
    for (const key of ['paid', 'rich', 'mail', 'pause', 'name']) {
      await page.locator(`[data-key=${key}]`).click();
      await tab.settled();
      await tab.shoot(`editor-${key}`);
    }
    await page.keyboard.press('s');
    await page.getByRole('button', { name: 'Try it', exact: true }).waitFor();
    await tab.shoot('editor-try');
    await page.getByRole('button', { name: 'Try it', exact: true }).click();
    await page.getByText('What would happen').waitFor();
    await tab.shoot('editor-tried');
    await page.emulateMedia({ colorScheme: 'dark' });
    await tab.shoot('editor-dark');
    await page.setViewportSize({ width: 390, height: 840 });
    await tab.shoot('editor-narrow');
    await page.getByRole('tab', { name: 'Graph' }).click();
    await tab.shoot('editor-narrow-graph');
    console.log(tab.problems);
  });
});
