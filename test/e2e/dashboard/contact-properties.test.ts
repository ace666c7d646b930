// Contact properties in the dashboard: one is made, its fallback is changed, it says how a template has it, and it is deleted.
import { expect } from 'chai';
import { idOf, NEW_IMPORT_PATH, pick, useImportPages } from './import-pages.ts';
import { inspect } from './inspect.ts';
import { focusOn, tabTo } from './keyboard.ts';

describe('Contact properties in the dashboard', function () {
  this.timeout(120_000);
  const { open } = useImportPages();

  it('are made, say how a template has them, and are deleted', async () => {
    const { owner, page, tab, show } = await open('/contacts/properties', { expected: /status of 422/ });
    await show();
    await page.getByText('No properties yet').waitFor();
    await tabTo(page, 'New property');
    await page.keyboard.press('Enter');
    await focusOn(page, 'Key');
    await page.keyboard.type('email');
    await page.keyboard.press('Enter');
    await page.locator('[aria-invalid=true]:focus').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('visits');
    await tabTo(page, 'Type');
    await pick(page, 'number');
    await tabTo(page, 'Fallback');
    await page.keyboard.type('many');
    await page.keyboard.press('Enter');
    await page.getByText('Enter a number with a decimal point, such as 12.5.').waitFor();
    await tab.shoot('property-fault');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('0');
    await page.keyboard.press('Enter');
    await page.locator('h2:focus', { hasText: 'visits' }).waitFor();
    await page.getByRole('button', { name: 'Copy the template variable' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal('{{ contact.properties.visits }}');
    const id = idOf(page);
    expect(await owner.read(`/contact-properties/${id}`)).to.deep.include({
      key: 'visits',
      fallback_value: 0,
    });
    await page.getByRole('button', { name: 'Edit fallback' }).click();
    await page.getByRole('textbox', { name: 'Fallback' }).fill('');
    await page.getByRole('button', { name: 'Save fallback' }).click();
    await page.getByText('Fallback saved.').waitFor();
    expect(await owner.read(`/contact-properties/${id}`)).to.deep.include({ fallback_value: null });
    await inspect(tab, { name: 'property', path: `/contacts/properties/${id}` });
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('A new property with this name does not bring them back').waitFor();
    await page.getByRole('button', { name: 'Delete property' }).click();
    await page.getByText('No properties yet').waitFor();
    for (const [name, to] of [
      ['properties-empty', '/contacts/properties'],
      ['imports-empty', '/contacts/imports'],
      ['property-new', '/contacts/properties?create=yes'],
      ['import-new', NEW_IMPORT_PATH],
    ] as const)
      await inspect(tab, { name, path: to });
  });
});
