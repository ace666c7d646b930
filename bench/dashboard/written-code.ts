// Letters that a person types into a large template of code: how long each takes from its key to the screen, and how long the
// preview takes after the last key. The page waits 0.4 s of that for one to stop typing.
import type { BrowserContext, Page } from 'playwright-core';
import { percentile } from '../load/percentile.ts';
import { monotonicMs } from '../monotonic.ts';
import { postAsProgram } from './post.ts';
import type { DashboardService } from './service.ts';
import { withTab } from './tab.ts';

const KIB = 1024;
const CODE_BYTES = 100 * KIB;
const LINE = '<tr><td style="padding: 8px 0;">A line of {{ NAME }}, as mail has many of.</td></tr>\n';
/** The interval of fast typing. */
const KEY_EVERY_MS = 90;
const WORDS = 'Mail that people read, ';
const TURNS = 5;
const MOST = 0.95;
const HALF = 1 / 2;

/** The times that a person waits for. */
interface WrittenCode {
  /** The time of nearly all letters (p95). */
  letterMs: number;
  /** The time of half of the previews. */
  previewMs: number;
}

/** Measures both in a template of 100 KB. */
export async function timeWrittenCode(
  service: DashboardService,
  profile: BrowserContext,
): Promise<WrittenCode> {
  const html = `<table>\n${LINE.repeat(Math.ceil(CODE_BYTES / LINE.length))}</table>\n`;
  const variables = [{ key: 'NAME', type: 'string', fallback_value: 'friend' }];
  const { id } = await postAsProgram(service, '/templates', { name: 'Large', html, variables });
  return await withTab(profile, async (tab) => {
    await tab.goto(`${service.origin}/app/templates/${id}/edit`);
    const code = tab.getByRole('textbox', { name: 'HTML', exact: true });
    await code.waitFor();
    await tab.evaluate(HEAR_KEYS);
    await code.focus();
    await tab.keyboard.press('Control+Home');
    const previews: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) previews.push(await write(tab, `turn ${turn}.`));
    const letters = (await tab.evaluate('window.letterTimes')) as number[];
    return { letterMs: percentile(letters, MOST), previewMs: percentile(previews, HALF) };
  });
}

/** In the page: `window.letterTimes`, each from the key that was pressed to the frame that has been drawn after it. */
export const HEAR_KEYS = `window.letterTimes = [];
  addEventListener('keydown', ({ timeStamp, key }) => {
    if (key.length > 1) return;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.letterTimes.push(performance.now() - timeStamp);
      port2.postMessage(0);
    });
  }, true);`;

/** @returns milliseconds from the last key to its preview */
async function write(tab: Page, end: string): Promise<number> {
  await tab.keyboard.type(WORDS + end, { delay: KEY_EVERY_MS });
  const writtenAtMs = monotonicMs();
  const mail = tab.frameLocator('iframe[title="The mail"]:not([data-waiting=true])');
  await mail.getByText(end).first().waitFor();
  return monotonicMs() - writtenAtMs;
}
