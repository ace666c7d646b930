// The page of a campaign while 5,000 mails of it leave in a minute: how late it is with what was delivered, and what its script costs.
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession } from 'playwright-core';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { createIds } from '../../shared/platform/time/ids.ts';
import { sendCampaign } from '../campaigns/sent-campaigns.ts';
import { createAudienceDatabase } from '../campaigns/stored-audience.ts';
import { SINGLE } from '../load/shape.ts';
import { type Run, withRun } from '../run.ts';
import type { Contender } from '../scenario.ts';
import type { Servers } from '../servers/start.ts';
import { urlOf, type Variant } from '../variant.ts';
import { contender } from './contender.ts';
import { inTurns } from './in-turns.ts';
import { type DashboardService, readAccountId, signIn } from './service.ts';
import { openProfile, withTab } from './tab.ts';

/** The data of the campaign that a person sees. */
interface SentCampaign {
  /** The longest time for which the page showed a number when more had been delivered. */
  lateMs: number;
  /** Per cent of a core that the main thread of the tab works, and of it what runs script. */
  taskPercent: number;
  scriptPercent: number;
}

const CAMPAIGN_RECIPIENTS = 5_000;
const TEMPLATE = 'dashboard-campaign';
/** All of them in a minute. */
const MAILS_AN_HOUR = 60 * CAMPAIGN_RECIPIENTS;
const HTML_BYTES = 2_000;
const PROCESSES = { api: 1, send: 0, bulk: 1 };
const LOOK_MS = 50;
/** A longer wait means broken, not slow. */
const PATIENCE_MS = 180_000;
const PERCENT = 100;

/** The number that is delivered, from this time on, by the clock of the machine. */
interface Counted {
  atMs: number;
  count: number;
}

/** Makes its database: once, before `measureSentCampaign`. */
export async function prepareSentCampaign(servers: Servers, variant: Variant): Promise<void> {
  await createAudienceDatabase(servers, variant, { name: TEMPLATE, contacts: CAMPAIGN_RECIPIENTS });
}

/** The figures. */
export function campaignContenders(variant: Variant, running: () => DashboardService): Contender[] {
  const recipients = CAMPAIGN_RECIPIENTS.toLocaleString('en-US');
  const [late, work, script] = [
    'its page is late by, at most, ms',
    'work of its page, % of a core',
    'of that script, % of a core',
  ].map((figure) => `a campaign of ${recipients} is sent: ${figure}`) as [string, string, string];
  const figuresOf = inTurns(async () => {
    const { servers, browser } = running();
    const seen = await measureSentCampaign(servers, variant, browser);
    return new Map([
      [late, { figure: seen.lateMs }],
      [work, { figure: seen.taskPercent }],
      [script, { figure: seen.scriptPercent }],
    ]);
  });
  return [
    contender(late, () => figuresOf(late), { wanted: '≤ 3,000' }),
    contender(work, () => figuresOf(work)),
    contender(script, () => figuresOf(script), { wanted: '≤ 5' }),
  ];
}

/** Sends one, and watches its page. */
function measureSentCampaign(servers: Servers, variant: Variant, browser: Browser): Promise<SentCampaign> {
  const plan = { variant, shape: SINGLE, htmlBytes: HTML_BYTES, processes: PROCESSES, template: TEMPLATE };
  return withRun(plan, servers, async (run) => {
    const { target } = run.running;
    const [apiUrl = ''] = target.protocol === 'http' ? target.urls : [];
    const front = await servers.startProcess({
      name: 'front',
      command: ['bench/dashboard/front-main.ts', apiUrl],
    });
    const { database } = run;
    const session = await signIn(database, createIds(createSystemClock()), await readAccountId(database));
    const profile = await openProfile({ browser, origin: urlOf(front), session });
    try {
      return await watch(run, profile, urlOf(front));
    } finally {
      await profile.close();
      await front.stop();
    }
  });
}

async function watch(run: Run, profile: BrowserContext, origin: string): Promise<SentCampaign> {
  const kind = { isTracked: true, hasUtm: false, ratePerHour: MAILS_AN_HOUR };
  const { id } = await sendCampaign(run, kind);
  return await withTab(profile, async (tab) => {
    await tab.goto(`${origin}/app/campaigns/${id}`);
    await tab.evaluate(HEAR_NUMBERS);
    const browser = await profile.newCDPSession(tab);
    await browser.send('Performance.enable', { timeDomain: 'threadTicks' });
    const first = await workOf(browser);
    const delivered = await countUntilDone(run);
    while (Number(await tab.evaluate('window.shown.at(-1).count')) < CAMPAIGN_RECIPIENTS)
      await pause(LOOK_MS);
    const last = await workOf(browser);
    const shown = await tab.evaluate<Counted[]>('window.shown');
    const share = (work: 'task' | 'script') =>
      (PERCENT * (last[work] - first[work])) / (last.atSeconds - first.atSeconds);
    return {
      lateMs: longestLate(delivered, shown),
      taskPercent: share('task'),
      scriptPercent: share('script'),
    };
  });
}

/** In the page: each number of its first sentence ("1,204 of 5,000 got it so far"), once it has been drawn. */
const HEAR_NUMBERS = `new Promise((resolve) => {
  window.shown = [];
  const look = () => {
    const texts = [...document.querySelectorAll('p')].map(({ textContent }) => textContent);
    const [, number] = texts.map((text) => /^(None|[\\d,]+)(?: of [\\d,]+)? got it/.exec(text)).find(Boolean) ?? [];
    if (number === undefined) return;
    const count = number === 'None' ? 0 : Number(number.replaceAll(',', ''));
    if (window.shown.at(-1)?.count === count) return;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { window.shown.push({ atMs: Date.now(), count }); resolve(); };
    requestAnimationFrame(() => port2.postMessage(0));
  };
  new MutationObserver(look).observe(document, { childList: true, characterData: true, subtree: true });
  look();
})`;

async function countUntilDone({ plan, database, startedAt }: Run): Promise<Counted[]> {
  const counted: Counted[] = [];
  const endsAtMs = Date.now() + PATIENCE_MS;
  while (Date.now() < endsAtMs) {
    const count = (await plan.variant.countDone?.(database, startedAt)) ?? 0;
    if (counted.at(-1)?.count !== count) counted.push({ atMs: Date.now(), count });
    if (count >= CAMPAIGN_RECIPIENTS) return counted;
    await pause(LOOK_MS);
  }
  throw new Error(`${counted.at(-1)?.count} of ${CAMPAIGN_RECIPIENTS} mails were delivered in time.`);
}

/** A number is late from the time at which more were delivered until the page shows another one. */
function longestLate(delivered: readonly Counted[], shown: readonly Counted[]): number {
  const times = shown.slice(1).map(({ atMs }, place) => {
    const before = shown[place]?.count ?? 0;
    const more = delivered.find(({ count }) => count > before);
    return more ? atMs - more.atMs : 0;
  });
  return Math.max(...times);
}

interface Work {
  atSeconds: number;
  task: number;
  script: number;
}

const METRICS = new Map<string, keyof Work>([
  ['Timestamp', 'atSeconds'],
  ['TaskDuration', 'task'],
  ['ScriptDuration', 'script'],
]);

/** The work of the main thread so far, in seconds. */
async function workOf(browser: CDPSession): Promise<Work> {
  const { metrics } = await browser.send('Performance.getMetrics');
  const found = metrics.flatMap(({ name, value }) => {
    const work = METRICS.get(name);
    return work ? [[work, value] as const] : [];
  });
  if (found.length !== METRICS.size) throw new Error('The browser does not say how long its tasks took.');
  return { atSeconds: 0, task: 0, script: 0, ...Object.fromEntries(found) };
}
