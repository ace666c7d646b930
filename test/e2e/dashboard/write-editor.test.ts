// The visual editor of templates in a browser, on the page of the gallery that shows what it makes. The page is reached from the
// path of the editor, whose policy lets it read what is pasted.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { isKnownDocument } from '../../../dashboard/resources/templates/write/document/known-document.ts';
import { useApp } from '../../support/api/app.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { useTabs } from './tab.ts';

const FROM_WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal {margin:0cm}</style></head>
<body lang=EN-GB onload="alert(1)"><!--StartFragment--><h1 onclick='alert(2)'>From Word<o:p></o:p></h1>
<p class=MsoNormal style='margin:0cm'><b>Bold</b><img src="https://evil.example/x.png" onerror="alert(3)" alt="Chart"></p>
<script>alert(4)</script><svg onload=alert(5)><a href="javascript:alert(6)">x</a></svg><!--EndFragment--></body></html>`;
const FROM_GOOGLE_DOCS = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1" onmouseover="alert(1)"><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:700;">From Docs</span><span style="font-weight:400;"> {{ plain }}</span></p><ul><li dir="ltr"><p dir="ltr"><a href="https://acme.dev" onerror=alert(2)>A link</a></p></li></ul></b>`;

describe('The visual editor of templates', () => {
  const app = useApp();
  const { openTab } = useTabs(app);

  const textOf = (page: Page) => page.getByRole('textbox', { name: 'Content' });
  /** @returns the document of the page, once a part of it is shown */
  const shown = async (page: Page, part: string) => {
    const document = page.getByRole('figure', { name: 'Document' }).locator('pre');
    await document.filter({ hasText: part }).waitFor();
    const value = JSON.parse((await document.textContent()) ?? '');
    expect(isKnownDocument(value), 'The editor can open what it has made').to.equal(true);
    return value;
  };
  const open = async (expected?: RegExp) => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const { id } = await createTemplate(app.pool, session.accountId);
    const tab = await openTab({ session, isFresh: true, ...(expected && { expected }) });
    await tab.load(`/templates/${id}/edit`);
    await tab.open('/gallery?write=yes');
    await textOf(tab.page).click();
    return tab;
  };
  const paste = (page: Page, html: string) =>
    page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', ${JSON.stringify(html)});
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(event);
    })()`);

  it('is written by keyboard alone: a chip, a button, columns, and how they look', async () => {
    const { page, problems, shoot, findFaults } = await open();
    const { keyboard } = page;
    await keyboard.type('# Welcome');
    await keyboard.press('Enter');
    await keyboard.type('Hello {{{NAME|friend}}}, press /var');
    await page.getByRole('option', { name: 'Variable PLAN' }).waitFor();
    await keyboard.press('Escape');
    await keyboard.press('Enter');
    await keyboard.type('/but');
    await page.getByRole('option', { name: 'Button' }).waitFor();
    await keyboard.press('Enter');
    await keyboard.type('Confirm');
    await keyboard.press('Alt+Enter');
    await keyboard.type('https://acme.dev/{{{LINK}}}');
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await keyboard.type('/two');
    await page.getByRole('option', { name: 'Two columns' }).waitFor();
    await keyboard.press('Enter');
    await keyboard.type('Left');
    await keyboard.press('ArrowRight');
    await keyboard.type('Right');
    await shoot('write-light-1280');
    const document = await shown(page, 'Right');
    expect(document.content).to.deep.equal([
      { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Welcome' }] },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Hello ' },
          { type: 'variable', attrs: { key: 'NAME', fallback: 'friend' } },
          { type: 'text', text: ', press /var' },
        ],
      },
      {
        type: 'button',
        attrs: { url: 'https://acme.dev/{{{LINK}}}' },
        content: [{ type: 'text', text: 'Confirm' }],
      },
      {
        type: 'columns',
        content: ['Left', 'Right'].map((text) => ({
          type: 'column',
          content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
        })),
      },
    ]);
    await page.getByText('Confirm: https://acme.dev/{{{LINK}}}').waitFor();
    expect(await findFaults()).to.deep.equal([]);
    expect(problems).to.deep.equal([]);
  });

  it('takes what is pasted from Word and Google Docs without its code, and reports nothing', async () => {
    const { page, problems } = await open();
    await paste(page, FROM_WORD);
    await paste(page, FROM_GOOGLE_DOCS);
    const document = await shown(page, 'A link');
    const text = JSON.stringify(document);
    expect(text)
      .to.include('From Word')
      .and.include('"src":"https://evil.example/x.png"'.replace('src', 'url'));
    expect(text)
      .to.include('{"type":"text","marks":[{"type":"bold"}],"text":"From Docs"}')
      .and.include(' {{ plain }}');
    expect(text).not.to.match(/alert|javascript|onerror/);
    expect(problems).to.deep.equal([]);
  });

  it('has fields for a link, an image, a variable and HTML, which lead back to the text', async () => {
    const { page, problems, shoot, findFaults } = await open();
    const { keyboard } = page;
    await keyboard.type('Read on');
    await keyboard.press('Shift+Home');
    await page.getByRole('toolbar', { name: 'Selection' }).waitFor();
    await shoot('write-selection');
    await keyboard.press('Control+Shift+K');
    await keyboard.type('javascript:alert(1)');
    await page.getByText('starts with https://, mailto: or tel:').waitFor();
    await keyboard.press('Control+A');
    await keyboard.type('https://acme.dev');
    await keyboard.press('Enter');
    await keyboard.press('End');
    await keyboard.type(' /image');
    await page.getByRole('option', { name: 'Image' }).waitFor();
    await keyboard.press('Enter');
    await keyboard.type('https://acme.dev/a.png');
    await keyboard.press('Tab');
    await keyboard.type('Our office');
    await keyboard.press('Enter');
    await keyboard.type('After /variable');
    await page.getByRole('option', { name: 'Variable', exact: true }).waitFor();
    await keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Variable' }).waitFor();
    await keyboard.press('Control+A');
    await keyboard.type('PLA');
    await page.getByRole('option', { name: 'FIRST_NAME' }).waitFor({ state: 'detached' });
    await page.getByRole('option', { name: 'PLAN' }).waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await keyboard.press('Tab');
    await keyboard.type('{free}');
    await shoot('write-variable');
    await keyboard.press('Enter');
    await keyboard.type(' plan');
    await keyboard.press('Enter');
    await keyboard.type('/html');
    await page.getByRole('option', { name: 'HTML' }).waitFor();
    await keyboard.press('Enter');
    await keyboard.type('<hr>');
    await keyboard.press('Escape');
    await keyboard.type('End');
    const { content } = await shown(page, 'End');
    expect(content).to.deep.equal([
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Read on', marks: [{ type: 'link', attrs: { href: 'https://acme.dev' } }] },
          { type: 'text', text: ' ' },
        ],
      },
      { type: 'image', attrs: { url: 'https://acme.dev/a.png', alt: 'Our office', width: null } },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'After ' },
          { type: 'variable', attrs: { key: 'PLAN', fallback: 'free' } },
          { type: 'text', text: ' plan' },
        ],
      },
      { type: 'html', attrs: { code: '<hr>' } },
      { type: 'paragraph', content: [{ type: 'text', text: 'End' }] },
    ]);
    expect(await findFaults()).to.deep.equal([]);
    expect(problems).to.deep.equal([]);
  });

  it('changes how the email looks, and takes over nothing that is at fault', async () => {
    const { page, problems } = await open();
    await page.getByRole('button', { name: 'Appearance' }).press('Enter');
    await page.getByLabel('Width', { exact: true }).fill('48');
    await page.getByText('Enter a number from 320 to 800.').waitFor();
    await page.getByLabel('Width', { exact: true }).fill('480');
    await page.getByLabel('Text colour', { exact: true }).fill('#eeeeee');
    await page.getByText('This text is hard to read').waitFor();
    await page.getByLabel('Text colour', { exact: true }).fill('#11223');
    const { settings } = await shown(page, '#eeeeee');
    expect(settings).to.include({ width: 480, textColor: '#eeeeee' });
    expect(problems).to.deep.equal([]);
  });

  it('takes over what is written elsewhere, keeps it when one goes on, and changes nothing for readers', async () => {
    const { page, problems, expectNoSidewaysScroll, shoot } = await open();
    await page.keyboard.type('Mine');
    await shown(page, 'Mine');
    await page.getByRole('button', { name: 'Take over a change' }).press('Enter');
    await textOf(page).getByText('Written elsewhere.').waitFor();
    await textOf(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' And more.');
    await shown(page, 'Written elsewhere. And more.');
    await page.getByRole('checkbox', { name: 'Read only' }).press('Space');
    await page.locator('[role=textbox][aria-readonly=true]').focus();
    await page.keyboard.type('No');
    expect(await textOf(page).textContent()).to.equal('Written elsewhere. And more.');
    expect(await page.getByRole('button', { name: 'Insert' }).count()).to.equal(0);
    await page.setViewportSize({ width: 320, height: 800 });
    await expectNoSidewaysScroll('the editor');
    await shoot('write-320');
    await page.emulateMedia({ colorScheme: 'dark' });
    await shoot('write-dark-320');
    expect(problems).to.deep.equal([]);
  });
});
