// Test data of the scenario `campaigns`: contacts with the addresses and numbers of the mails of a load, and nine properties
// that stand for words of the plain html, so that a campaign of ten merge fields renders to the bytes of plain mails.
import { Client } from 'undici';
import { createMailMaker, formatNumber, recipientAddress, SENDER_DOMAIN } from '../load/mail.ts';
import { keepLinks, MERGED_WORDS } from '../load/mail-kind.ts';
import { BLANK } from '../load/stencil.ts';
import { openDatabase, queryWithoutTimeout } from '../servers/open-database.ts';
import type { Servers } from '../servers/start.ts';
import type { Variant } from '../variant.ts';

/** No mail is sent while it is made, so no server listens. */
const NO_SMTP_PORT = 1;
const REFUSED_FROM = 300;

/** The number of a contact is its first name. */
const INSERT_CONTACTS = `
  INSERT INTO contacts (id, account_id, audience_id, email, email_key, first_name, properties, created_at, updated_at)
  SELECT uuid_v7(now() - ($1 - number) * interval '1 ms'), domains.account_id, audience_id, address, address, digits,
         words.properties, now(), now()
  FROM domains, generate_series(0, $1::integer - 1) AS number
  CROSS JOIN LATERAL (SELECT lpad(number::text, $2, '0') AS digits) AS text
  CROSS JOIN LATERAL (SELECT replace($3, repeat('0', $2), digits) AS address) AS whole
  CROSS JOIN (SELECT jsonb_object_agg(property.number::text, given.word) AS properties
              FROM contact_properties AS property
              JOIN jsonb_each_text($5::jsonb) AS given (key, word) ON given.key = property.key) AS words
  WHERE domains.name = $4`;

/** Creates a template database. @param name of it @param contacts with the numbers from 0 */
export async function createAudienceDatabase(
  servers: Servers,
  variant: Variant,
  { name, contacts }: { name: string; contacts: number },
): Promise<void> {
  const { startProcess, databases, redisUrl, startPostfix } = servers;
  const databaseUrl = await databases.createTemplate(name, variant.family);
  const { target, processes } = await variant.start({
    startProcess,
    databaseUrl,
    redisUrl,
    startPostfix,
    queuePrefix: `{${name}}`,
    smtpPort: NO_SMTP_PORT,
    processes: { api: 1, send: 0 },
  });
  if (target.protocol !== 'http') throw new Error('Campaigns need an API.');
  const api = new Client(target.urls[0] ?? '');
  const headers = { ...target.headers, 'content-type': 'application/json' };
  for (const key of Object.keys(MERGED_WORDS)) {
    const body = JSON.stringify({ key, type: 'string' });
    const answer = await api.request({ method: 'POST', path: '/contact-properties', headers, body });
    const text = await answer.body.text();
    if (answer.statusCode >= REFUSED_FROM) throw new Error(`POST /contact-properties: ${text}`);
  }
  await api.close();
  for (const process of processes) await process.stop();
  const database = openDatabase(databaseUrl);
  const zero = formatNumber(0);
  await queryWithoutTimeout(database, INSERT_CONTACTS, [
    contacts,
    zero.length,
    recipientAddress(zero, 0),
    SENDER_DOMAIN,
    JSON.stringify(MERGED_WORDS),
  ]);
  await queryWithoutTimeout(database, 'VACUUM (ANALYZE)');
  await database.end();
}

/** Links of tracked mail, as in `mail-kinds`. */
const LINKS = 10;

/** The settings of a campaign besides its body. */
export interface CampaignKind {
  /** Whether opens and its links are tracked. */
  isTracked: boolean;
  /** Its links get parameters. */
  hasUtm: boolean;
  /** Absent: as fast as it can be. */
  ratePerHour?: number;
}

const UTM = { source: 'news', medium: 'email', campaign: 'offer of May' };

/** The content of a campaign: ten merge fields, in html of this size when it is rendered. Its mails do not count as load. */
export function campaignContent(htmlBytes: number, { isTracked, hasUtm, ratePerHour }: CampaignKind) {
  const { from, html } = createMailMaker({ htmlBytes, recipients: 1 })(BLANK);
  const merged = Object.entries(MERGED_WORDS).reduce(
    (source, [key, words]) => source.replace(words, `{{ contact.properties.${key} }}`),
    html.replaceAll(BLANK, '{{ contact.first_name }}'),
  );
  return {
    from,
    subject: 'An offer for {{{contact.first_name}}}',
    ...(isTracked
      ? { html: keepLinks(merged, LINKS), tracking: { opens: true, clicks: true } }
      : { html: merged }),
    ...(hasUtm && { utm: UTM }),
    ...(ratePerHour !== undefined && { rate_per_hour: ratePerHour }),
  };
}
