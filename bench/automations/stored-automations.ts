// Test data for the scenarios of automations: contacts that have the addresses and the numbers of the mails of a load,
// a published template, and automations that send it, that do steps without mail, and that sleep. The API makes all but
// the contacts.
import { Client } from 'undici';
import { createMailMaker, formatNumber, recipientAddress, SENDER_DOMAIN } from '../load/mail.ts';
import { receiptTemplate, receiptVariables } from '../load/mail-kind.ts';
import { BLANK } from '../load/stencil.ts';
import { openDatabase } from '../servers/open-database.ts';
import type { Servers } from '../servers/start.ts';
import type { Variant } from '../variant.ts';

/** Events that start runs, and one that no automation knows. */
export const EVENTS = {
  mail: 'bench.mail',
  steps: 'bench.steps',
  sleep: 'bench.sleep',
  nothing: 'bench.nothing',
} as const;

/** Steps of a run that `EVENTS.steps` starts. */
export const STEPS_WITHOUT_MAIL = 5;
/** Key of the first step of every automation. */
export const FIRST_STEP = 'first';

/** No mail is sent in this scenario, so no server listens. */
const NO_SMTP_PORT = 1;
const REFUSED_FROM = 300;
const ALIAS = 'receipt';
/** Alias of a template whose mails are none of the load. */
export const OFFER = 'offer';

/** The number of a contact is its first name. */
const INSERT_CONTACTS = `
  INSERT INTO contacts (id, account_id, audience_id, email, email_key, first_name, properties, created_at, updated_at)
  SELECT uuid_v7(now() - ($1 - number) * interval '1 second'), account_id, audience_id, address, address, digits, '{}',
         now(), now()
  FROM domains, generate_series(0, $1::integer - 1) AS number
  CROSS JOIN LATERAL (SELECT lpad(number::text, $2, '0') AS digits) AS text
  CROSS JOIN LATERAL (SELECT replace($3, repeat('0', $2), digits) AS address) AS whole
  WHERE domains.name = $4`;

/** Creates a template database. @param name of it @param contacts with the numbers from 0 */
export async function createAutomationsDatabase(
  servers: Servers,
  variant: Variant,
  { name, contacts, htmlBytes }: { name: string; contacts: number; htmlBytes: number },
): Promise<void> {
  const { startProcess, databases, redisUrl, startPostfix } = servers;
  const databaseUrl = await databases.createTemplate(name, variant.family);
  const database = openDatabase(databaseUrl);
  const zero = formatNumber(0);
  await database.query(INSERT_CONTACTS, [contacts, zero.length, recipientAddress(zero, 0), SENDER_DOMAIN]);
  const { target, processes } = await variant.start({
    startProcess,
    databaseUrl,
    redisUrl,
    queuePrefix: `{${name}}`,
    smtpPort: NO_SMTP_PORT,
    processes: { api: 1, send: 0 },
    startPostfix,
  });
  if (target.protocol !== 'http') throw new Error('Automations need an API.');
  const api = new Client(target.urls[0] ?? '');
  const post = async (path: string, body: object): Promise<{ id: string }> => {
    const headers = { ...target.headers, 'content-type': 'application/json' };
    const answer = await api.request({ method: 'POST', path, headers, body: JSON.stringify(body) });
    const text = await answer.body.text();
    if (answer.statusCode >= REFUSED_FROM) throw new Error(`POST ${path}: ${text}`);
    return JSON.parse(text);
  };
  await post('/templates', { name: 'Receipt', alias: ALIAS, ...receiptTemplate(htmlBytes) });
  await post('/templates', { name: 'Offer', alias: OFFER, ...offerTemplate(htmlBytes) });
  for (const alias of [ALIAS, OFFER]) await post(`/templates/${alias}/publish`, {});
  const { rows } = await database.query<{ audienceId: string }>(
    'SELECT audience_id AS "audienceId" FROM domains WHERE name = $1',
    [SENDER_DOMAIN],
  );
  const segment = await post('/segments', { name: 'Seen', audience_id: rows[0]?.audienceId });
  for (const automation of automationsWith(segment.id)) await post('/automations', automation);
  await api.close();
  for (const process of processes) await process.stop();
  await database.query('VACUUM (ANALYZE)');
  await database.end();
}

function offerTemplate(htmlBytes: number) {
  const { from, html } = createMailMaker({ htmlBytes, recipients: 1 })(BLANK);
  return { from, subject: 'An offer for you', html };
}

function automationsWith(segmentId: string): object[] {
  const is = (field: string, operator: string, value: string) => ({
    type: 'condition',
    config: { type: 'rule', field, operator, value },
  });
  const variables = receiptVariables({ var: 'contact.first_name' });
  const bodies = {
    [EVENTS.mail]: [{ type: 'send_email', config: { template: { id: ALIAS, variables } } }],
    [EVENTS.steps]: [
      is('contact.first_name', 'neq', 'nobody'),
      { type: 'contact_update', config: { last_name: { var: 'event.word' } } },
      is('contact.last_name', 'neq', 'nobody'),
      { type: 'add_to_segment', config: { segment_id: segmentId } },
      is('contact.email', 'contains', '@'),
    ],
    [EVENTS.sleep]: [{ type: 'delay', config: { duration: '30 days' } }],
  };
  return Object.entries(bodies).map(([trigger, steps]) => ({
    name: trigger,
    domain: SENDER_DOMAIN,
    status: 'enabled',
    trigger,
    steps: steps.map((step, index) => ({ key: index === 0 ? FIRST_STEP : `step${index}`, ...step })),
  }));
}
