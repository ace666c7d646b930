// Looks at a page in every way that people see it: axe (WCAG 2.2 A and AA) in light on a desk and in dark on a phone (what
// fits does not depend on the colours, nor a colour on the width), sideways scrolling at 320 px and at 200 % zoom of a
// desk, the number of elements, and how far they move until the page is whole. The page is opened once and then changes
// its size and colours, because to open it takes longer than to look. `npm test` looks with axe at each page in one of the
// two ways: all pages have the same components, and the gallery of these has both ways.
import { expect } from 'chai';
import { IS_LONG } from '../../support/extent.ts';
import type { Tab } from './tab.ts';

const LOOKS = [
  { width: 1280, theme: 'light' },
  { width: 375, theme: 'dark' },
] as const;
type Look = (typeof LOOKS)[number];
/** The id in a name. */
const VARYING = /[\da-f]{8}-[\da-f-]{27}/g;
/** The narrowest phone, and a desk of 1,280 px at 200 %. */
const NARROW = [320, 640] as const;
const HEIGHT = 800;
const ELEMENTS_MAX = 1_500;
const ELEMENTS_MIN = 5;
const SHIFT_MAX = 0.02;

/** What is inspected. @param name for messages and screenshots */
interface Inspected {
  name: string;
  path: string;
  /** All components, with things that wait, on purpose. */
  isGallery?: boolean;
  /** By a load: what was read before would be shown, and dimmed, until it is read again. */
  isLoaded?: boolean;
}

/** Opens a page and fails for anything that is wrong with it. */
export async function inspect(tab: Tab, inspected: Inspected): Promise<void> {
  const { name, path, isGallery = false, isLoaded = IS_LONG } = inspected;
  const { page } = tab;
  await (isLoaded ? tab.load(path) : tab.open(path));
  if (!isGallery) {
    await tab.settled();
    expect(await tab.readShift(), `${name} moves until it is whole`).to.be.at.most(SHIFT_MAX);
  }
  await look(tab, name, isGallery ? LOOKS : looksAt(name));
  await page.setViewportSize({ width: 1280, height: HEIGHT });
  const elements = await page.evaluate<number>('document.querySelectorAll("body *").length');
  expect(elements, name).to.be.within(ELEMENTS_MIN, isGallery ? Infinity : ELEMENTS_MAX);
  expect(tab.problems.splice(0), name).to.deep.equal([]);
}

/** Looks at the page that is open: axe, and whether it fits. @param name as above */
export function inspectOpen(tab: Tab, name: string): Promise<void> {
  return look(tab, name, looksAt(name));
}

/** By its name, so that a page is looked at in the same way in each run; half of the pages in each. */
function looksAt(name: string): readonly Look[] {
  const letters = [...name.replaceAll(VARYING, '')].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return LOOKS.filter((_, place) => IS_LONG || place === letters % LOOKS.length);
}

async function look(tab: Tab, name: string, looks: readonly Look[]): Promise<void> {
  const { page } = tab;
  for (const { width, theme } of looks) {
    const look = `${name}-${theme}-${width}`;
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: HEIGHT });
    await tab.shoot(look);
    expect(await tab.findFaults(), look).to.deep.equal([]);
    await tab.expectNoSidewaysScroll(look);
  }
  for (const width of NARROW) {
    await page.setViewportSize({ width, height: HEIGHT });
    await tab.expectNoSidewaysScroll(`${name} at ${width} px`);
  }
}
