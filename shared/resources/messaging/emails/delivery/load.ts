// Loads what is needed to send to claimed recipients: the mail (load-mail.ts) with its parts (parts/list.ts), the
// sender's domain and DKIM key (load-senders.ts), and facts that may have changed for the recipients: suppressions, the
// sandbox and rechecks of parts (load-rechecks.ts). Large contents follow later (load-contents.ts). The emails' status
// becomes `sending` in the same transaction, and mail of a domain or account that has a capacity is charged to it
// (held/charge-recipients.ts). The claim is stored already: a status that is lost with Postgres follows from the outcome.
import type { Database } from '../../../../platform/db/connect.ts';
import { commitSoon, transaction } from '../../../../platform/db/transaction.ts';
import type { Claim } from '../../../../platform/work/work-table.ts';
import { MAIL_PARTS } from '../parts/list.ts';
import type { RecheckedRow } from '../parts/mail-part.ts';
import { chargeRecipients } from './held/charge-recipients.ts';
import { loadEmails, loadRecipients } from './load-mail.ts';
import { loadRechecks, type RecipientRechecks, toAddress } from './load-rechecks.ts';
import { GONE, loadSenders } from './load-senders.ts';
import type { ClaimedRecipient, LoadedEmail } from './loaded-email.ts';
import { markSending } from './mark-sending.ts';

/** The inputs of loading. */
export interface LoadOptions {
  /** The domains whose addresses are not charged to a capacity: nothing is sent. */
  simulatorDomains: readonly string[];
  now: Date;
}

const LOADING = MAIL_PARTS.flatMap(({ load }) => load ?? []);

/** Loads the emails of claimed recipients. */
export async function loadClaimed(
  database: Database,
  claims: readonly Claim[],
  options: LoadOptions,
): Promise<LoadedEmail[]> {
  const tokens = new Map(claims.map(({ id, token }) => [id, token]));
  return await transaction(database, async (client) => {
    const [recipients] = await Promise.all([loadRecipients(client, [...tokens.keys()]), commitSoon(client)]);
    const emailIds = [...new Set(recipients.map(({ emailId }) => emailId))];
    const domainIds = new Set(recipients.flatMap(({ domainId }) => domainId ?? []));
    const [, emails, senders, rechecks] = await Promise.all([
      markSending(client, emailIds),
      loadEmails(client, emailIds),
      loadSenders(client, [...domainIds]),
      loadRechecks(client, recipients),
    ]);
    for (const email of emails) {
      Object.assign(email, senders.get(email.domainId) ?? GONE);
      const own = recipients.filter(({ emailId }) => emailId === email.id);
      email.recipients = own.map((row) => toRecipient(row, tokens.get(row.id) ?? '', rechecks));
    }
    for (const load of LOADING) await load(client, emails);
    const charged = new Set(recipients.flatMap(({ id, isCharged }) => (isCharged ? id : [])));
    await chargeRecipients(client, emails, { ...options, charged });
    return emails;
  });
}

/** An email and one of its recipients. */
type Loaded = { email: LoadedEmail; recipient: ClaimedRecipient };

/** Loads again what may have changed since `loadClaimed`, of the sender and the recipient. Changes and locks nothing. */
export async function loadAgain(database: Database, { email, recipient }: Loaded): Promise<Loaded> {
  const { domain } = email;
  const row = { ...email, ...recipient };
  return await transaction(database, async (client) => {
    const [senders, rechecks] = await Promise.all([
      loadSenders(client, [domain.id]),
      loadRechecks(client, [row]),
    ]);
    const sender = senders.get(domain.id) ?? GONE;
    return { email: { ...email, ...sender }, recipient: toRecipient(row, recipient.token, rechecks) };
  });
}

function toRecipient(
  row: RecheckedRow &
    Pick<ClaimedRecipient, 'id' | 'attempts' | 'workerDeaths' | 'absentSince' | 'announcedRest'>,
  token: string,
  { findSuppression, isUnconfirmed, answers }: RecipientRechecks,
): ClaimedRecipient {
  const address = toAddress(row);
  const recipient: ClaimedRecipient = {
    id: row.id,
    token,
    address: row.address,
    attempts: row.attempts,
    workerDeaths: row.workerDeaths,
    absentSince: row.absentSince,
    announcedRest: row.announcedRest,
    suppression: findSuppression(address),
    isUnconfirmed: isUnconfirmed(address),
    isBeyondCapacity: false,
  };
  for (const { isIn, answer } of answers) if (isIn(row)) answer(recipient, row);
  return recipient;
}
