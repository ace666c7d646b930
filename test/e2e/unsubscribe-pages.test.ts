// The unsubscribe and preference pages and those of polls in Chromium: at the width of a phone and by keyboard alone, in the colours of the
// account, with a contrast that people can read, and with requests only to this server and the logo's.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { contrastOf } from '../../shared/contract/unsubscribe-page/contrast.ts';
import { createVoterOf } from '../api/polls/voter.ts';
import { createPerson, type Person } from '../api/unsubscribes/person.ts';
import { useApp } from '../support/api/app.ts';
import { createTopic } from '../support/factories/contact-factories.ts';
import { useBrowser } from './support/browser.ts';

const SCREENSHOT_DIRECTORY = process.env['SCREENSHOT_DIRECTORY'];
const PHONE = { width: 320, height: 640 };
const DESKTOP = { width: 1_200, height: 800 };
const LOGO_URL = 'https://cdn.acme.test/logo.svg';
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="160"><rect width="900" height="160" fill="#ffb703"/></svg>';
const SETTINGS = {
  title: 'Your Acme emails',
  description: 'Choose what you hear from us.\nWe write once a week at most.',
  confirmation: 'You are always welcome back.',
  logo_url: LOGO_URL,
  sender_name: 'Acme Garden Tools',
  postal_address: 'Acme GmbH\nDonaudampfschifffahrtsgesellschaftsstraße 1\n12345 Springfield',
};
/** Dark, and an accent that hardly differs from the background. */
const COLORS = { background_color: '#12232e', text_color: '#8fa3ad', accent_color: '#14303f' };

/** What the page looks like, in its own words for colours. */
interface PageLook {
  texts: { text: string; color: string; background: string; opacity: string }[];
  /** HTML of targets that are too small. */
  small: string[];
}

// Scripts are texts, because this repository has no types of the browser.
const READ_FOCUS = `(() => {
  const element = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return { text: (element.closest('label') ?? element).textContent, outline: outlineStyle + ' ' + outlineWidth };
})()`;
const READ_LOOK = `(() => {
  const backgroundOf = (element) => {
    const color = getComputedStyle(element).backgroundColor;
    return color === 'rgba(0, 0, 0, 0)' ? backgroundOf(element.parentElement) : color;
  };
  const elements = [...document.body.querySelectorAll('*')];
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  // Plain pages have the controls of the dashboard, which are lower on a desk.
  const control = Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--control')) || 44;
  const heightMin = (element) => (element.matches('input') ? 20 : control);
  return {
    texts: elements.filter(hasText).map((element) => {
      const { color, opacity } = getComputedStyle(element);
      return { text: element.textContent, color, opacity, background: backgroundOf(element) };
    }),
    small: elements
      .filter((element) => element.matches('button, label, input[type=checkbox], input[type=radio]'))
      .filter((element) => element.getBoundingClientRect().height < heightMin(element))
      .map((element) => element.outerHTML),
  };
})()`;

describe('The unsubscribe pages in a browser', () => {
  const browser = useBrowser();
  const app = useApp();
  let person: Person;
  // The pages store nothing, so the tests share a tab; everything that goes wrong in it is remembered.
  let page: Page;
  const problems: string[] = [];
  const foreign = new Set<string>();
  before(async () => {
    page = await browser.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      // Chromium reports the status of a page that we expect to be broken.
      if (message.type() === 'error' && !message.text().includes('404')) problems.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(app.url)) foreign.add(request.url());
    });
    await page.route(LOGO_URL, (route) => route.fulfill({ contentType: 'image/svg+xml', body: LOGO }));
  });
  beforeEach(async () => {
    await page.setViewportSize(PHONE);
    foreign.clear();
    person = await createPerson(app, { topic: { name: 'Product news', description: 'What is new' } });
    const { accountId } = person.target;
    await createTopic(app.pool, accountId, { name: 'W'.repeat(50), description: 'long '.repeat(40) });
    await createTopic(app.pool, accountId, { name: 'Tips', defaultSubscription: 'opt_out' });
  });

  const shoot = async (name: string) => {
    if (SCREENSHOT_DIRECTORY)
      await page.screenshot({ path: `${SCREENSHOT_DIRECTORY}/unsubscribe-${name}.png`, fullPage: true });
  };
  /** A poll with long texts, whose results are public. */
  const ask = () =>
    createVoterOf(app, person.owner, {
      poll: {
        question: 'W'.repeat(50),
        labels: ['Good', 'long '.repeat(40), 'W'.repeat(50)],
        results: 'public',
      },
    });
  /** Moves the focus with the tab key until the element with this text or value has it. */
  const tabTo = async (text: string) => {
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press('Tab');
      const focus = await page.evaluate<{ text: string; outline: string }>(READ_FOCUS);
      if (!focus.text.includes(text)) continue;
      expect(focus.outline, text).to.equal('solid 2px');
      return;
    }
    expect.fail(`The tab key never reaches ${text}.`);
  };

  for (const [size, viewport] of [
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ] as const) {
    for (const [look, settings] of [
      ['plain', {}],
      ['own colours', { ...SETTINGS, ...COLORS }],
    ] as const) {
      it(`fit a ${size}, can be read and load nothing foreign: ${look}`, async () => {
        await person.owner.api.patch('/unsubscribe-page').send(settings).expect(200);
        await page.setViewportSize(viewport);
        const name = `${size}-${look.replace(' ', '-')}`;
        const check = async (what: string) => {
          await shoot(`${what}-${name}`);
          expect(await page.evaluate<number>('document.documentElement.scrollWidth'), what).to.equal(
            viewport.width,
          );
          expect(await unreadable(page), what).to.deep.equal([]);
        };
        await page.goto(app.url + person.unsubscribe);
        await check('question');
        await page.getByRole('button', { name: 'Unsubscribe' }).click();
        await page.getByRole('status').getByText('no longer receives Product news').waitFor();
        await check('result');
        await page.getByRole('link', { name: 'Choose which emails you receive' }).click();
        await page.getByRole('group', { name: 'Topics' }).waitFor();
        await check('preferences');
        await page.getByRole('button', { name: 'Unsubscribe from everything' }).click();
        await page.getByRole('status').getByText('is now unsubscribed from all emails').waitFor();
        await check('left');
        await page.goto(app.url + person.preferences);
        await page.getByRole('button', { name: 'Receive emails again' }).waitFor();
        await check('nothing');
        await page.goto(`${app.url}${person.unsubscribe}x`);
        await check('broken');
        await page.goto(app.url + (await ask()).pathOf(2));
        await check('poll');
        await page.getByRole('button', { name: 'Vote' }).click();
        await page.getByRole('region', { name: 'Results' }).waitFor();
        await check('voted');
        expect(problems).to.deep.equal([]);
        expect([...foreign]).to.deep.equal(look === 'plain' ? [] : [LOGO_URL]);
      });
    }
  }

  it('work by keyboard alone, with a focus that is seen', async () => {
    await page.goto(app.url + person.unsubscribe);
    await tabTo('Unsubscribe');
    await page.keyboard.press('Enter');
    await page.getByRole('status').waitFor();
    expect((await person.decisions()).choices).to.deep.equal({ [person.topicId]: 'opt_out by person' });
    await tabTo('Undo');
    await page.keyboard.press('Space');
    await page.getByText('now receives Product news').waitFor();
    await tabTo('Choose which emails');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).waitFor();
    await tabTo('Tips');
    await page.keyboard.press('Space');
    await tabTo('Save');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('now receives Tips').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Tips' }).isChecked()).to.equal(true);
    await tabTo('Do not track');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('are no longer tracked').waitFor();
    await page.getByRole('button', { name: 'Allow tracking again' }).waitFor();
    await tabTo('Unsubscribe from everything');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.goto(app.url + person.preferences);
    await tabTo('Receive emails again');
    await page.keyboard.press('Enter');
    await page.getByText('receives emails from this sender again').waitFor();
    expect((await person.decisions()).unsubscribed).to.equal(null);
    const poll = await ask();
    await page.goto(app.url + poll.pathOf(2));
    await tabTo('long');
    await page.keyboard.press('ArrowUp');
    await tabTo('Vote');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('has voted: Good').waitFor();
    expect(Object.values(await poll.votes())).to.deep.equal([1]);
    expect(problems).to.deep.equal([]);
  });

  it('have names, descriptions and one heading for those who do not see them', async () => {
    await page.goto(app.url + person.preferences);
    const tree = await page.locator('body').ariaSnapshot();
    for (const part of [
      '- main:',
      '- heading "Email preferences" [level=1]',
      '- group "Topics":',
      '- checkbox "Product news What is new" [checked]',
      '- region "Opens and clicks":',
      '- button "Do not track what I open and click"',
      '- region "Stop all emails":',
      '- button "Unsubscribe from everything"',
    ])
      expect(tree).to.include(part);
    expect(await page.locator('h1').count()).to.equal(1);
    expect(await page.locator('html').getAttribute('lang')).to.equal('en');
    expect(await page.title()).to.equal('Email preferences');
  });

  it('would be noticed with pale texts and small buttons', async () => {
    await page.goto('about:blank');
    await page.setContent(
      '<body style="background: #fff; color: #777"><p>Pale</p><button>Small</button><p style="color: #767676">Good</p>',
    );
    const found = await unreadable(page);
    expect(found).to.have.length(2);
    expect(found.join()).to.include('Pale').and.include('small: <button>').and.not.include('Good');
  });
});

/** Texts whose contrast with their background is below 4.5:1, and targets that are too small to tap. */
async function unreadable(page: Page): Promise<string[]> {
  const { texts, small } = await page.evaluate<PageLook>(READ_LOOK);
  expect(texts).to.have.length.above(1);
  const pale = texts.filter(
    ({ color, background, opacity }) => opacity !== '1' || contrastOf(hexOf(color), hexOf(background)) < 4.5,
  );
  return [...pale.map((text) => JSON.stringify(text)), ...small.map((html) => `small: ${html}`)];
}

/** `rgb(18, 35, 46)` → `#12232e` */
function hexOf(color: string): string {
  const parts = color.match(/\d+/g) ?? [];
  expect(parts, color).to.have.length(3);
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}
