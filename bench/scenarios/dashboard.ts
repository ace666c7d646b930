// Scenario `dashboard`: what a person waits for in the dashboard, and what it costs the service, with the real API,
// Postgres and Chromium, and an account of 100,000 emails.
import type { BrowserContext } from 'playwright-core';
import { timeBuild, timeFreshnessLooks } from '../dashboard/builds.ts';
import { contender } from '../dashboard/contender.ts';
import { timeEvents } from '../dashboard/events.ts';
import { BARE_PAGE, cpuOf, measureFirstRows, SHOWN_LISTS, wallOf } from '../dashboard/first-rows.ts';
import { countHiddenRequests, measureIdleBytes } from '../dashboard/hidden-tab.ts';
import { inTurns, takeTurns } from '../dashboard/in-turns.ts';
import { automationContenders } from '../dashboard/large-automation.ts';
import { timeMarkedContacts } from '../dashboard/marked-contacts.ts';
import { measureOpenLists, TABS } from '../dashboard/open-lists.ts';
import { timeRuleChanges } from '../dashboard/rule-changes.ts';
import { campaignContenders, prepareSentCampaign } from '../dashboard/sent-campaign.ts';
import {
  type DashboardService,
  EMAILS,
  openDashboardService,
  PAGE_SIZE,
  STORED,
} from '../dashboard/service.ts';
import {
  BARE,
  BARE_GUIDE,
  DASHBOARD,
  GUIDE,
  openProfile,
  timeFirstRow,
  timeFirstRowEver,
} from '../dashboard/tab.ts';
import { measureUpload } from '../dashboard/upload.ts';
import { timeWrittenCode } from '../dashboard/written-code.ts';
import { percentile } from '../load/percentile.ts';
import { monotonicMs } from '../monotonic.ts';
import { type Contender, posthornsOf, type Scenario } from '../scenario.ts';
import { createStoredTemplate } from './stored.ts';

const TEMPLATE = 'dashboard';
const COLD_BARE = 'bare page, empty cache, ms';
const COLD = 'first row, empty cache, ms';
const COLD_BARE_GUIDE = 'bare guide, empty cache, ms';
const COLD_GUIDE = 'first text of a guide, empty cache, ms';
const FIRST_PAGE = 'page 1, warm cache, ms';
const LAST_PAGE = 'page 2,000, ms';
const API_FIRST_PAGE = 'GET /emails, page 1, ms';
const API_LAST_PAGE = 'GET /emails, page 2,000, ms';
/** In each round of the bench. */
const TURNS = 15;
const API_TURNS = 100;
/** V8 keeps compiled code from the second load on. */
const WARM_UP = 3;
const HALF = 1 / 2;
const BYTES_OF_MB = 1_000_000;

/** Both run from `prepare` to `finish`. */
let service: DashboardService | undefined;
let profile: BrowserContext | undefined;

export const dashboard: Scenario = {
  name: 'dashboard',
  question: () =>
    `The dashboard in Chromium with ${EMAILS.toLocaleString('en-US')} emails, ${PAGE_SIZE} on a page: times are medians of a round.`,
  columns: [
    { title: 'figure', key: 'figure', digits: 2, spread: true },
    { title: 'largest', key: 'largest', digits: 2 },
    { title: 'requests/s', key: 'requestsPerSecond', digits: 1 },
    { title: 'Postgres, % of a core', key: 'postgresPercent', digits: 2 },
  ],
  compared: 'figure',
  async prepare(setting, servers) {
    const [variant] = posthornsOf(setting);
    if (!variant) return;
    await prepareSentCampaign(servers, variant);
    await createStoredTemplate(variant, { name: TEMPLATE, mails: STORED }, servers);
    service = await openDashboardService(servers, variant, TEMPLATE);
    profile = await openProfile(service);
    await takeTurns({ ...coldWorks(service), ...pageWorks(service, profile) }, WARM_UP);
    await measureFirstRows(profile, service.origin, WARM_UP);
  },
  async finish() {
    await service?.stop();
    service = undefined;
    profile = undefined;
  },
  contenders(setting) {
    const [variant] = posthornsOf(setting);
    return variant === undefined
      ? []
      : [
          ...createCompared(),
          createEvents(),
          createHidden(),
          createIdle(),
          ...createLists(),
          ...campaignContenders(variant, () => requireRunning().running),
          createMarks(),
          createRules(),
          ...createWritten(),
          ...automationContenders(requireRunning),
          ...createUploads(),
          ...createBuilds(),
        ];
  },
};

type Works = Readonly<Record<string, () => Promise<number>>>;

function coldWorks(running: DashboardService): Works {
  return {
    [COLD_BARE]: () => timeFirstRowEver(running, BARE),
    [COLD]: () => timeFirstRowEver(running, DASHBOARD),
    [COLD_BARE_GUIDE]: () => timeFirstRowEver(running, BARE_GUIDE),
    [COLD_GUIDE]: () => timeFirstRowEver(running, GUIDE),
  };
}

function pageWorks({ origin, lastPageAfter }: DashboardService, tabs: BrowserContext): Works {
  const { path, row } = DASHBOARD;
  const lastPage = { path: `${path}?after=${lastPageAfter}`, row };
  return {
    [FIRST_PAGE]: () => timeFirstRow(tabs, origin, DASHBOARD),
    [LAST_PAGE]: () => timeFirstRow(tabs, origin, lastPage),
  };
}

function apiWorks({ client, session, lastPageAfter }: DashboardService): Works {
  const time = async (path: string) => {
    const startedAtMs = monotonicMs();
    const headers = { cookie: `posthorn_session=${session}`, 'user-agent': 'posthorn-bench' };
    const { statusCode, body } = await client.request({ method: 'GET', path, headers });
    const { data } = (await body.json()) as { data?: unknown[] };
    const ms = monotonicMs() - startedAtMs;
    if (data?.length !== PAGE_SIZE) throw new Error(`${path} was answered with ${statusCode}.`);
    return ms;
  };
  return {
    [API_FIRST_PAGE]: () => time(`/emails?limit=${PAGE_SIZE}`),
    [API_LAST_PAGE]: () => time(`/emails?limit=${PAGE_SIZE}&after=${lastPageAfter}`),
  };
}

function createCompared(): Contender[] {
  const figuresOf = inTurns(async () => {
    const { running, tabs } = requireRunning();
    const firstRows = await measureFirstRows(tabs, running.origin, TURNS);
    const pages = await takeTurns({ ...coldWorks(running), ...pageWorks(running, tabs) }, TURNS);
    const answers = await takeTurns(apiWorks(running), API_TURNS);
    const medians = [...pages, ...answers].map(
      ([name, times]) => [name, { figure: percentile(times, HALF) }] as const,
    );
    return new Map([...firstRows, ...medians]);
  });
  const create = (name: string, dividedBy: Contender['dividedBy'] = {}, wanted?: string) =>
    contender(name, () => figuresOf(name), { dividedBy, wanted });
  return [
    create(COLD_BARE),
    create(COLD, { '× bare page': COLD_BARE }, '≤ 3.8 ×'),
    create(COLD_BARE_GUIDE),
    create(COLD_GUIDE, { '× bare guide': COLD_BARE_GUIDE }, '≤ 1.5 ×'),
    create(cpuOf(BARE_PAGE)),
    ...SHOWN_LISTS.map((list) => create(cpuOf(list), { '× bare page': cpuOf(BARE_PAGE) }, '≤ 125')),
    create(wallOf(BARE_PAGE)),
    ...SHOWN_LISTS.map((list) => create(wallOf(list), { '× bare page': wallOf(BARE_PAGE) }, '≤ 3.8 ×')),
    create(FIRST_PAGE),
    create(LAST_PAGE, { '× page 1': FIRST_PAGE }, '≤ 1.2 ×'),
    create(API_FIRST_PAGE),
    create(API_LAST_PAGE, { '× page 1': API_FIRST_PAGE }, '≤ 1.2 ×'),
  ];
}

function createEvents(): Contender {
  const measure = async () => {
    const { running, tabs } = requireRunning();
    const times = await timeEvents(running, tabs);
    return { figure: percentile(times, HALF), largest: Math.max(...times) };
  };
  return contender('an event on the screen, ms', measure, { wanted: 'largest ≤ 2,000' });
}

function createHidden(): Contender {
  const measure = async () => {
    const { running, tabs } = requireRunning();
    return { figure: await countHiddenRequests(running, tabs) };
  };
  return contender('requests of a tab that is hidden for 30 s', measure, { wanted: '0' });
}

function createLists(): Contender[] {
  const [idle, withMail] = ['idle', 'with mail each second'].map(
    (how) => `${TABS} open lists, ${how}, % of a core of the API`,
  ) as [string, string];
  const figuresOf = inTurns(async () => {
    const { running, tabs } = requireRunning();
    const costs = await measureOpenLists(running, tabs);
    const figures = ({ corePercent: figure, ...others }: (typeof costs)['idle']) => ({ figure, ...others });
    return new Map([
      [idle, figures(costs.idle)],
      [withMail, figures(costs.withMail)],
    ]);
  });
  return [
    contender(idle, () => figuresOf(idle), { wanted: '≤ 1' }),
    contender(withMail, () => figuresOf(withMail), { wanted: '≤ 5' }),
  ];
}

function createIdle(): Contender {
  const measure = async () => {
    const { running, tabs } = requireRunning();
    return { figure: (await measureIdleBytes(running, tabs)) / BYTES_OF_MB };
  };
  return contender('an idle tab reads in an hour, MB', measure, { wanted: '≤ 1' });
}

function createMarks(): Contender {
  const measure = async () => {
    const { running, tabs } = requireRunning();
    return { figure: await timeMarkedContacts(running, tabs) };
  };
  return contender(`${PAGE_SIZE} marked contacts join a segment, s`, measure, { wanted: '≤ 3' });
}

function createRules(): Contender {
  const measure = async () => {
    const { running, tabs } = requireRunning();
    return { figure: await timeRuleChanges(running, tabs) };
  };
  return contender('a changed rule to its count among 100,000 contacts, ms', measure, { wanted: '≤ 900' });
}

function createWritten(): Contender[] {
  const [letter, preview] = [
    'a letter in 100 KB of code, p95, ms',
    'the preview of it after the last key, ms',
  ] as const;
  const figuresOf = inTurns(async () => {
    const { running, tabs } = requireRunning();
    const { letterMs, previewMs } = await timeWrittenCode(running, tabs);
    return new Map([
      [letter, { figure: letterMs }],
      [preview, { figure: previewMs }],
    ]);
  });
  return [
    contender(letter, () => figuresOf(letter), { wanted: '≤ 50' }),
    contender(preview, () => figuresOf(preview), { wanted: '≤ 1,000' }),
  ];
}

function createUploads(): Contender[] {
  const [time, memory] = ['a file of 200 MB is sent, s', 'memory of the tab that sends it, MB'] as const;
  const figuresOf = inTurns(async () => {
    const { running, tabs } = requireRunning();
    const { seconds, tabMb } = await measureUpload(running, tabs);
    return new Map([
      [time, { figure: seconds }],
      [memory, { figure: tabMb }],
    ]);
  });
  return [
    contender(time, () => figuresOf(time)),
    contender(memory, () => figuresOf(memory), { wanted: '≤ 150' }),
  ];
}

function createBuilds(): Contender[] {
  const looks = async () => {
    const times = await timeFreshnessLooks();
    return { figure: percentile(times, HALF), largest: Math.max(...times) };
  };
  return [
    contender('a build where there is none, s', async () => ({ figure: await timeBuild() }), {
      wanted: '≤ 10',
    }),
    contender('whether the build is fresh, s', looks, { wanted: '≤ 0.5' }),
  ];
}

function requireRunning(): { running: DashboardService; tabs: BrowserContext } {
  if (!service || !profile) throw new Error('The service of the dashboard does not run.');
  return { running: service, tabs: profile };
}
