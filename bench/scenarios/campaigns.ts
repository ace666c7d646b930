// Scenario `campaigns`: a campaign to a whole audience, with ten merge fields, plain and tracked, against plain mails of the
// same bytes in batches; its audience against one bare INSERT … SELECT of the same rows; and single mails that are timed at that time.
// Measures messages per second, and the memory of the process that sends it.
import { setTimeout as pause } from 'node:timers/promises';
import { countSent, insertBareAudience, sendCampaign } from '../campaigns/sent-campaigns.ts';
import { type CampaignKind, createAudienceDatabase } from '../campaigns/stored-audience.ts';
import { percentile } from '../load/percentile.ts';
import { BATCH, SINGLE } from '../load/shape.ts';
import { measureLoad, perSecond } from '../measure-load.ts';
import { monotonicMs } from '../monotonic.ts';
import { createInspectedProcesses } from '../processes/inspected.ts';
import { deliver, type Run, withRun } from '../run.ts';
import {
  type Contender,
  ONE_OF_EACH,
  posthornsOf,
  type RunResult,
  type Scenario,
  type Setting,
} from '../scenario.ts';
import { openDatabase } from '../servers/open-database.ts';
import type { Servers } from '../servers/start.ts';
import type { Variant } from '../variant.ts';
import { DELIVERED, deliverLoad } from './deliver.ts';
import { timeMails } from './idle.ts';

const DATABASE = 'campaigns';
const BARE = 'INSERT … SELECT';
/** As many that work as batches have: what accepts, and what sends. */
const PROCESSES = { api: 1, send: 0, bulk: 2 };
const WITH_SINGLES = { api: 1, send: 1, bulk: 1 };
const SENDER = 'bulk';
const TRACKED = 'campaign, tracked';
/** Mails that are timed one after the other, before it is asked whether the campaign has ended. */
const TIMED = 5;
/** The part of the recipients after which memory is read first. */
const FIRST_PART = 0.25;
const POLL_MS = 100;

export const campaigns: Scenario = {
  name: 'campaigns',
  question: ({ contactCounts: [, count] }) =>
    `A campaign to ${count.toLocaleString('en-US')} contacts with ten merge fields, against plain mails of the same bytes in batches of 100 over 4 connections: delivered a second; recipients of the audience a second; the median and p99 of a single mail at that time, and how many times those of the idle service; growth of the memory of the process that sends it.`,
  columns: [
    { title: 'delivered/s', key: DELIVERED, digits: 0, spread: true },
    { title: 'audience/s', key: 'audience', digits: 0 },
    { title: 'single ms', key: 'single', digits: 1 },
    { title: '× idle', key: 'singleRatio', digits: 2 },
    { title: 'p99 × idle', key: 'p99Ratio', digits: 2 },
    { title: 'RSS +%', key: 'growth', digits: 1 },
  ],
  compared: DELIVERED,
  async prepare(setting, servers) {
    const [variant] = posthornsOf(setting);
    const [, contacts] = setting.options.contactCounts;
    if (variant) await createAudienceDatabase(servers, variant, { name: DATABASE, contacts });
  },
  contenders: (setting) => {
    const variants = posthornsOf(setting);
    return variants.length > 0
      ? [bare(setting), ...variants.flatMap((variant) => contendersOf(variant, setting))]
      : [];
  },
};

function bare({ options: { contactCounts } }: Setting): Contender {
  const [, count] = contactCounts;
  return {
    name: BARE,
    dividedBy: {},
    async measure({ databases }) {
      const database = openDatabase(await databases.clone('bare', DATABASE));
      await databases.checkpoint();
      const audience = await insertBareAudience(database, count);
      await database.end();
      await databases.drop('bare');
      return { contender: BARE, figures: { audience }, cpuPerMessage: {}, statements: [], messages: count };
    },
  };
}

function contendersOf(variant: Variant, { options }: Setting): Contender[] {
  const [, count] = options.contactCounts;
  const { htmlBytes } = options;
  const batches = `${variant.name}, batches`;
  const campaign = (
    words: string,
    wanted: string,
    plan: Omit<MeasuredCampaign, 'variant' | 'options' | 'name'>,
    without?: string,
  ) => {
    const name = `${variant.name}, ${words}`;
    return {
      name,
      wanted,
      dividedBy: { '× batches': batches, ...(without && { '× without': `${variant.name}, ${without}` }) },
      measure: (servers: Servers) => measureCampaign(servers, { variant, options, name, ...plan }),
    };
  };
  const rate = { isTracked: false, hasUtm: false, hasSingles: false };
  return [
    {
      name: batches,
      dividedBy: {},
      measure: (servers) =>
        withRun(
          { variant, shape: BATCH, htmlBytes, processes: ONE_OF_EACH, template: DATABASE },
          servers,
          async (run) => {
            await deliver(run, options.warmUp);
            return { contender: batches, ...(await measureLoad(run, () => deliverLoad(run, count))) };
          },
        ),
    },
    campaign('campaign', `≥ 0.9 ×; audience ≥ 0.3 × ${BARE}; RSS ≤ +5 %`, rate),
    campaign(TRACKED, '≥ 0.8 ×', { ...rate, isTracked: true }),
    campaign(`${TRACKED}, utm`, '≥ 0.95 × tracked', { ...rate, isTracked: true, hasUtm: true }, TRACKED),
    campaign('campaign and single mails', 'single ≤ 3 × idle, p99 ≤ 10 ×', { ...rate, hasSingles: true }),
  ];
}

interface MeasuredCampaign extends CampaignKind {
  variant: Variant;
  options: Setting['options'];
  name: string;
  /** Single mails are timed while it is sent. */
  hasSingles: boolean;
}

async function measureCampaign(
  servers: Servers,
  { variant, options, name, hasSingles, ...kind }: MeasuredCampaign,
): Promise<RunResult> {
  const [, count] = options.contactCounts;
  const { startProcess, memoryAfterCollection } = createInspectedProcesses(servers.startProcess);
  const plan = {
    variant,
    shape: SINGLE,
    htmlBytes: options.htmlBytes,
    template: DATABASE,
    processes: hasSingles ? WITH_SINGLES : PROCESSES,
  };
  return await withRun({ ...plan, startProcess }, servers, async (run) => {
    const idle = hasSingles ? await timeIdle(run, options) : [];
    const times: number[] = [];
    let growth = Number.NaN;
    const measured = await measureLoad(run, async () => {
      const sent = await sendCampaign(run, kind);
      const memory = async () => (await memoryAfterCollection())[SENDER] ?? Number.NaN;
      const wait = hasSingles
        ? async () => void times.push(...(await timeMails(run, TIMED)))
        : () => pause(POLL_MS);
      const ended = await waitUntilSent(run, { id: sent.id, count, wait, memory });
      growth = ended.growth;
      const figures = {
        [DELIVERED]: perSecond(count, ended.doneAtMs - sent.takenAtMs),
        audience: perSecond(count, sent.takenAtMs - sent.beganAtMs),
      };
      return { figures, messages: count };
    });
    const figures = { ...measured.figures, growth, ...(hasSingles && compareTimes(idle, times)) };
    return { contender: name, ...measured, figures };
  });
}

async function timeIdle(run: Run, options: Setting['options']): Promise<number[]> {
  await deliver(run, options.warmUp);
  return await timeMails(run, options.idleMails);
}

/** Memory is read after a part of the mails, and at the end. */
async function waitUntilSent(
  run: Run,
  {
    id,
    count,
    wait,
    memory,
  }: { id: string; count: number; wait: () => Promise<void>; memory: () => Promise<number> },
): Promise<{ doneAtMs: number; growth: number }> {
  let first: number | undefined;
  for (;;) {
    await wait();
    const sent = await countSent(run.database, id);
    const doneAtMs = monotonicMs();
    if (sent >= count) return { doneAtMs, growth: 100 * ((await memory()) / (first ?? Number.NaN) - 1) };
    if (first === undefined && sent >= count * FIRST_PART) first = await memory();
  }
}

function compareTimes(idle: readonly number[], loaded: readonly number[]): Record<string, number> {
  const single = percentile([...loaded], 0.5);
  return {
    single,
    singleRatio: single / percentile([...idle], 0.5),
    p99Ratio: percentile([...loaded], 0.99) / percentile([...idle], 0.99),
  };
}
