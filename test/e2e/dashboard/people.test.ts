// What a person who writes no code does in the first hour, by keyboard alone: a list comes in, it is said who is meant, what
// they may choose, and why one of them gets mail or not.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { runImport } from '../../api/contact-imports/importer.ts';
import { createPerson } from '../../api/unsubscribes/person.ts';
import { becomes, idOf, pick, useImportPages } from './import-pages.ts';
import { tabTo } from './keyboard.ts';

const FILE = [
  'Mail,First name,Plan',
  'ana@customer.dev,Ana,pro',
  'bo@customer.dev,Bo,free',
  'cy@acme.dev,Cy,pro',
  'wrong,Di,pro',
];

describe('The pages for people', function () {
  this.timeout(120_000);
  const { app, open, write } = useImportPages();
  const press = async (page: Page, name: string) => {
    await tabTo(page, name);
    await page.keyboard.press('Enter');
  };
  /** Chooses the field of the rule that was added last, and what is true of it, and types its value. */
  const say = async (page: Page, field: string, verb: string, value: string) => {
    await page.keyboard.type(field);
    await page.getByRole('option', { name: 'Date added' }).waitFor({ state: 'detached' });
    await page.getByRole('option', { name: new RegExp(`^${field}`) }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const rule = page.getByRole('group', { name: new RegExp(`^${field}`, 'i') }).last();
    await rule.getByRole('button', { name: /Condition/ }).press('Enter');
    await page.getByRole('option', { name: verb, exact: true }).waitFor();
    await page.keyboard.type(verb);
    await page.keyboard.press('Enter');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await rule.getByRole('textbox', { name: 'Value' }).focus();
    await page.keyboard.type(value);
  };

  it('lead by keyboard from a file to a segment, a topic, and the sentence about a person who says no', async () => {
    const { owner, tab, page, show } = await open('/contacts', { expected: /status of 404/ });
    await show();
    await press(page, 'Import a CSV');
    await page.getByRole('heading', { name: 'Import contacts' }).waitFor();
    const chooser = page.waitForEvent('filechooser');
    await press(page, 'Choose a file');
    await (await chooser).setFiles(await write('people.csv', FILE.join('\n')));
    await becomes(page, 'Mail').waitFor();
    await becomes(page, 'Plan').focus();
    await pick(page, 'New property: text');
    await press(page, 'Import file');
    await page.getByText('This import is queued').waitFor();
    await runImport(app, idOf(page));
    await page.getByText('1 row was refused').waitFor();
    await page.getByText('wrong · Di · pro').waitFor();

    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    await press(page, 'Start from scratch');
    await page.getByRole('dialog').getByLabel('Name').waitFor();
    await page.keyboard.type('Paying, not from us');
    await press(page, 'Continue to rules');
    await page.getByRole('button', { name: 'Add a rule' }).waitFor();
    await press(page, 'Add a rule');
    await say(page, 'plan', 'is', 'pro');
    await page.getByRole('region', { name: 'Matching contacts' }).getByText('2 contacts').waitFor();
    await press(page, 'Add a group');
    await say(page, 'Address', 'ends with', '@acme.dev');
    await page.getByRole('button', { name: /^At least one of these/ }).focus();
    await pick(page, 'None of these');
    await page.getByText('plan is pro and not: address ends with @acme.dev').first().waitFor();
    const meant = page.getByRole('region', { name: 'Matching contacts' });
    await meant.getByText('1 contact', { exact: true }).waitFor();
    const shown = await meant.getByRole('link').allTextContents();
    await tab.shoot('people-segment');
    await press(page, 'Create segment');
    await page.waitForURL(/segments\/[\da-f-]{36}$/);
    expect(shown).to.deep.equal(await owner.emailsAt(`/segments/${idOf(page)}/contacts`));

    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.getByText('Without topics, a person').waitFor();
    await press(page, 'New topic');
    await page.getByRole('dialog').getByLabel('Name').waitFor();
    await page.keyboard.type('Product news');
    await press(page, 'Create topic');
    await page.getByRole('heading', { name: 'Product news' }).waitFor();

    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.getByRole('link', { name: 'ana@customer.dev' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('ana@');
    await page.getByRole('link', { name: 'bo@customer.dev' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'ana@customer.dev' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Gets Product news.').waitFor();
    // With one click in a mail program (RFC 8058).
    const { unsubscribe } = await createPerson(app, { owner, address: 'ana@customer.dev', topic: null });
    const { status } = await fetch(`${app.url}${unsubscribe}`, { method: 'POST' });
    expect(status).to.equal(200);
    await page.getByText('They unsubscribed on').waitFor();
    await tab.shoot('people-contact');
    expect(tab.problems).to.deep.equal([]);
  });
});
