// The editor of an automation of 150 steps: how long its graph takes to be drawn, and a letter that is typed into the form of one of
// its steps, which changes a box and leaves the structure as it is.
import type { BrowserContext, Page } from 'playwright-core';
import { SENDER_DOMAIN } from '../load/mail.ts';
import { percentile } from '../load/percentile.ts';
import type { Contender } from '../scenario.ts';
import { contender } from './contender.ts';
import { inTurns } from './in-turns.ts';
import { postAsProgram } from './post.ts';
import type { DashboardService } from './service.ts';
import { untilPainted, withTab } from './tab.ts';
import { HEAR_KEYS } from './written-code.ts';

/** The steps, with the trigger. */
const STEPS = 150;
const BRANCHES = 40;
const TURNS = 7;
const LETTERS = 'as long as it may be, and no longer';
/** The interval of fast typing. */
const KEY_EVERY_MS = 90;
const HALF = 1 / 2;
const MOST = 0.95;

/** The figures. @param running of the scenario, while it runs */
export function automationContenders(
  running: () => { running: DashboardService; tabs: BrowserContext },
): Contender[] {
  const shapes = { 'in a line': inALine(), [`in ${BRANCHES} branches`]: inBranches() };
  return Object.entries(shapes).flatMap(([shape, graph]) => {
    const [drawn, letter] = [
      `${STEPS} steps ${shape} are drawn, ms`,
      `a letter in the form of one of them, ${shape}, p95, ms`,
    ] as const;
    const figuresOf = inTurns(async () => {
      const { running: service, tabs } = running();
      const seen = await measureAutomation(service, tabs, graph);
      return new Map([
        [drawn, { figure: seen.drawnMs }],
        [letter, { figure: seen.letterMs }],
      ]);
    });
    return [
      contender(drawn, () => figuresOf(drawn), { wanted: '≤ 250' }),
      contender(letter, () => figuresOf(letter), { wanted: '≤ 50' }),
    ];
  });
}

async function measureAutomation(service: DashboardService, profile: BrowserContext, graph: object) {
  const { id } = await postAsProgram(service, '/automations', {
    name: 'Large',
    domain: SENDER_DOMAIN,
    trigger: 'order.paid',
    ...graph,
  });
  return await withTab(profile, async (tab) => {
    await tab.goto(`${service.origin}/app/automations/${id}/edit`);
    await tab.evaluate(untilPainted(ALL_DRAWN));
    const times: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) times.push(await timeDrawing(tab));
    await tab.locator('[data-step="step-1"]').click();
    await tab.evaluate(HEAR_KEYS);
    await tab.getByLabel('How long it waits').focus();
    await tab.keyboard.type(LETTERS, { delay: KEY_EVERY_MS });
    const letters = (await tab.evaluate('window.letterTimes')) as number[];
    return { drawnMs: percentile(times, HALF), letterMs: percentile(letters, MOST) };
  });
}

/** Each box of a drawing has a place, and none of the outline has. */
const ALL_DRAWN = `document.querySelectorAll('[class*=place] > [data-step]').length === ${STEPS}`;
const NONE_DRAWN = `document.querySelectorAll('[class*=place] > [data-step]').length === 0`;
const choose = (view: string) =>
  `[...document.querySelectorAll('label')].find(({ textContent }) => textContent === '${view}').click()`;

/** From the choice of the graph, in place of the outline, to the frame in which all of it is seen. */
async function timeDrawing(tab: Page): Promise<number> {
  await tab.evaluate(`(() => { ${choose('Outline')}; return ${untilPainted(NONE_DRAWN)}; })()`);
  return await tab.evaluate<number>(
    `(() => { const at = performance.now(); ${choose('Graph')}; return ${untilPainted(ALL_DRAWN)}.then((now) => now - at); })()`,
  );
}

const pause = (number: number) => ({
  key: `step-${number}`,
  type: 'delay',
  config: { duration: `${(number % 30) + 1} days` },
});

function inALine() {
  return { steps: Array.from({ length: STEPS - 1 }, (_, number) => pause(number)) };
}

/** Each condition has two pauses, or the next condition, after it. */
function inBranches() {
  const rule = { type: 'rule', field: 'event.paid', operator: 'eq', value: true };
  const asked = Array.from({ length: BRANCHES }, (_, number) => `ask-${number}`);
  const pauses = Array.from({ length: STEPS - 1 - BRANCHES }, (_, number) => pause(number));
  const way = (from: string, to: string, type: string) => ({ from, to, type });
  return {
    steps: [...asked.map((key) => ({ key, type: 'condition', config: rule })), ...pauses],
    connections: [
      way('trigger', 'ask-0', 'default'),
      ...asked.map((key, number) => way(key, `step-${number}`, 'condition_met')),
      ...asked.slice(1).map((key, number) => way(`ask-${number}`, key, 'condition_not_met')),
      ...pauses.slice(BRANCHES).map(({ key }, number) => way(`step-${number}`, key, 'default')),
    ],
  };
}
