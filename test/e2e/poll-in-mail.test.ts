// A poll in mail, in Chromium at the width of a phone, in light and in dark mode: nothing scrolls sideways, its texts stand
// out, and each option is a link as wide as its cell.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { contrastOf } from '../../shared/contract/unsubscribe-page/contrast.ts';
import { showPollInHtml } from '../../shared/mail/polls/poll-places.ts';
import { useBrowser } from './support/browser.ts';

const SCREENSHOT_DIRECTORY = process.env['SCREENSHOT_DIRECTORY'];
const PHONE = { width: 320, height: 640 };
const POLL = {
  question: 'Which day suits you best for our <b>summer party</b> & the picnic?',
  options: ['Monday', 'Donaudampfschifffahrtsgesellschaftskapitänsmütze', 'x'.repeat(200)],
};
/** As mail clients in dark mode draw a mail that says nothing about colours, and one whose author chose them. */
const DOCUMENTS = {
  plain: ['<meta name="color-scheme" content="light dark">', '<body>'],
  coloured: ['', '<body style="background:#fffbe6;color:#332200">'],
} as const;
/** A script is a text, because this repository has no types of the browser. */
const READ_LOOK = `(() => {
  const links = [...document.querySelectorAll('a')];
  const canvas = document.createElement('p');
  canvas.style.cssText = 'color:CanvasText;background-color:Canvas';
  document.body.append(canvas);
  const colors = (element) => getComputedStyle(element);
  const body = colors(document.body).backgroundColor;
  const background = body === 'rgba(0, 0, 0, 0)' ? colors(canvas).backgroundColor : body;
  return {
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    bold: document.querySelectorAll('b').length,
    links: links.map((link) => {
      const cell = link.parentElement;
      return {
        text: link.textContent,
        color: colors(link).color,
        edge: colors(cell).borderTopColor,
        background,
        gap: cell.clientWidth - link.offsetWidth,
        height: link.offsetHeight,
      };
    }),
  };
})()`;

interface Look {
  overflow: number;
  bold: number;
  links: { text: string; color: string; edge: string; background: string; gap: number; height: number }[];
}

/** `rgb(1, 2, 3)` as `#010203`. */
const hexOf = (color: string) =>
  `#${(color.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;

describe('A poll in mail in a browser', () => {
  const browser = useBrowser();
  let page: Page;
  before(async () => {
    page = await browser.newPage();
    await page.setViewportSize(PHONE);
  });

  for (const scheme of ['light', 'dark'] as const)
    it(`can be read and chosen in ${scheme} mode at the width of a phone`, async () => {
      await page.emulateMedia({ colorScheme: scheme });
      for (const [name, [head, body]] of Object.entries(DOCUMENTS)) {
        const html = `<!doctype html><html><head>${head}</head>${body}<p>Hello Ada,</p>{{{POLL}}}<p>Bye</p></body></html>`;
        await page.setContent(showPollInHtml(html, POLL, (number) => `https://mail.test/poll/${number}`));
        const look = (await page.evaluate(READ_LOOK)) as Look;
        expect([look.overflow, look.bold], name).to.deep.equal([0, 0]);
        expect(look.links.map(({ text }) => text)).to.deep.equal(POLL.options);
        for (const { color, edge, background, gap, height } of look.links) {
          expect(contrastOf(hexOf(color), hexOf(background)), `${name}: ${color}`).to.be.at.least(4.5);
          expect(contrastOf(hexOf(edge), hexOf(background)), `${name}: ${edge}`).to.be.at.least(3);
          expect(gap).to.equal(0);
          expect(height).to.be.at.least(44);
        }
        if (SCREENSHOT_DIRECTORY)
          await page.screenshot({
            path: `${SCREENSHOT_DIRECTORY}/poll-${name}-${scheme}.png`,
            fullPage: true,
          });
      }
    });
});
