// Scenario `stored`: a service that has sent for months against a new one. The same load runs on a database with
// millions of delivered mails and on an empty one, in the same round; a statement that reads more when more is stored
// shows up here. And once more while all that was stored is removed by retention.
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../shared/platform/db/connect.ts';
import { BATCH, type LoadShape, SINGLE } from '../load/shape.ts';
import { startRemoving } from '../posthorn/removing.ts';
import { readStoredMail, storeMails } from '../posthorn/stored-mail.ts';
import { deliver, inspectMail, withRun } from '../run.ts';
import { type Contender, ONE_OF_EACH, posthornsOf, type Scenario, type Setting } from '../scenario.ts';
import { withDatabase } from '../servers/open-database.ts';
import type { Servers } from '../servers/start.ts';
import { queryCount, type Variant } from '../variant.ts';
import { createDelivery, DELIVERED, DELIVERY_COLUMNS } from './deliver.ts';

/** Name of the template database with the stored mails. */
const TEMPLATE = 'stored';
/** Stored mails have short bodies, because only their number matters. */
const STORED_HTML_BYTES = 500;
const LOG_TRIES = 200;
const LOG_POLL_MS = 50;

export const stored: Scenario = {
  name: 'stored',
  question: ({ storedMails }) =>
    `${storedMails.toLocaleString('en-US')} delivered mails stored, against none.`,
  columns: DELIVERY_COLUMNS,
  compared: DELIVERED,
  async prepare(setting, servers) {
    const [variant] = posthornsOf(setting);
    const mails = setting.options.storedMails;
    if (variant) await createStoredTemplate(variant, { name: TEMPLATE, mails }, servers);
  },
  contenders: (setting) =>
    posthornsOf(setting).flatMap((variant) => [
      ...compare(setting, variant, 'single', SINGLE),
      ...compare(setting, variant, 'batch', BATCH),
      createDelivery(setting, {
        variant,
        shape: SINGLE,
        template: TEMPLATE,
        duringLoad: startRemoving,
        name: `${variant.name}, single, removing`,
        dividedBy: { '× stored': `${variant.name}, single, stored` },
        wanted: 'p99 ≤ 2 × stored',
      }),
    ]),
};

function compare(setting: Setting, variant: Variant, kind: string, shape: LoadShape): Contender[] {
  const empty = `${variant.name}, ${kind}, none`;
  const plan = { variant, shape, dividedBy: { '× none': empty } };
  return [
    createDelivery(setting, { ...plan, name: empty }),
    createDelivery(setting, {
      ...plan,
      name: `${variant.name}, ${kind}, stored`,
      template: TEMPLATE,
      wanted: '≥ 1 ÷ 1.2',
    }),
  ];
}

/** Sends one mail on a separate database and copies its rows in a new template. */
export async function createStoredTemplate(
  variant: Variant,
  { name, mails }: { name: string; mails: number },
  servers: Servers,
): Promise<void> {
  const plan = { variant, shape: SINGLE, htmlBytes: STORED_HTML_BYTES, processes: ONE_OF_EACH };
  const mail = await withRun(plan, servers, async (run) => {
    await deliver(run, 1);
    await inspectMail(run);
    await untilLogged(run.database);
    return await readStoredMail(run.database);
  });
  const connectionString = await servers.databases.createTemplate(name, variant.family);
  await withDatabase(connectionString, (database) => storeMails(database, mail, mails));
}

/** The log of a request is written independently of its mail, so it may appear later. */
async function untilLogged(database: Database): Promise<void> {
  for (let tries = 0; tries < LOG_TRIES; tries += 1) {
    if ((await queryCount(database, 'SELECT count(*) FROM logs')) > 0) return;
    await pause(LOG_POLL_MS);
  }
  throw new Error('The request of the mail was not logged.');
}
