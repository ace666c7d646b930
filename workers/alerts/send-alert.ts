// Sends a mail about an alert, without the queue and the rows of other mail: it must leave when they are stuck. It uses
// ALERT_SMTP_URL, else each provider that accepts mail, except the provider that the alert is about. It is not signed.
import { hash } from 'node:crypto';
import { parseStoredMailbox } from '../../shared/mail/addresses.ts';
import { composeMessage, writeMessage } from '../../shared/mail/compose.ts';
import { isDirect } from '../../shared/platform/config/mx-settings.ts';
import { createSecrets } from '../../shared/platform/security/secrets.ts';
import { MINUTE_MS } from '../../shared/platform/time/durations.ts';
import type { AlertMail, AlertTry } from '../../shared/resources/foundation/operator-alerts/mails.ts';
import { stateOfProvider } from '../../shared/resources/foundation/providers/provider.ts';
import { findProviders } from '../../shared/resources/foundation/providers/stored.ts';
import { urlOfProvider } from '../../shared/resources/foundation/providers/url.ts';
import { createTransportOpener } from '../transports/open-transport.ts';
import { ehloNameOf } from '../transports/smtp/ehlo-name.ts';
import { describeReply } from '../transports/smtp/replies/reply.ts';
import type { Delivery } from '../transports/transport.ts';
import type { AlertDeps } from './alert-deps.ts';

/** The time for all ways together: less than the mail is claimed for. */
const SENT_WITHIN_MS = MINUTE_MS;
const TRIED_FOR_MS = 2 * MINUTE_MS;

/** Tries once to send a mail to all who do not have it. Never rejects for what a server does. */
export async function sendAlert(deps: AlertDeps, mail: AlertMail): Promise<AlertTry> {
  const { config, log } = deps;
  const signal = AbortSignal.any([deps.signal, AbortSignal.timeout(TRIED_FOR_MS)]);
  const has = new Set(mail.mailedTo);
  // An address that does not exist does not repeat the mail to the others.
  const refused = new Set<string>();
  const missing = () => config.alerts.to.filter((to) => !has.has(to) && !refused.has(to));
  const reasons: string[] = [];
  for (const url of await findWaysOut(deps, mail)) {
    if (missing().length === 0 || signal.aborted) break;
    const sending = sendBy(url, { deps, mail, to: missing(), signal });
    // Such as a URL that cannot be read.
    const sent = (await sending.catch((error: Error) => void reasons.push(error.message))) ?? [];
    for (const [to, delivery] of sent) {
      if (delivery.kind === 'accepted') has.add(to);
      else reasons.push(reasonOf(delivery));
      if (isNoAddress(delivery)) refused.add(to);
    }
  }
  const isDone = has.size > 0 && missing().length === 0;
  if (reasons.length > 0) log.warn({ alert: mail.name, reasons, isDone }, 'mail about an alert was refused');
  return { mailedTo: [...has], isDone };
}

function isNoAddress(delivery: Delivery): boolean {
  if (delivery.kind === 'no_such_domain') return true;
  return delivery.kind === 'refused' && delivery.stage === 'rcpt' && delivery.reply.code >= 500;
}

/** Finds the ways in the order in which they are tried. */
async function findWaysOut(
  { config, database, log }: AlertDeps,
  { name, provider: about }: AlertMail,
): Promise<string[]> {
  if (config.alerts.smtpUrl !== undefined) return [config.alerts.smtpUrl];
  const providers = await findProviders(database);
  const ways = providers.flatMap((provider) => {
    if (provider.name === about || stateOfProvider(provider) !== 'active') return [];
    try {
      return urlOfProvider(provider, config.smtpUrl, () => createSecrets(config.secretKeys)) ?? [];
    } catch (error) {
      log.warn({ err: error, provider: provider.name }, 'the URL of a provider cannot be read');
      return [];
    }
  });
  if (ways.length === 0)
    log.warn({ alert: name }, 'no provider takes mail about an alert: set ALERT_SMTP_URL');
  return ways;
}

/** The mail that is sent by a way. */
interface Sending {
  deps: AlertDeps;
  mail: AlertMail;
  to: readonly string[];
  signal: AbortSignal;
}

/** @returns what became of each address */
async function sendBy(url: string, { deps, mail, to, signal }: Sending): Promise<[string, Delivery][]> {
  const opener = createTransportOpener(deps, 'transactional');
  const transport = isDirect({ smtpUrl: url }) ? opener.direct() : opener.relay(url, to.length);
  const ending = AbortSignal.any([signal, AbortSignal.timeout(SENT_WITHIN_MS)]);
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= transport.close(0));
  ending.addEventListener('abort', () => void close());
  const from = `posthorn@${ehloNameOf(deps.config.mailHostname)}`;
  const raw = composeAlert(deps, mail, from);
  try {
    return await Promise.all(
      to.map(async (address): Promise<[string, Delivery]> => {
        const envelope = { from, to: address };
        const message = { id: deps.ids.next(), accountId: '', envelope, raw, smtpUtf8: false };
        return [address, await transport.send(message, { beforeData: () => true })];
      }),
    );
  } finally {
    await close();
    await opener.destinations.stop();
  }
}

function composeAlert({ config, now }: AlertDeps, mail: AlertMail, from: string): Buffer {
  const { name, sentence, since, endedAt } = mail;
  const { publicUrl, mailHostname: domain, alerts } = config;
  const host = new URL(publicUrl).hostname;
  const isOver = endedAt !== null;
  // The same in each try: readers recognize a mail that arrived twice by it.
  const id = hash('sha256', [host, name, since.toISOString(), isOver].join('\n'), 'hex').slice(0, 32);
  const { headers, body } = composeMessage({
    from: { name: 'Posthorn', address: from, domain },
    to: alerts.to.flatMap((address) => parseStoredMailbox(address) ?? []),
    subject: `[${host}] ${isOver ? 'Over: ' : ''}${name}`,
    date: now,
    messageId: `<alert-${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: `${isOver ? `This is over: ${name}.` : `${name}.`}

Installation: ${publicUrl}
Since: ${since.toISOString()}
${isOver ? `Until: ${endedAt.toISOString()}\n\nLast details: ` : '\n'}${sentence.replaceAll(/\p{Cc}+/gu, ' ')}
${isOver ? '' : '\nTo check the whole installation, run the verb check of npm run ops (posthorn-ops). You get another email when this is over.\n'}`,
    html: undefined,
  });
  return writeMessage(headers, body);
}

function reasonOf(delivery: Delivery): string {
  if ('reply' in delivery) return describeReply(delivery.reply);
  return 'reason' in delivery ? delivery.reason : delivery.kind;
}
