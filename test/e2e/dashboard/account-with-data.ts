// An account after some weeks: mail in every state, logs, webhooks, suppressions, keys and people, among
// them texts that are long, hostile, or many.
import { NOT_STARTED_REASONS } from '../../../shared/contract/events/values.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { hitWork } from '../../../shared/resources/messaging/tracking/hits/work.ts';
import { jobDepsOf } from '../../api/contact-imports/importer.ts';
import type { TestApp } from '../../support/api/app.ts';
import { createAutomation } from '../../support/factories/automation-factories.ts';
import { type CampaignFields, createCampaign } from '../../support/factories/campaign-factories.ts';
import {
  createAudience,
  createContact,
  createContactImport,
  createContactProperty,
  createSegment,
  createTopic,
} from '../../support/factories/contact-factories.ts';
import {
  createApiKey,
  createDomain,
  createEmail,
  createSuppression,
  createWebhook,
  createWebhookMessages,
} from '../../support/factories/factories.ts';
import { factoryIds } from '../../support/factories/factory-ids.ts';
import { createLog } from '../../support/factories/log-factories.ts';
import { createMember, createSession, signIn } from '../../support/factories/people-factories.ts';
import { createPoll } from '../../support/factories/poll-factories.ts';
import { createRun } from '../../support/factories/run-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { APPLE_PROXY, createHit, createTrackedEmail } from '../../support/factories/tracking-factories.ts';
import { runJob } from '../../support/work/run-job.ts';

export const LONG = 'Long '.repeat(190).trim();
export const HOSTILE = '<img src=x onerror="document.title=1"> & "quotes" {{x}}';
const STATES = [
  'delivered',
  'bounced',
  'complained',
  'queued',
  'failed',
  'suppressed',
  'sent',
  'canceled',
] as const;

/** The account, and what a test opens. */
export type AccountWithData = Awaited<ReturnType<typeof createAccountWithData>>;

/** Creates the account. */
export async function createAccountWithData(app: TestApp) {
  const { pool } = app;
  const now = app.clock.now();
  const owner = await signIn(pool, { now });
  const { accountId } = owner;
  const domain = await createDomain(pool, accountId);
  const common = { domainId: domain.id };
  for (let round = 0; round < 60; round += 1) {
    const status = STATES[round % STATES.length] ?? 'delivered';
    await createEmail(pool, accountId, { ...common, status, subject: `Order ${round} confirmed` });
  }
  const many = Array.from({ length: 150 }, (_, at) => ({
    address: `person${at}@customer.dev`,
    kind: (['to', 'cc', 'bcc'] as const)[Math.floor(at / 50)] ?? 'to',
  }));
  const toMany = await createEmail(pool, accountId, { ...common, status: 'delivered', recipients: many });
  const long = await createEmail(pool, accountId, { ...common, status: 'delivered', subject: LONG });
  const tracked = await createReadEmail(app, accountId, domain.id);
  const hostile = await createEmail(pool, accountId, { ...common, status: 'bounced', subject: HOSTILE });
  const log = await createLog(pool, accountId, {
    requestBody: { from: 'ana@acme.dev', subject: HOSTILE },
    responseBody: { id: hostile.id },
  });
  await createLog(pool, accountId, {
    status: 422,
    responseBody: { statusCode: 422, name: 'validation_error', message: LONG },
  });
  const webhook = await createWebhook(pool, accountId, {
    endpointUrl: `https://hooks.acme.dev/${'path/'.repeat(40)}`,
  });
  await createWebhook(pool, accountId, { status: 'disabled' });
  const [message = ''] = await createWebhookMessages(pool, webhook, 60);
  const events = await createEvents(app, accountId, domain.id);
  const topic = await createTopic(pool, accountId, {
    name: HOSTILE.slice(0, 50),
    description: LONG.slice(0, 200),
    visibility: 'private',
  });
  await createTopic(pool, accountId, { name: 'x'.repeat(50), defaultSubscription: 'opt_out' });
  const property = await createContactProperty(pool, accountId, {
    key: 'p'.repeat(50),
    fallbackValue: `${HOSTILE} ${LONG}`,
  });
  const people = await createPeople(app, accountId);
  const campaigns = await createCampaigns(app, accountId);
  const template = await createChangedTemplate(app, accountId);
  const contactImport = await createEndedImport(app, accountId);
  const suppression = await createSuppression(pool, accountId, 'blocked@customer.dev');
  const key = await createApiKey(pool, { accountId, name: HOSTILE });
  const viewer = await createMember(pool, { accountId, role: 'viewer', name: LONG.slice(0, 200) });
  return {
    accountId,
    owner,
    viewer: await createSession(pool, { personId: viewer.personId, accountId, now }),
    domain,
    key,
    toMany,
    long,
    hostile,
    tracked,
    log,
    webhook,
    message,
    events,
    topic,
    property: property.id,
    people,
    campaigns,
    template,
    contactImport,
    suppression,
  };
}

/** A contact of three audiences with long and hostile names, in a segment by hand; and rules five levels deep. */
async function createPeople(app: TestApp, accountId: string) {
  const name = LONG.slice(0, 200);
  const byHand = await createSegment(app.pool, accountId, { name });
  const firstName = HOSTILE;
  const lastName = LONG.slice(0, 255);
  const email = `${'long.'.repeat(11)}address@${'sub.'.repeat(40)}customer.dev`;
  const others = ['Second brand', HOSTILE];
  for (const other of others) {
    const { id: audienceId } = await createAudience(app.pool, accountId, other);
    await createContact(app.pool, { accountId, audienceId, email });
  }
  const segmentIds = [byHand.id];
  const contact = await createContact(app.pool, { accountId, email, firstName, lastName, segmentIds });
  const rule = { type: 'rule', field: 'contact.first_name', operator: 'contains', value: HOSTILE };
  const inner = { type: 'or', rules: Array.from({ length: 12 }, () => rule) };
  const filter = { type: 'and', rules: [rule, { type: 'not', rule: { type: 'and', rules: [rule, inner] } }] };
  const byRules = await createSegment(app.pool, accountId, { name: HOSTILE });
  await app.pool.query('UPDATE segments SET filter = $2 WHERE id = $1', [byRules.id, JSON.stringify(filter)]);
  return { contact: contact.id, byHand: byHand.id, byRules: byRules.id };
}

/** An event for every reason, with a run whose mail has failed, and a definition with as many fields as one can have. */
async function createEvents(app: TestApp, accountId: string, domainId: string) {
  const { id: contactId } = await createContact(app.pool, { accountId });
  const definition = factoryIds.next();
  const event = factoryIds.next();
  const schema = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [`${at} ${LONG}`.slice(0, 100), 'date']),
  );
  await app.pool.query(
    'INSERT INTO events (id, account_id, name, schema, created_at) VALUES ($1, $2, $3, $4, now())',
    [definition, accountId, LONG.slice(0, 200), JSON.stringify(schema)],
  );
  const automation = await createAutomation(app.pool, accountId, { domainId, name: HOSTILE });
  const { id: run } = await createRun(app.pool, { automation, contactId, startedAt: app.clock.now() });
  const outcomes = [
    { automation_id: automation.id, run_id: run, reason: null },
    ...NOT_STARTED_REASONS.map((reason) => ({ automation_id: factoryIds.next(), run_id: null, reason })),
  ];
  await app.pool.query(
    `INSERT INTO received_events (id, account_id, domain_id, contact_id, name, payload, outcomes, waits_resolved, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 3, now())`,
    [event, accountId, domainId, contactId, LONG.slice(0, 200), { note: HOSTILE }, JSON.stringify(outcomes)],
  );
  return { definition, event, run, automation: automation.id };
}

/** An email that machines and a person have opened more often than the timeline shows at first, with a long link. */
async function createReadEmail(app: TestApp, accountId: string, domainId: string) {
  const at = app.clock.now();
  const sentAt = new Date(at.getTime() - HOUR_MS);
  const email = await createTrackedEmail(app.pool, accountId, { domainId, sentAt });
  const hits = [await createHit(app.pool, email, { at, userAgent: APPLE_PROXY })];
  hits.push(await createHit(app.pool, email, { at, link: `https://shop.example/${'path/'.repeat(100)}` }));
  for (let minute = 1; minute <= 30; minute += 1)
    hits.push(await createHit(app.pool, email, { at: new Date(at.getTime() + minute * MINUTE_MS) }));
  await runJob(hitWork, hits, jobDepsOf(app));
  return email;
}

/** Campaigns in every state with long and hostile names, and a poll with as many and as long options as one can have. */
async function createCampaigns(app: TestApp, accountId: string) {
  const ofState = (status: NonNullable<CampaignFields['status']>, name: string, more: CampaignFields = {}) =>
    createCampaign(app.pool, accountId, { status, name, ...more });
  await ofState('sending', LONG.slice(0, 200), { total: 1_000_000 });
  await ofState('failed', LONG.replaceAll(' ', '-').slice(0, 200));
  await ofState('sent', 'News of May', {
    total: 41_208,
    leftOut: { unsubscribed: 12 },
    sentAt: app.clock.now(),
  });
  const paused = await ofState('paused', `${HOSTILE} ${LONG}`.slice(0, 200), {
    pausedReason: 'bounces',
    total: 41_208,
    subject: HOSTILE.replace('{{x}}', ''),
    leftOut: { opted_out: 143, unsubscribed: 8 },
  });
  const draft = await ofState('draft', HOSTILE, { subject: LONG });
  const labels = Array.from({ length: 10 }, (_, at) => `${at} ${HOSTILE} ${LONG}`.slice(0, 200));
  const poll = await createPoll(app.pool, accountId, {
    question: `${HOSTILE} ${LONG}`.slice(0, 500),
    labels,
  });
  return { paused: paused.id, draft: draft.id, poll: poll.id };
}

/** A template with long and hostile texts, changed since it was published, and as many variables as one can have. */
async function createChangedTemplate(app: TestApp, accountId: string): Promise<string> {
  const variables = Array.from({ length: 50 }, (_, at) => ({
    key: `v${at}_`.padEnd(50, 'x'),
    type: 'string' as const,
    fallbackValue: `${HOSTILE} ${LONG}`,
  }));
  const html = `<h1>Hello</h1><p>{{ ${variables[0]?.key} }}</p>`;
  const of = { alias: 'a'.repeat(100), subject: LONG, html, variables };
  const { id, versionId } = await createTemplate(app.pool, accountId, of);
  await createTemplate(app.pool, accountId, { isPublished: false });
  const newest = factoryIds.next();
  await app.pool.query(
    `INSERT INTO template_versions (id, template_id, account_id, from_source, subject, reply_to, html, text, variables,
                                    inline_css, editor, created_at, updated_at)
     SELECT $1, template_id, account_id, null, $3, '{}', html || '<p>Changed</p>', $4, variables, false, 'code', now(), now()
     FROM template_versions WHERE id = $2`,
    [newest, versionId, HOSTILE.replace('{{x}}', ''), LONG.replaceAll(' ', '-')],
  );
  await app.pool.query('UPDATE templates SET name = $2, current_version_id = $3 WHERE id = $1', [
    id,
    `${HOSTILE} ${LONG}`.slice(0, 200),
    newest,
  ]);
  return id;
}

/** An import with as many columns as a page should bear, and a refused row with long and hostile cells. */
async function createEndedImport(app: TestApp, accountId: string): Promise<string> {
  const { id } = await createContactImport(app.pool, accountId);
  const used = Array.from({ length: 200 }, (_, at) => [
    at,
    `${HOSTILE} ${at}`,
    at === 0 ? 'email' : `properties.c${at}`,
  ]);
  const reasons = { [LONG]: 12_000, '`email` is missing.': 1 };
  await app.pool.query(
    `UPDATE contact_imports SET status = 'failed', created = 1200000, failed = 12001, error = $2, columns = $3,
                                reasons = $4, completed_at = now() WHERE id = $1`,
    [id, LONG, JSON.stringify({ used, ignored: [LONG.slice(0, 100), ''] }), JSON.stringify(reasons)],
  );
  await app.pool.query(
    `INSERT INTO contact_import_failures (id, import_id, account_id, row, reason, cells)
     VALUES ($1, $2, $3, 1000000, $4, $5), ($6, $2, $3, 2, $4, '{}')`,
    [factoryIds.next(), id, accountId, LONG, [LONG, HOSTILE], factoryIds.next()],
  );
  return id;
}
