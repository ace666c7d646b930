// The editor of automations in the dashboard: what is saved and what waits, what is undone, what is refused and where it stands, what
// others do at the same time, and who may only look.
import { expect } from 'chai';
import { mailOf, pauseStep } from '../../api/automations/runs/runner.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { eventually } from '../../support/time/eventually.ts';
import { box, useAutomationEditor } from './automation-editing.ts';
import { inspectOpen } from './inspect.ts';

describe('The editor of automations', () => {
  const { app, runner, read, open, keysOf, stepOf, made } = useAutomationEditor();

  it('saves as one types, and undoes and does again what was done, but not in a field', async () => {
    const { id } = await made();
    const { tab, page } = await open(id);
    await box(page, 'second').click();
    const duration = page.getByLabel('How long to wait');
    await duration.fill('3 weeks');
    await page.getByText(/^If it started now, it would end/).waitFor();
    await duration.fill('3 decades');
    await page
      .getByText(/Enter a time such as/)
      .first()
      .waitFor();
    await page
      .getByText(/^Not saved: not complete/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: '1 step is not complete.' }).waitFor();
    await duration.fill('3 days');
    const stored = async (key: string) => (await stepOf(id, key))?.config.duration;
    await eventually('it is saved', async () => (await stored('second')) === '3 days');
    await box(page, 'second').focus();
    await page.keyboard.press('Delete');
    await eventually('it is gone', async () => !(await keysOf(id)).includes('second'));
    await box(page, 'first').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await eventually('both are undone', async () => (await stored('second')) === '2 days');
    await page.keyboard.press('Control+Shift+Z');
    await eventually('one is done again', async () => (await stored('second')) === '3 days');
    await page.getByRole('button', { name: 'Undo: Change the duration of second' }).waitFor();
    // A step that goes leaves the focus to the one that is chosen then.
    await box(page, 'second').focus();
    await page.keyboard.press('a');
    await page.getByRole('menuitem', { name: 'Wait for a time', exact: true }).press('Enter');
    await page.locator('[data-step=delay]:focus').waitFor();
    await page.keyboard.press('Control+z');
    await page.locator('[data-step=trigger]:focus').waitFor();
    // What is typed there is the browser's to undo.
    await box(page, 'first').click();
    await page.getByLabel('How long to wait').press('Control+z');
    expect(await stored('second')).to.equal('3 days');
    expect(tab.problems).to.deep.equal([]);
  });

  it('holds back what is changed while it is on, until it is put live, and says who keeps the old steps', async () => {
    const automation = await made({ status: 'enabled' });
    const { id } = automation;
    const run = await runner.run(automation);
    const { tab, page } = await open(id);
    const live = page.getByRole('button', { name: 'Publish changes' });
    await live.waitFor();
    expect(await live.getAttribute('aria-disabled')).to.equal('true');
    await box(page, 'second').click();
    await page.getByLabel('How long to wait').fill('5 days');
    await page.getByText('Unpublished changes. Stored in this browser.').first().waitFor();
    await tab.load(`/automations/${id}/edit`);
    await box(page, 'second').getByText('Wait 5 days').waitFor();
    const durations = async () =>
      (await read(id)).steps.map(({ config }: { config: { duration?: string } }) => config.duration);
    expect(await durations()).to.include('2 days');
    await live.click();
    await page.getByText('1 run in progress keeps its current steps.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish changes' }).click();
    await page.getByText('Changes published.').waitFor();
    expect(await durations()).to.include('5 days');
    expect(await read(id)).to.include({ status: 'enabled' });
    await page.getByText(/^Saved /).waitFor();
    expect(await runner.shownSteps(automation, run)).to.include('first waiting');
    // Turned off by another, what waits is saved as one types.
    await box(page, 'first').click();
    await page.getByLabel('How long to wait').fill('9 days');
    await page.getByText('Unpublished changes. Stored in this browser.').first().waitFor();
    await runner.api.post(`/automations/${id}/stop`).send({ cancel_runs: false }).expect(200);
    await eventually('it is saved', async () => (await durations()).includes('9 days'));
    expect(await read(id)).to.include({ status: 'disabled' });
    expect(tab.problems).to.deep.equal([]);
  });

  it('shows at its step what the API refuses, and what was deleted under it', async () => {
    const { id: draft } = await createTemplate(app.pool, runner.accountId, {
      isPublished: false,
      name: 'Draft',
    });
    const { id: gone } = await createTemplate(app.pool, runner.accountId, { name: 'Gone' });
    const { id } = await runner.automation([mailOf(draft, 'one'), mailOf(gone, 'two')], {
      status: 'disabled',
    });
    await runner.api.delete(`/templates/${gone}`).expect(200);
    const { tab, page } = await open(id);
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('button', { name: 'Turn on automation' }).click();
    await page
      .getByRole('dialog')
      .getByText(/template/i)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Go back' }).click();
    await box(page, 'one').and(page.locator('[class*=faulty]')).waitFor();
    await box(page, 'one').click();
    await page.getByText('This template is not published yet').waitFor();
    await inspectOpen(tab, 'automation-refused');
    await page.setViewportSize({ width: 1280, height: 800 });
    await box(page, 'two').click();
    await page.getByText('This template was deleted. Choose another one.').waitFor();
    expect(await read(id)).to.include({ status: 'disabled' });
    expect(tab.problems).to.deep.equal([]);
  });

  it('shows both as outlines when another has changed the steps at the same time', async () => {
    const { id } = await made();
    const { tab, page } = await open(id);
    await box(page, 'second').click();
    await page.route('**/automations/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await page.getByLabel('How long to wait').fill('4 days');
    await runner.api
      .patch(`/automations/${id}`)
      .send({ steps: [pauseStep('first', '6 days')], connections: [] })
      .expect(200);
    // What is read while a change is on its way is heard of once that is answered.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByText('Changed elsewhere').first().waitFor();
    const conflict = page.getByRole('region', { name: 'Changed elsewhere' });
    await conflict.getByText('Wait 4 days').waitFor();
    await conflict.getByText('Wait 6 days').waitFor();
    await conflict.getByRole('button', { name: 'Save choice' }).click();
    await eventually('mine is saved', async () => (await keysOf(id)).includes('second'));
    expect(tab.problems).to.deep.equal([]);
  });

  it('keeps what was built of an automation that another deletes', async () => {
    const { id } = await made();
    const { tab, page } = await open(id);
    await box(page, 'second').click();
    await runner.api.delete(`/automations/${id}`).expect(200);
    await page.getByText('This automation was deleted elsewhere.').waitFor();
    await page.getByRole('button', { name: 'Save as new automation' }).click();
    await page.waitForURL((url) => url.pathname.endsWith('/edit') && !url.pathname.includes(id));
    expect(await keysOf(/automations\/([^/]+)/.exec(page.url())?.[1] ?? '')).to.include('second');
    expect(tab.problems).to.deep.equal([]);
  });
});
