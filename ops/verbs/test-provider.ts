// Tests a provider: asks its servers as `check` does, and sends a signed mail over it to the simulator of its kind, where it
// has one. Nothing is stored, and no worker is needed.
import { createPrivateKey, sign } from 'node:crypto';
import { DomainError } from '../../shared/contract/domain-error.ts';
import { parseStoredMailbox } from '../../shared/mail/addresses.ts';
import { composeMessage, writeMessage } from '../../shared/mail/compose.ts';
import { type DkimSigner, signMessage } from '../../shared/mail/dkim/dkim.ts';
import { createMessageId } from '../../shared/mail/header-fields.ts';
import type { ProviderKind } from '../../shared/mail/provider-feedback/provider-kind.ts';
import { ConfigError } from '../../shared/platform/config/config.ts';
import { transaction } from '../../shared/platform/db/transaction.ts';
import { requireProvider } from '../../shared/resources/foundation/providers/change.ts';
import { urlOfProvider } from '../../shared/resources/foundation/providers/url.ts';
import { dkimKeyOwner } from '../../shared/resources/messaging/domains/keys/create-dkim-key.ts';
import { findOperatorSender } from '../../shared/resources/messaging/domains/senders/operator-sender.ts';
import { requireNamedDomain } from '../../shared/resources/messaging/domains/vouching/find-named.ts';
import { loadSenders } from '../../shared/resources/messaging/emails/delivery/load-senders.ts';
import { ehloNameOf } from '../../workers/transports/smtp/ehlo-name.ts';
import { createRelay } from '../../workers/transports/smtp/relay.ts';
import { describeReply } from '../../workers/transports/smtp/replies/reply.ts';
import type { Delivery } from '../../workers/transports/transport.ts';
import { probeProvider } from '../checks/providers.ts';
import { readProviderName } from '../read-provider.ts';
import { readDomain } from '../read-words.ts';
import type { OpsDeps, Verb } from '../verb.ts';

/** Addresses that providers have for tests: mail to them harms no reputation. */
const SIMULATORS: Partial<Record<ProviderKind, string>> = {
  ses: 'success@simulator.amazonses.com',
  postmark: 'test@blackhole.postmarkapp.com',
  sendgrid: 'posthorn@sink.sendgrid.net',
};

interface SentTest {
  from: string;
  to: string;
  accepted: boolean;
  server: string | null;
  /** The reply of the server, else our words. */
  reply: string;
}

interface Result {
  met: boolean;
  mail: SentTest | null;
}

export const testProviderVerb: Verb = {
  summary:
    'Tests the servers of a provider like check does, and sends an email to its simulator if it has one.',
  parameters: ['name'],
  options: {
    domain: {
      value: 'domain',
      summary: 'the domain of your account to send from; default: the one that sends notices',
    },
  },
  audit: 'none',
  async run({ name = '', domain }, deps) {
    const domainName = domain === undefined ? undefined : readDomain(domain);
    const provider = await requireProvider(deps.database, readProviderName(name));
    const url = urlOfProvider(provider, deps.service.smtpUrl, deps.secrets);
    if (url === undefined) throw new ConfigError('SMTP_URL, the URL of the default provider, is not set.');
    const checks = await probeProvider(provider, url, deps);
    const met = checks.every(({ status }) => status !== 'unmet');
    const to = SIMULATORS[provider.kind];
    const mail = met && to !== undefined ? await sendTest(deps, { url, to, domainName }) : null;
    return { object: 'provider_test', name, kind: provider.kind, met, checks, mail };
  },
  isBadNews: (result) => !(result as Result).met || (result as Result).mail?.accepted === false,
};

async function sendTest(
  deps: OpsDeps,
  { url, to, domainName }: { url: string; to: string; domainName: string | undefined },
): Promise<SentTest> {
  const signer = await findSigner(deps, domainName);
  const from = `notices@${signer.domain}`;
  const raw = await makeMessage(deps, signer, { from, to });
  const relay = createRelay({ url, maxConnections: 1, hostname: ehloNameOf(deps.service.mailHostname) });
  try {
    const delivery = await relay.send(
      { id: deps.ids.next(), accountId: '', envelope: { from, to }, raw, smtpUtf8: false },
      { beforeData: () => true },
    );
    const server = 'server' in delivery ? (delivery.server ?? null) : null;
    return { from, to, accepted: delivery.kind === 'accepted', server, reply: replyOf(delivery) };
  } finally {
    await relay.close();
  }
}

async function makeMessage(
  { ids, clock, service }: OpsDeps,
  signer: DkimSigner,
  { from, to }: Record<'from' | 'to', string>,
): Promise<Buffer> {
  const message = composeMessage({
    from: mailboxOf(`Posthorn <${from}>`),
    to: [mailboxOf(to)],
    subject: 'A test of your mail service',
    date: clock.now(),
    messageId: createMessageId(ids.next(), signer.domain),
    text: `The operator of ${service.publicUrl} is testing a provider. You do not need to do anything.\n`,
    html: undefined,
  });
  const signature = await signMessage(message, signer, (text, key) =>
    Promise.resolve(sign('sha256', Buffer.from(text), key).toString('base64')),
  );
  return writeMessage([signature, ...message.headers], message.body);
}

/** @throws DomainError `not_found` when the account of the operator has no domain that can send and sign */
async function findSigner({ database, secrets }: OpsDeps, name: string | undefined): Promise<DkimSigner> {
  const sender = await findOperatorSender(database, name);
  const domain = sender && (await requireNamedDomain(database, sender.domainName, sender.accountId));
  const senders = domain && (await transaction(database, (client) => loadSenders(client, [domain.id])));
  const key = domain && senders?.get(domain.id)?.dkimKey;
  if (!domain || !key) {
    const which = name === undefined ? 'no domain' : `no domain ${name}`;
    throw new DomainError('not_found', `The oldest account, which is yours, has ${which} that can send.`);
  }
  const privateKey = createPrivateKey(secrets().decrypt(key.encryptedPrivateKey, dkimKeyOwner(key.id)));
  return { domain: domain.name, selector: key.selector, privateKey };
}

function mailboxOf(text: string) {
  const mailbox = parseStoredMailbox(text);
  if (!mailbox) throw new Error('An address of a test cannot be parsed.');
  return mailbox;
}

function replyOf(delivery: Delivery): string {
  if ('reply' in delivery) return describeReply(delivery.reply);
  return 'reason' in delivery ? delivery.reason : delivery.kind;
}
