// Mails that another server has taken and that nothing has been reported about, as a send worker leaves them: the rows
// that a report changes or counts by, and those that a click is recorded for.
import { createRecipientTokens, returnPathLocalPart } from '../../shared/mail/feedback/recipient-tokens.ts';
import { CLICK_PATH } from '../../shared/mail/tracking/tracking-paths.ts';
import { createTrackingTokens } from '../../shared/mail/tracking/tracking-tokens.ts';
import type { Database } from '../../shared/platform/db/connect.ts';
import { feedbackPathOf } from '../../shared/resources/messaging/provider-feedback/feedback-path.ts';
import type { NumberedPosts } from '../load/http-client.ts';
import { formatNumber, recipientAddress, SENDER_ADDRESS, SENDER_DOMAIN } from '../load/mail.ts';

/** As most links of newsletters are: with parameters of a campaign. */
const TARGET = 'https://shop.acme.dev/offers/autumn?utm_source=newsletter&utm_medium=email&item=';

const STORE = `
  WITH mail AS MATERIALIZED (
    SELECT uuid_v7(now()) AS email_id, uuid_v7(now()) AS recipient_id, address, ordinality, account_id, id AS domain_id
    FROM domains CROSS JOIN unnest($1::text[]) WITH ORDINALITY AS load (address)
  ), email AS (
    INSERT INTO emails (id, account_id, domain_id, content_id, source, status, last_event, message_id, from_address,
                        from_key, to_addresses, subject, sent_at, created_at)
    SELECT email_id, account_id, domain_id, email_id, 'api', 'sent', 'sent', email_id || '@bench', $2, $2,
           ARRAY[address], 'Receipt', now(), now()
    FROM mail
  ), recipient AS (
    INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane, attempts, sent_at,
                                  updated_at)
    SELECT recipient_id, email_id, account_id, 'to', 0, address, 'sent', 'transactional', 1, now(), now() FROM mail
  ), event AS (
    INSERT INTO email_events (id, email_id, account_id, recipient, type, data, created_at)
    SELECT uuid_v7(now()), email_id, account_id, address, 'sent', '{}', now() FROM mail
  )
  SELECT recipient_id AS id FROM mail ORDER BY ordinality`;

/** Stores them in an empty database that has one domain. @returns their return paths, by number */
export async function storeSentMails(
  database: Database,
  secretKey: string,
  mails: number,
): Promise<string[]> {
  const tokens = createRecipientTokens([secretKey]);
  const ids = await storeRecipients(database, mails);
  return ids.map((id) => `${returnPathLocalPart(tokens.tokenOf(id))}@send.${SENDER_DOMAIN}`);
}

/** Stores them. @returns the paths of their tracked links, of which each mail has so many */
export async function storeTrackedMails(
  database: Database,
  secretKey: string,
  { mails, links }: { mails: number; links: number },
): Promise<string[]> {
  const tokens = createTrackingTokens([secretKey]);
  const ids = await storeRecipients(database, mails);
  const numbers = Array.from({ length: links }, (_, number) => number);
  return numbers.flatMap((number) =>
    ids.map((id) => `${CLICK_PATH}/${tokens.link(id, { number, target: `${TARGET}${number}` })}`),
  );
}

/** Stores them, and the provider that took them. @returns what it posts about each, by number: every third one has bounced */
export async function storeFeedback(
  database: Database,
  secretKey: string,
  mails: number,
): Promise<NumberedPosts> {
  const tokens = createRecipientTokens([secretKey]);
  const { rows } = await database.query<{ id: string; name: string }>(
    `INSERT INTO providers (id, name, kind) VALUES (gen_random_uuid(), 'bench', 'postmark') RETURNING id, name`,
  );
  const [provider] = rows;
  if (!provider) throw new Error('The provider was not stored.');
  const bodies = (await storeRecipients(database, mails)).map((id, number) => {
    const said = { MessageID: id, Metadata: { posthorn: tokens.tokenOf(id) }, DeliveredAt: new Date() };
    const bounce = {
      RecordType: 'Bounce',
      ID: number,
      Type: 'HardBounce',
      Details: '550 5.1.1 no such user',
    };
    return JSON.stringify(number % 3 === 0 ? { ...said, ...bounce } : { ...said, RecordType: 'Delivery' });
  });
  return { path: feedbackPathOf(provider, [secretKey]), bodies };
}

async function storeRecipients(database: Database, mails: number): Promise<string[]> {
  const addresses = Array.from({ length: mails }, (_, number) => recipientAddress(formatNumber(number), 0));
  const { rows } = await database.query<{ id: string }>(STORE, [addresses, SENDER_ADDRESS]);
  await database.query('ANALYZE');
  return rows.map(({ id }) => id);
}
