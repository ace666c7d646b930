// The visual editor of templates in a browser, on the page of the gallery that shows what it makes. The page is reached from the
// path of the editor, whose policy lets it read what is pasted.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
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
    return JSON.parse(await document.innerText());
  };
  const open = async (expected?: RegExp) => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const { id } = await createTemplate(app.pool, session.accountId);
    const tab = await openTab({ session, isFresh: true, ...(expected && { expected }) });
    await tab.load(`/templates/${id}/edit`);
    await tab.open('/gallery?write=yes');
    await textOf(tab.page)
      .click({ timeout: 5000 })
      .catch(() => expect.fail(tab.problems.join('\n')));
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
});
