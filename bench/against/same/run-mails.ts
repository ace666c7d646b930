// Sends mail of every kind through a program, and reads back what it has stored and what has left.
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import type { Database } from '../../../shared/platform/db/connect.ts';
import { SENDER_ADDRESS, SENDER_DOMAIN } from '../../load/mail.ts';
import { SINGLE } from '../../load/shape.ts';
import { openLoadSession } from '../../load/smtp-session.ts';
import { openRun, type Run } from '../../run.ts';
import type { Servers } from '../../servers/start.ts';
import type { RunningVariant, Variant } from '../../variant.ts';
import * as given from './mails.ts';
import { type Kind, masked } from './mask.ts';

const PROCESSES = { api: 1, send: 1, bulk: 1, audience: 1, automation: 1 };
/** The load sends nothing. */
const HTML_BYTES = 500;
const CONTACTS = 30;
const POLL_MS = 100;
const PATIENCE_MS = 60_000;
const EVENT = 'golden.came';

/** Unfinished work: mail, audiences of campaigns, runs of automations. */
const BUSY = `
  SELECT (SELECT count(*) FROM email_recipients WHERE state IN ('pending', 'queued', 'sending', 'delivery_delayed'))
       + (SELECT count(*) FROM campaigns WHERE status NOT IN ('draft', 'sent'))
       + (SELECT count(*) FROM automation_runs WHERE status = 'running') AS count`;

/** Tables of mail, the one whose rows differ most first: `masked` numbers ids in this order. */
const TABLES = [
  'campaigns',
  'emails',
  'email_contents',
  'email_recipients',
  'email_events',
  'email_attachments',
  'email_kept_messages',
  'polls',
  'campaign_recipients',
  'automation_step_runs',
  'webhook_messages',
];
/** Columns that belong to a process and a connection, not to the mail. */
const BY_CHANCE = "- 'claimed_by' - 'claim_token' - 'slot' - 'partition'";

/** Sends all of it. @returns lines that are equal for programs that do the same */
export async function runMails(variant: Variant, servers: Servers): Promise<string[]> {
  const plan = { variant, shape: SINGLE, htmlBytes: HTML_BYTES };
  const { run, close } = await openRun({ ...plan, processes: PROCESSES }, servers);
  try {
    await run.sink.ask({ type: 'keep' });
    const answers = await sendAll(run, variant, servers);
    await untilQuiet(run.database);
    return masked([
      { name: 'answer', texts: answers },
      ...(await storedRows(run.database)),
      await sentMessages(run),
    ]);
  } finally {
    await close();
  }
}

async function sendAll(run: Run, variant: Variant, servers: Servers): Promise<string[]> {
  const api = apiOf(run.running);
  const made = await prepare(run, api);
  for (const body of given.singleMails(made)) await api('/emails', body);
  for (const { headers, bodies } of given.batches(made)) await api('/emails/batch', bodies, headers);
  await api('/templates/golden/test', { to: given.addressOf('tester'), variables: { name: 'Test' } });
  await sendCampaigns(run.database, api, made);
  await startAutomation(api);
  await submit(run, variant, servers);
  return api.answers;
}

interface Api {
  (
    path: string,
    body: unknown,
    headers?: Record<string, string>,
    method?: 'POST' | 'PATCH',
  ): Promise<{ id: string }>;
  /** All so far. */
  answers: string[];
}

function apiOf({ target }: RunningVariant): Api {
  if (target.protocol !== 'http') throw new Error('Mail of every kind needs an API.');
  const answers: string[] = [];
  const api = async (path: string, body: unknown, headers = {}, method: 'POST' | 'PATCH' = 'POST') => {
    const answer = await request(`${target.urls[0]}${path}`, {
      method,
      headers: { ...target.headers, ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.body.text();
    answers.push(
      `${String(answers.length).padStart(3, '0')} ${path.replace(/[0-9a-f-]{36}/, ':id')} ${answer.statusCode} ${text}`,
    );
    return JSON.parse(text) as { id: string };
  };
  return Object.assign(api, { answers });
}

async function prepare({ database }: Run, api: Api): Promise<given.Made> {
  await database.query(
    "UPDATE domains SET open_tracking = true, click_tracking = true, tracking_host = 'links.bench.local', tracking_subdomain = 'links'",
  );
  const topic = await api('/topics', { name: 'News', default_subscription: 'opt_in' });
  const quiet = await api('/topics', { name: 'Quiet', default_subscription: 'opt_in' });
  await api('/webhooks', { endpoint: 'https://hooks.acme.dev/x', events: ['email.*'] });
  await api('/suppressions', { email: given.SUPPRESSED });
  await api('/contacts', { email: given.UNSUBSCRIBED, unsubscribed: true });
  await api('/contacts', { email: given.UNMEASURED, tracking: 'refused' });
  await api('/contacts', { email: given.QUIET, topics: [{ id: quiet.id, subscription: 'opt_out' }] });
  await api('/templates', given.TEMPLATE_BODY);
  await api(`/templates/${given.TEMPLATE}/publish`, {});
  for (let number = 0; number < CONTACTS; number += 1)
    await api('/contacts', { email: given.addressOf(`contact${number}`), first_name: `Name ${number}` });
  return { topicId: topic.id, quietTopicId: quiet.id };
}

async function sendCampaigns(database: Database, api: Api, { topicId }: given.Made): Promise<void> {
  const { rows } = await database.query<{ id: string }>('SELECT audience_id AS id FROM domains');
  const base = { audience_id: rows[0]?.id, from: SENDER_ADDRESS, send: true };
  const html = '<p>Dear {{{contact.first_name|you}}}, see <a href="https://shop.acme.dev/a">this</a></p>';
  const campaigns = [
    { name: 'Plain', subject: 'Plain campaign', html },
    {
      name: 'Topic',
      subject: 'Campaign of a topic',
      html,
      topic_id: topicId,
      preview_text: 'A campaign',
      web_version: 'public',
    },
    {
      name: 'Poll',
      subject: 'Campaign that asks',
      html,
      poll: { question: 'Good?', options: ['Yes', 'No'] },
    },
    { name: 'Template', subject: 'Campaign of a template', template: { id: given.TEMPLATE } },
  ];
  for (const campaign of campaigns) await api('/campaigns', { ...base, ...campaign });
}

async function startAutomation(api: Api): Promise<void> {
  const mail = (key: string, config: object) => ({
    key,
    type: 'send_email',
    config: {
      template: { id: given.TEMPLATE, variables: { name: { var: 'contact.first_name' } } },
      ...config,
    },
  });
  const steps = [
    mail('first', {}),
    mail('second', { subject: 'An own subject', reply_to: given.addressOf('desk') }),
  ];
  const automation = { name: 'Golden', domain: SENDER_DOMAIN, status: 'enabled', trigger: EVENT, steps };
  await api('/automations', automation);
  for (let number = 0; number < CONTACTS; number += 3)
    await api('/events/send', { event: EVENT, email: given.addressOf(`contact${number}`) });
}

async function submit(
  { plan, running, databaseUrl, sink }: Run,
  variant: Variant,
  servers: Servers,
): Promise<void> {
  const { target } = running;
  if (!variant.startSubmitting || target.protocol !== 'http') throw new Error('It takes no mail over SMTP.');
  const submission = await variant.startSubmitting({
    startProcess: servers.startProcess,
    databaseUrl,
    redisUrl: servers.redisUrl,
    queuePrefix: '{submit}',
    smtpPort: Number(sink.announcement['port']),
    processes: plan.processes,
    startPostfix: servers.startPostfix,
  });
  try {
    if (submission.target.protocol !== 'smtp') throw new Error('It has no port.');
    const session = await openLoadSession(submission.target);
    for (const { to, message } of given.submittedMessages()) {
      const envelope = `MAIL FROM:<${SENDER_ADDRESS}>\r\nRCPT TO:<${to}>\r\nDATA\r\n`;
      await session.deliver(envelope, Buffer.from(`${message}.\r\n`, 'latin1'));
    }
    session.quit();
  } finally {
    for (const process of submission.processes) await process.stop();
  }
}

async function untilQuiet(database: Database): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await database.query<{ count: string }>(BUSY);
    if (rows[0]?.count === '0') return;
    if (Date.now() > deadline) throw new Error(`${rows[0]?.count} mails, campaigns or runs did not end.`);
    await pause(POLL_MS);
  }
}

async function storedRows(database: Database): Promise<Kind[]> {
  return await Promise.all(
    TABLES.map(async (name) => {
      const { rows } = await database.query<{ text: string }>(
        `SELECT (to_jsonb(stored) ${BY_CHANCE})::text AS text FROM ${name} AS stored`,
      );
      return { name, texts: rows.map(({ text }) => text) };
    }),
  );
}

/** Soft line breaks of a body are removed, because they cut tokens. */
async function sentMessages({ sink }: Run): Promise<Kind> {
  const { messages } = await sink.ask<{ messages: string[] }>({ type: 'kept' });
  return { name: 'sent', texts: messages.map(inLongLines) };
}

function inLongLines(message: string): string {
  const body = message.indexOf('\r\n\r\n');
  return message.slice(0, body) + message.slice(body).replaceAll('=\r\n', '');
}
