// Files that cannot be imported, and uploads that do not end well: what is wrong is said before anything is sent, or where
// the upload has ended, and what was chosen stays.
import { appendFile, stat, truncate, utimes } from 'node:fs/promises';
import { expect } from 'chai';
import iconv from 'iconv-lite';
import type { Page } from 'playwright-core';
import { runImport } from '../../api/contact-imports/importer.ts';
import { becomes, idOf, NEW_IMPORT_PATH, stallUploads, useImportPages } from './import-pages.ts';

const MEGABYTE = 1024 * 1024;

describe('Files of imports in the dashboard', function () {
  this.timeout(120_000);
  const { app, open, write } = useImportPages();
  const choose = async (page: Page, name: string, bytes: Buffer | string) =>
    await page.locator('input[type=file]').setInputFiles(await write(name, bytes));

  it('say what is wrong with a file before anything of it is sent', async () => {
    const { tab, page, show } = await open(NEW_IMPORT_PATH);
    await show();
    const table = (rows: string[]) => rows.join('\n');
    const files: [name: string, bytes: Buffer | string, said: string][] = [
      ['empty.csv', '', 'empty.csv is empty.'],
      [
        'people.xlsx',
        Buffer.from('504b030414000600', 'hex'),
        'people.xlsx is a spreadsheet (.xlsx), not a CSV file.',
      ],
      [
        'big-endian.csv',
        iconv.encode('email,name\n', 'utf-16be', { addBOM: true }),
        'The file has column names but no rows.',
      ],
      ['no-header.csv', 'bo@x.dev,Bo\ncy@x.dev,Cy', 'The first row must hold column names'],
      ['quote.csv', 'email,name\nbo@x.dev,"Bo', 'Row 2 cannot be parsed. Check for a missing quote.'],
      ['endless.csv', `"email\n${'bo@x.dev\n'.repeat(9_000)}`, 'Row 1 does not end within the first 64 KB'],
      ['blank.csv', '\n  \n', 'The file has only blank rows.'],
      ['header.csv', 'email,name\n', 'The file has column names but no rows.'],
    ];
    for (const [name, bytes, said] of files) {
      await choose(page, name, bytes);
      await page.getByText(said).waitFor();
      expect(await page.getByRole('button', { name: 'Import file' }).count(), name).to.equal(0);
    }
    await tab.shoot('imports-fault');
    const huge = await write('huge.csv', '');
    await truncate(huge, 201 * MEGABYTE);
    await chooseFromDisk(page, huge);
    await page.getByText('huge.csv has 201 MB. A file can have at most 200 MB.').waitFor();

    await choose(page, 'twice.csv', table(['email,Mail,name,name', 'bo@x.dev,cy@x.dev,Bo,Cy']));
    await becomes(page, 'Mail').click();
    await page.getByRole('option', { name: 'Email address' }).click();
    await page.getByText('The column “email” is already the field “Email address”.').waitFor();
    await becomes(page, 'name').first().click();
    await page.getByRole('option', { name: 'First name' }).click();
    await page.getByText('Another column has the same name.').waitFor();
    await becomes(page, 'email').click();
    await page.getByRole('option', { name: 'Leave out' }).click();
    await becomes(page, 'Mail').click();
    await page.getByRole('option', { name: 'Leave out' }).click();
    await page.getByRole('button', { name: 'Import file' }).click();
    await page.getByText('Choose the column with the email addresses.').waitFor();
    expect(tab.requests.filter((request) => request.startsWith('POST'))).to.deep.equal([]);

    const many = Array.from({ length: 200 }, (_, at) =>
      at === 0 ? 'email' : `<b>column ${at}</b> ${'x'.repeat(100)}`,
    );
    await choose(page, 'many.csv', table([many.join(','), many.map(() => 'y'.repeat(120)).join(',')]));
    await page.getByText('200 columns with commas between them, 1 row.').waitFor();
    expect(await page.getByRole('button', { name: / becomes$/ }).count()).to.equal(200);
    await tab.expectNoSidewaysScroll('200 columns');
    await page.setViewportSize({ width: 320, height: 800 });
    await tab.expectNoSidewaysScroll('200 columns at 320 px');
    await tab.shoot('imports-many-320');
    expect(await tab.findFaults()).to.deep.equal([]);
    expect(tab.problems).to.deep.equal([]);
  });

  it('say where an upload has ended, keep what was chosen, and send again', async () => {
    const { owner, page, tab, show } = await open(NEW_IMPORT_PATH, { expected: /ERR_/ });
    await show();
    const row = 'email,First\n';
    const large = await write('large.csv', row + 'bo@x.dev,Bo\n'.repeat(5 * MEGABYTE));
    await chooseFromDisk(page, large);
    const first = becomes(page, 'First');
    await first.click();
    await page.getByRole('option', { name: 'First name' }).click();
    const send = page.getByRole('button', { name: 'Import file' });
    const network = stallUploads(app);

    // Stopped.
    await send.click();
    await underWay(page);
    await tab.shoot('imports-upload');
    await page.getByRole('link', { name: 'Imports' }).click();
    await page.getByRole('alertdialog', { name: 'Stop this upload?' }).waitFor();
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.getByRole('button', { name: 'Stop upload' }).click();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });

    // No network in the middle.
    await send.click();
    await underWay(page);
    network.cut();
    await page.getByText(/The connection was lost after .+ of 60 MB\. Nothing was imported/).waitFor();
    await tab.shoot('imports-lost');
    expect(await first.textContent()).to.equal('First name');
    network.end();

    // Another file in its place, of a later second: browsers compare no finer.
    await appendFile(large, 'cy@x.dev,Cy\n');
    const later = (await stat(large)).mtimeMs / 1000 + 1;
    await utimes(large, later, later);
    await page.getByRole('button', { name: 'Try again' }).last().click();
    await page.getByText('The file was changed, moved or removed after you chose it.').waitFor();
    await choose(page, 'large.csv', `${row}bo@x.dev,Bo\n`);
    expect(await first.textContent(), 'what was chosen').to.equal('First name');
    await send.click();
    await page.locator('h2:focus', { hasText: 'large.csv' }).waitFor();
    await runImport(app, idOf(page));
    await page.getByText('1 contact was added').waitFor();
    expect(await owner.emails()).to.deep.equal(['bo@x.dev']);
    const { data } = await owner.read('/contacts/imports');
    expect(data, 'sent once').to.have.length(1);
  });
});

/** Waits until some of a file is sent. */
async function underWay(page: Page): Promise<void> {
  await page.locator('[role=progressbar]:not([aria-valuenow="0"])').waitFor();
}

/** Chooses the file itself: Playwright gives the browser a copy. */
async function chooseFromDisk(page: Page, file: string): Promise<void> {
  const device = await page.context().newCDPSession(page);
  const { result } = await device.send('Runtime.evaluate', {
    expression: `document.querySelector('input[type=file]')`,
  });
  await device.send('DOM.setFileInputFiles', { files: [file], objectId: result.objectId ?? '' });
  await device.detach();
}
