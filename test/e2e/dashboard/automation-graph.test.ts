// The graph of an automation in the dashboard: what can be done at its boxes, as a drawing and as an outline, the forms of its
// steps, and graphs as large as they may be.
import { expect } from 'chai';
import { branches, PAID, pauseStep } from '../../api/automations/runs/runner.ts';
import { eventually } from '../../support/time/eventually.ts';
import { box, useAutomationEditor } from './automation-editing.ts';
import { inspect, inspectOpen } from './inspect.ts';
import { focusOn, tabTo } from './keyboard.ts';

describe('The graph of an automation', () => {
  const { app, runner, read, open, keysOf, stepOf, made } = useAutomationEditor();

  it('asks which branch stays, leads ways elsewhere, moves, renames, and is the same as an outline', async () => {
    const { id } = await runner.automation([PAID, pauseStep('yes'), pauseStep('no', '2 days')], {
      status: 'disabled',
      connections: branches('yes', 'no'),
    });
    const { tab, page } = await open(id);
    const menuOf = async (key: string) => {
      await box(page, key).click();
      await page.getByRole('button', { name: /^Actions for/ }).click();
    };
    const act = async (key: string, name: RegExp) => {
      await menuOf(key);
      await page.getByRole('menuitem', { name }).click();
    };
    await act('yes', /^Connect to another step/);
    await page.getByRole('combobox', { name: 'Step' }).focus();
    await page.getByRole('combobox', { name: 'Step' }).fill('Wait 2 days');
    await page.getByRole('option', { name: /^Wait 2 days/ }).click();
    await page.getByRole('button', { name: 'Connect' }).click();
    await eventually('it leads there', async () =>
      (await read(id)).connections.some(
        ({ from, to }: { from: string; to: string }) => from === 'yes' && to === 'no',
      ),
    );
    await menuOf('no');
    await page.getByRole('menuitem', { name: /^Move up Several branches meet/ }).waitFor();
    await page.keyboard.press('Escape');
    await act('yes', /^End the run/);
    await act('paid', /^Delete/);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^If not: Wait 2 days/ })
      .click();
    await eventually('one branch stays', async () => (await keysOf(id)).join() === 'trigger,no');
    await page.getByLabel('Key').fill('<b>later</b>');
    await page.getByRole('button', { name: 'Change key' }).click();
    await eventually('it is renamed', async () => (await keysOf(id)).includes('<b>later</b>'));
    await page.getByText('Outline', { exact: true }).click();
    await page
      .getByRole('list')
      .filter({ has: page.locator('[data-step]') })
      .getByText('<b>later</b>')
      .waitFor();
    await page.locator('[data-step=trigger]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await focusOn(page, 'How long to wait');
    await page.keyboard.press('Escape');
    await page.locator(':focus[data-step]').waitFor();
    await inspectOpen(tab, 'automation-outline');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByText('Graph', { exact: true }).first().click();
    expect(tab.problems).to.deep.equal([]);
  });

  it('has a form for each type of step, and for what starts a run', async () => {
    const { id } = await made();
    const { tab, page } = await open(id);
    const step = (key: string) => stepOf(id, key);
    const add = async (name: string) => {
      await page.getByRole('button', { name: /^Add after “Wait 2 days”/ }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await add('Update the contact');
    await page.getByRole('button', { name: /Add a field/ }).click();
    await page.getByRole('option', { name: 'First name' }).click();
    const value = page.getByRole('combobox', { name: 'Value of First name' });
    await value.focus();
    await value.fill('event.name');
    await page.keyboard.press('Enter');
    await eventually(
      'it reads the event',
      async () => (await step('contact_update'))?.config.first_name?.var === 'event.name',
    );
    await add('Wait for an event');
    await page.getByRole('combobox', { name: 'Event' }).focus();
    await page.getByRole('combobox', { name: 'Event' }).fill('order.paid');
    await page
      .getByRole('option', { name: /order\.paid/ })
      .or(page.getByText('“order.paid”'))
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Only events that match rules').click();
    await page.getByRole('button', { name: '1 step is not complete.' }).waitFor();
    await page.getByText('Only events that match rules').click();
    await page.getByLabel('At most').fill('2 weeks');
    await eventually('it waits', async () => (await step('wait_for_event'))?.config.timeout === '2 weeks');
    await add('Delete the contact');
    await page.getByText('This step deletes the contact with all of its data').waitFor();
    await eventually('it deletes', async () => (await step('contact_delete')) !== undefined);
    await add('Add the contact to a segment');
    await page.getByText('Only segments without rules').waitFor();
    await page.keyboard.press('Control+z');
    // A time that the clocks skip is said, and the API moves it in the same way.
    await box(page, 'trigger').click();
    await page.getByRole('button', { name: /Starts$/ }).click();
    await page.getByRole('option', { name: 'At a set time', exact: true }).click();
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.focus();
    await zone.fill('Europe/Berlin');
    await page.getByRole('option', { name: 'Europe/Berlin' }).click();
    const year = app.clock.now().getUTCFullYear() + 1;
    await page.getByRole('textbox', { name: 'Time, in words' }).fill(`${year}-03-${lastSunday(year)} 02:30`);
    await page.getByText(/does not exist that day, because clocks go forward. 03:30 is used/).waitFor();
    await eventually('it is a schedule', async () => (await read(id)).trigger === 'service:schedule');
    expect((await read(id)).trigger_config).to.deep.equal({
      at: `${year}-03-${lastSunday(year)}T01:30:00.000Z`,
      timezone: 'Europe/Berlin',
    });
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('button', { name: /How often a contact may enter/ }).click();
    await page.getByRole('option', { name: 'Once' }).click();
    await eventually('once', async () => (await read(id)).reentry === 'once');
    expect(tab.problems).to.deep.equal([]);
  });

  it('draws 150 steps in 40 branches and in a line, and lets viewers look and try', async () => {
    const line = Array.from({ length: 149 }, (_, index) =>
      pauseStep(`step-${index}`, `${(index % 30) + 1} days`),
    );
    const { id } = await runner.automation(line as never, { status: 'disabled', name: '<i>Long</i>' });
    const { tab, page } = await open(id, 'viewer');
    await box(page, 'step-148').waitFor();
    expect(await page.locator('[data-step]').count()).to.equal(150);
    await box(page, 'trigger').focus();
    await page.keyboard.press('End');
    await page.locator('[data-step="step-148"]:focus').waitFor();
    await page.keyboard.press('Delete');
    await page
      .getByRole('status')
      .getByText(/Members, admins and owners can do this/)
      .waitFor();
    expect(await page.getByRole('button', { name: /^Add after/ }).count()).to.equal(0);
    expect(await keysOf(id)).to.have.length(150);
    const wide = inBranches();
    const { id: branched } = await runner.automation(wide.steps as never, {
      status: 'disabled',
      connections: wide.connections as never,
    });
    await tab.open(`/automations/${branched}/edit`);
    await box(page, 'leaf-39').waitFor();
    expect(await page.locator('[data-step]').count()).to.equal(150);
    const { id: small } = await made();
    await inspect(tab, { name: 'automation-editor-viewer', path: `/automations/${small}/edit` });
    await page.keyboard.press('s');
    await tabTo(page, 'Try it', 'Shift+Tab');
    await page.getByRole('button', { name: 'Try it', exact: true }).click();
    await page
      .getByRole('region', { name: 'What would happen' })
      .getByText('The run ends after 3 d, without an email.')
      .waitFor();
    expect(tab.problems).to.deep.equal([]);
  });
});

/** Finds the last Sunday of March: the clocks of Europe are set forward. */
function lastSunday(year: number): number {
  const last = new Date(Date.UTC(year, 2, 31));
  return 31 - last.getUTCDay();
}

/** 40 conditions in a line, with a branch of two or three pauses at each. */
function inBranches() {
  const numbers = Array.from({ length: 40 }, (_, number) => number);
  const leaves = numbers.flatMap((number) => [`leaf-${number}`, `after-${number}`]);
  const more = numbers.slice(0, 29).map((number) => `more-${number}`);
  const way = (from: string, to: string, type: string) => ({ from, to, type });
  return {
    steps: [
      ...numbers.map((number) => ({ ...PAID, key: `ask-${number}` })),
      ...[...leaves, ...more].map((key) => pauseStep(key)),
    ],
    connections: [
      way('trigger', 'ask-0', 'default'),
      ...numbers.map((number) => way(`ask-${number}`, `leaf-${number}`, 'condition_met')),
      ...numbers.slice(1).map((number) => way(`ask-${number - 1}`, `ask-${number}`, 'condition_not_met')),
      ...numbers.map((number) => way(`leaf-${number}`, `after-${number}`, 'default')),
      ...numbers.slice(0, 29).map((number) => way(`after-${number}`, `more-${number}`, 'default')),
    ],
  };
}
