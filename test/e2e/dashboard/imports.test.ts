// Imports in the dashboard: a file is mapped, sent and followed by keyboard alone, and its refused rows are read and saved.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import iconv from 'iconv-lite';
import { runImport } from '../../api/contact-imports/importer.ts';
import { becomes, idOf, NEW_IMPORT_PATH, pick, useImportPages } from './import-pages.ts';
import { inspect } from './inspect.ts';
import { tabTo } from './keyboard.ts';

const LATIN = [
  'E-Mail;Vorname;Größe (cm);Seit;Notiz',
  'zoe@x.dev;Zoë;170;2024-02-03;a',
  'wrong;Bo;180;2024-02-03;b',
  'cy@x.dev;Cy;tall;2024-02-03;c',
  'di@x.dev;Di;;;',
].join('\r\n');

describe('Imports in the dashboard', function () {
  this.timeout(120_000);
  const { app, open, write } = useImportPages();

  it('lead by keyboard from a file of a spreadsheet to contacts, and to the rows that were refused', async () => {
    const { owner, tab, page, show } = await open('/contacts/imports');
    const segment = await owner.segment({ name: 'Early birds' });
    const topic = await owner.topic('opt_out');
    await show();
    await page.getByText('No imports yet').waitFor();
    await tabTo(page, 'Import a CSV');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Import contacts' }).waitFor();
    const chooser = page.waitForEvent('filechooser');
    await tabTo(page, 'Choose a file');
    await page.keyboard.press('Enter');
    const file = await write('people.csv', iconv.encode(LATIN, 'windows-1252'));
    await (await chooser).setFiles(file);
    await page.getByText('5 columns with semicolons between them, 4 rows.').waitFor();
    expect(await page.getByLabel('Encoding').textContent()).to.include('Windows-1252 (Latin-1)');
    await page.getByText('Zoë').waitFor();
    expect(await becomes(page, 'E-Mail').textContent()).to.equal('Email address');
    expect(await becomes(page, 'Vorname').textContent()).to.equal('First name');
    expect(await becomes(page, 'Größe (cm)').textContent()).to.equal('Leave out');

    await tabTo(page, 'Keep the 3 left out as new properties');
    await page.keyboard.press('Enter');
    expect(await becomes(page, 'Größe (cm)').textContent()).to.equal('New property: text');
    await becomes(page, 'Größe (cm)').focus();
    await pick(page, 'New property: number');
    await page.getByText('One of the first 4 rows would be refused: not a number.').waitFor();
    expect(await becomes(page, 'Seit').textContent()).to.equal('New property: date');
    await becomes(page, 'Notiz').focus();
    await pick(page, 'Leave out');
    await tabTo(page, 'Do not change them');
    await page.keyboard.press('ArrowDown');
    const offered = page.waitForResponse((answer) => answer.url().includes('/segments?'));
    await page.getByRole('combobox', { name: 'Add them to segments' }).focus();
    await offered;
    await page.keyboard.type('Early');
    await page.getByRole('option', { name: /Early birds/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove Early birds' }).waitFor();
    await page.getByRole('button', { name: 'Subscribe them to topics' }).focus();
    await pick(page, 'News');
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await tab.shoot('imports-mapped');
    await tabTo(page, 'Import file');
    await page.keyboard.press('Enter');
    await page.getByText('Confirm below that they agreed.').waitFor();
    await tabTo(page, 'Everyone in this file agreed');
    await page.keyboard.press('Space');
    await tabTo(page, 'Import file');
    await page.keyboard.press('Enter');
    await page.locator('h2:focus', { hasText: 'people.csv' }).waitFor();
    await page.getByText('This import is queued').waitFor();

    const id = idOf(page);
    await runImport(app, id);
    await page.getByText('2 contacts were added and 0 updated. 2 rows were refused.').waitFor();
    const reasons = page.getByRole('table', { name: 'Why rows were refused' });
    expect(await reasons.getByRole('row').allInnerTexts()).to.deep.equal([
      'Reason\tRows',
      'email must be an address email@domain, without a name.\t1',
      'properties.grosse_cm must be a number.\t1',
    ]);
    await page.getByText('cy@x.dev · Cy · tall').waitFor();
    await tab.shoot('imports-record');
    const saved = page.waitForEvent('download');
    await tabTo(page, 'Save as CSV');
    await page.keyboard.press('Enter');
    const copy = await write('refused.csv', '');
    await (await saved).saveAs(copy);
    const csv = readFileSync(copy, 'utf8').replace('\ufeff', '');
    expect(csv.split(/\r?\n/).slice(0, 2)).to.deep.equal([
      'row,reason,E-Mail,Vorname,Größe (cm),Seit,Notiz',
      '3,"`email` must be an address `email@domain`, without a name.",wrong,Bo,180,2024-02-03,b',
    ]);
    const contact = await owner.contact('zoe@x.dev');
    expect(contact).to.deep.include({ first_name: 'Zoë' });
    expect(contact['properties']).to.deep.equal({
      grosse_cm: { type: 'number', value: 170 },
      seit: { type: 'date', value: '2024-02-03' },
    });
    expect(await owner.emailsAt(`/segments/${segment}/contacts`)).to.have.members(['zoe@x.dev', 'di@x.dev']);
    expect(await owner.emailsAt(`/contacts?topic_id=${topic}`)).to.have.members(['zoe@x.dev', 'di@x.dev']);
    expect(tab.problems).to.deep.equal([]);
    await inspect(tab, { name: 'import', path: `/contacts/imports/${id}` });
    await inspect(tab, { name: 'imports', path: '/contacts/imports' });
  });

  it('are canceled, and show why one has failed', async () => {
    const { owner, page, tab, show } = await open('/contacts/imports');
    const { body: waiting } = await owner.api.post('/contacts/imports').send({ csv: 'email\nbo@x.dev' });
    const { body: failing } = await owner.api.post('/contacts/imports').send({ csv: 'Mail\nbo@x.dev' });
    await show();
    await page
      .getByRole('link', { name: /Queued/ })
      .last()
      .click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('Contacts that are already imported stay.').waitFor();
    await page.getByRole('button', { name: 'Cancel import' }).click();
    await page.getByText('Import canceled: nothing was imported.').waitFor();
    expect(idOf(page)).to.equal(waiting.id);
    await runImport(app, failing.id);
    await tab.open(`/contacts/imports/${failing.id}`);
    await page.getByText(/has no column `email`/).waitFor();
    await inspect(tab, { name: 'import-failed', path: `/contacts/imports/${failing.id}` });
  });

  it('are seen by a viewer, who sees what a role may not do', async () => {
    const { page, tab, show } = await open('/contacts/imports', { role: 'viewer' });
    await show();
    const begin = page.getByRole('button', { name: 'Import a CSV' }).first();
    expect(await begin.getAttribute('aria-disabled')).to.equal('true');
    await tab.open(NEW_IMPORT_PATH);
    const choosing = page.getByRole('button', { name: 'Choose a file' });
    expect(await choosing.getAttribute('aria-disabled')).to.equal('true');
    await inspect(tab, { name: 'import-new-viewer', path: NEW_IMPORT_PATH });
  });
});
