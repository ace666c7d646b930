// Loads what is needed to send to claimed recipients, each part by the file that asks for it: the mail with its
// attachments (load-mail.ts), the sender's domain and DKIM key (load-senders.ts), and the standing of the recipients:
// suppressions, opt-outs, the sandbox (load-standing.ts). Large contents follow later (load-contents.ts). The emails'
// status becomes `sending` in the same transaction, and mail of a domain or account that has a capacity is charged to it
// (held/charge-leaving.ts).
import type { Database } from '../../../../platform/db/connect.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import type { Claim } from '../../../../platform/work/work-table.ts';
import { readTracking, trackingNumber } from '../tracking/measures.ts';
import { chargeLeaving } from './held/charge-leaving.ts';
import {
  type ClaimedEmailRow,
  type ClaimedRecipientRow,
  loadAttachments,
  loadEmails,
  loadKept,
  loadRecipients,
} from './load-mail.ts';
import { GONE, type LoadedSender, loadSenders } from './load-senders.ts';
import { isSubscriber, loadStanding, type RecipientStanding, toAddress } from './load-standing.ts';
import type { ClaimedRecipient, LoadedEmail } from './loaded-email.ts';
import { markSending } from './mark-sending.ts';

/** What loading depends on. */
export interface LoadOptions {
  /** Their addresses are charged to no capacity: nothing leaves. */
  simulatorDomains: readonly string[];
  now: Date;
}

/** Loads the emails of claimed recipients. */
export async function loadClaimed(
  database: Database,
  claims: readonly Claim[],
  options: LoadOptions,
): Promise<LoadedEmail[]> {
  const tokens = new Map(claims.map(({ id, token }) => [id, token]));
  return await transaction(database, async (client) => {
    const recipients = await loadRecipients(client, [...tokens.keys()]);
    const emailIds = [...new Set(recipients.map(({ emailId }) => emailId))];
    const domainIds = new Set(recipients.flatMap(({ domainId }) => domainId ?? []));
    const [, emails, senders, standing] = await Promise.all([
      markSending(client, emailIds),
      loadEmails(client, emailIds),
      loadSenders(client, [...domainIds]),
      loadStanding(client, recipients),
    ]);
    const attachments = await loadAttachments(client, emails);
    const kept = await loadKept(client, emails);
    const claimed = recipients.map((row) => ({
      emailId: row.emailId,
      recipient: toRecipient(row, tokens.get(row.id) ?? '', standing),
    }));
    const loaded = emails.map((row) =>
      toEmail(row, {
        sender: senders.get(row.domainId) ?? GONE,
        attachments: attachments.get(row.id) ?? [],
        kept: kept.get(row.id),
        recipients: claimed.filter(({ emailId }) => emailId === row.id).map(({ recipient }) => recipient),
      }),
    );
    const charged = new Set(recipients.flatMap(({ id, isCharged }) => (isCharged ? id : [])));
    await chargeLeaving(client, loaded, { ...options, charged });
    return loaded;
  });
}

/** An email and one of its recipients. */
type Loaded = { email: LoadedEmail; recipient: ClaimedRecipient };

/** Loads again what may have changed since `loadClaimed`: the sender and the standing. Changes and locks nothing. */
export async function loadAgain(database: Database, { email, recipient }: Loaded): Promise<Loaded> {
  const { id: emailId, accountId, source, topicId, domain } = email;
  const tracking = trackingNumber(email.tracking);
  const row = { ...recipient, emailId, accountId, source, topicId, tracking };
  return await transaction(database, async (client) => {
    const [senders, standing] = await Promise.all([
      loadSenders(client, [domain.id]),
      loadStanding(client, [row]),
    ]);
    const sender = senders.get(domain.id) ?? GONE;
    return { email: { ...email, ...sender }, recipient: toRecipient(row, recipient.token, standing) };
  });
}

/** One object literal: an object spread from several others takes 2.4 KB for as long as the email is being sent. */
function toEmail(
  row: ClaimedEmailRow,
  {
    sender,
    attachments,
    kept,
    recipients,
  }: Pick<LoadedEmail, 'attachments' | 'kept' | 'recipients'> & { sender: LoadedSender },
): LoadedEmail {
  return {
    id: row.id,
    accountId: row.accountId,
    messageId: row.messageId,
    from: row.from,
    to: row.to,
    cc: row.cc ?? [],
    replyTo: row.replyTo ?? [],
    subject: row.subject,
    previewText: row.previewText,
    headers: row.headers ?? {},
    html: row.html,
    text: row.text,
    largeContentId: row.largeContentId,
    poll: row.poll,
    rendered: row.rendered,
    campaign: row.campaign,
    contentBytes: row.contentBytes,
    attachments,
    kept,
    source: row.source,
    tracking: readTracking(row.tracking),
    topicId: row.topicId,
    templateId: row.templateId,
    createdAt: row.createdAt,
    scheduledAt: row.scheduledAt,
    domain: sender.domain,
    dkimKey: sender.dkimKey,
    reputation: sender.reputation,
    recipients,
  };
}

function toRecipient(
  row: Omit<ClaimedRecipientRow, 'domainId' | 'isCharged'>,
  token: string,
  { findSuppression, findOptOut, isUnconfirmed, refusesTracking }: RecipientStanding,
): ClaimedRecipient {
  const address = toAddress(row);
  return {
    id: row.id,
    token,
    address: row.address,
    attempts: row.attempts,
    workerDeaths: row.workerDeaths,
    suppression: findSuppression(address),
    optOut: isSubscriber(row) ? findOptOut({ ...address, topicId: row.topicId }) : undefined,
    isUnconfirmed: isUnconfirmed(address),
    refusesTracking: refusesTracking(address),
    isBeyondCapacity: false,
  };
}
