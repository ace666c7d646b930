// Scenario `clicks`: the page of a tracked link against POST /emails, both with the API alone. A click is answered without
// the database and recorded a moment later, so it should cost a fraction of a mail, and one connection for all of them.
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../shared/platform/db/connect.ts';
import { SINGLE } from '../load/shape.ts';
import { measureLoad, perSecond } from '../measure-load.ts';
import { type Run, send, withRun } from '../run.ts';
import { type Contender, posthornsOf, type RunResult, type Scenario, type Setting } from '../scenario.ts';
import { queryCount, type Variant } from '../variant.ts';
import { ANSWERED, measureAnswered } from './measure-answered.ts';

const CONNECTIONS = 'connections';
/** A click takes a fraction of the time of a mail, so more of them are needed to measure it. */
const CLICKS_PER_MAIL = 5;
const LINKS = 10;
const RECORDED_WITHIN_MS = 30_000;
const POLL_MS = 50;
/** The connections of the API but those of accepting. */
const COUNT_CONNECTIONS = `SELECT count(*) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'posthorn web'`;

export const clicks: Scenario = {
  name: 'clicks',
  question: () =>
    `The API alone, ${SINGLE.connections} connections: clicks on tracked links, each on another one, and mails.`,
  columns: [
    { title: 'answered/s', key: ANSWERED, digits: 0, spread: true },
    { title: 'p50 ms', key: 'p50', digits: 1 },
    { title: 'p99 ms', key: 'p99', digits: 1 },
    { title: 'connections', key: CONNECTIONS, digits: 0 },
  ],
  compared: ANSWERED,
  contenders: (setting) =>
    posthornsOf(setting).flatMap((variant) => [ofMails(setting, variant), ofClicks(setting, variant)]),
};

const mailsOf = ({ name }: Variant) => `${name}, mails`;

function planOf({ options: { htmlBytes } }: Setting, variant: Variant) {
  return { variant, shape: SINGLE, htmlBytes, processes: { api: 1, send: 0 } };
}

function ofMails(setting: Setting, variant: Variant): Contender {
  return {
    name: mailsOf(variant),
    dividedBy: {},
    measure: (servers) =>
      withRun(planOf(setting, variant), servers, async (run) => ({
        contender: mailsOf(variant),
        ...(await measureAnswered(run, setting.options, variant.countAccepted)),
      })),
  };
}

function ofClicks(setting: Setting, variant: Variant): Contender {
  const contender = `${variant.name}, clicks`;
  return {
    name: contender,
    dividedBy: { '× mails': mailsOf(variant) },
    wanted: '≥ 3 × mails, ≤ 1 connection',
    measure: (servers) =>
      withRun(planOf(setting, variant), servers, async (run) => ({
        contender,
        ...(await measureClicks(run, setting)),
      })),
  };
}

async function measureClicks(run: Run, { options }: Setting): Promise<Omit<RunResult, 'contender'>> {
  const warmUp = options.warmUp;
  const requests = options.mails * CLICKS_PER_MAIL;
  const mails = Math.ceil((warmUp + requests) / LINKS);
  const paths = await run.plan.variant.storeTrackedMails?.(run.database, { mails, links: LINKS });
  const { target } = run.running;
  if (!paths || target.protocol !== 'http') throw new Error(`${run.plan.variant.name} has no tracked links.`);
  run.running = { ...run.running, target: { ...target, paths } };
  await send(run, { requests: warmUp });
  const measured = await measureLoad(run, async () => {
    const answer = await send(run, { requests });
    const rate = perSecond(requests, answer.lastAnswerAtMs - answer.firstSentAtMs);
    return { figures: { [ANSWERED]: rate, p50: answer.p50Ms, p99: answer.p99Ms }, messages: requests };
  });
  await waitUntilRecorded(run.database, warmUp + requests);
  const connections = await queryCount(run.database, COUNT_CONNECTIONS);
  return { ...measured, figures: { ...measured.figures, [CONNECTIONS]: connections } };
}

/** @throws Error when another number of clicks is recorded */
async function waitUntilRecorded(database: Database, clicked: number): Promise<void> {
  const deadlineMs = performance.now() + RECORDED_WITHIN_MS;
  const count = () => queryCount(database, 'SELECT count(*) FROM tracking_hits');
  let recorded = await count();
  while (recorded < clicked && performance.now() < deadlineMs) {
    await pause(POLL_MS);
    recorded = await count();
  }
  if (recorded !== clicked) throw new Error(`${recorded} of ${clicked} clicks were recorded.`);
}
