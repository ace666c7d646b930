// Receives mail that other servers deliver for the domains of our accounts: decides which senders and recipients it
// accepts, and stores a message before it answers 250.

import { invisibleHint, spellAddress } from '../../shared/mail/addresses.ts';
import { parseMailDomain } from '../../shared/mail/domains/mail-domain.ts';
import type { RecipientTokens } from '../../shared/mail/feedback/recipient-tokens.ts';
import { trimAddress } from '../../shared/mail/invisible-characters.ts';
import { createMemoryStore } from '../../shared/platform/rate-limit/memory-store.ts';
import { MINUTE_MS } from '../../shared/platform/time/durations.ts';
import type {
  InboundRecipient,
  RecipientVerdict,
  ReportAddress,
} from '../../shared/resources/messaging/receiving/inbound/inbound-message.ts';
import { parseEnvelopeAddress } from '../content/envelope-address.ts';
import { requireRoom } from '../content/message-content.ts';
import { Refusal } from '../server/reply.ts';
import type { SmtpService, SmtpTransaction } from '../server/service.ts';
import { type ReceiveDeps, receiveMessage } from './receive-message.ts';
import { isUncounted, UncountedBytes } from './uncounted-bytes.ts';

/** A client that guesses addresses, or tokens of return paths, is disconnected. */
const UNKNOWN_RECIPIENTS_MAX = 10;
const FOREIGN_TEXT = '5.7.1 We do not receive mail for this domain';

/** The recipients of a message, or the recipient that it is about. */
interface Envelope {
  recipients: Map<string, InboundRecipient>;
  report: ReportAddress | null;
}

/** The dependencies of the service. */
export interface InboundDeps extends ReceiveDeps {
  /** Messages of one network per minute, in this process; 0: no limit. */
  messagesPerMinute: number;
  tokens: RecipientTokens;
  countForged(): void;
}

/** Creates the service of a process. */
export function createInboundService(deps: InboundDeps): SmtpService {
  const countSender = createSenderLimit(deps.messagesPerMinute);
  const uncounted = new UncountedBytes();
  const envelopes = new WeakMap<object, Envelope>();
  const envelopeOf = (key: object) => {
    const known = envelopes.get(key) ?? { recipients: new Map(), report: null };
    envelopes.set(key, known);
    return known;
  };
  const refuseFor = createUnknownLimit();
  return {
    async acceptSender({ sender, peer: { network } }) {
      const isAddress = sender === '' || (parseEnvelopeAddress(sender) && trimAddress(sender) === sender);
      if (!isAddress) throw new Refusal(501, '5.1.7 Bad sender address');
      requireSeen(sender, (hint) => new Refusal(501, `5.1.7 Bad sender address${hint}`));
      await countSender(network);
      requireRoom(deps.budget, network);
    },
    async acceptRecipient({ envelope: key, connection, peer }, written) {
      const text = trimAddress(written);
      const envelope = envelopeOf(key);
      requireSeen(text, (hint) => refuseFor(connection, `5.1.3 Bad recipient address${hint}`));
      const returnPath = readReturnPath(text, deps.tokens);
      if (returnPath === 'forged') {
        deps.countForged();
        throw refuseFor(connection, '5.1.1 This return path is not valid');
      }
      if (returnPath) return takeReport(envelope, returnPath);
      const address = readRecipient(text, deps.hostname);
      // No domain that could be ours.
      if (!address) throw refuseFor(connection, FOREIGN_TEXT);
      const verdict = await checkRecipients(address, deps);
      if (verdict.kind === 'feedback') {
        await uncounted.requireRoom(peer);
        return takeReport(envelope, { purpose: 'feedback', address, accountId: verdict.accountId });
      }
      if (verdict.kind !== 'ok') throw refusalOf(verdict, (reply) => refuseFor(connection, reply));
      const { accountId, domainId } = verdict;
      if (domainId === null) await uncounted.requireRoom(peer);
      if (envelope.report) throw oneReportAtATime();
      // The library takes a repeated address for the same one, in capitals too.
      envelope.recipients.set(address.toLowerCase(), { address, accountId, domainId });
    },
    async receive(transaction, pieces) {
      const { recipients, report } = envelopeOf(transaction.envelope);
      const addressees = { recipients: [...recipients.values()], report };
      const counted = isUncounted(addressees)
        ? uncounted.count(transaction.peer, addressees, pieces)
        : pieces;
      await receiveMessage(withAsciiSender(transaction), addressees, { pieces: counted, deps });
      return undefined;
    },
  };
}

/** An address with characters that are not seen passes for another one. */
function requireSeen(address: string, refuse: (hint: string) => Refusal): void {
  const hint = invisibleHint(address);
  if (hint !== '') throw refuse(hint);
}

/**
 * Reads a return path, at any domain: the token decides, without the database.
 * @returns undefined: it is not one; `forged`: mail to it answers mail that is not ours
 */
function readReturnPath(text: string, tokens: RecipientTokens): ReportAddress | 'forged' | undefined {
  const { local = '', domain } = parseEnvelopeAddress(text) ?? {};
  const found = tokens.readLocalPart(local);
  if (found === undefined || found === 'forged') return found;
  return { purpose: 'report', address: `${local}@${domain}`, recipientId: found.recipientId };
}

function takeReport(envelope: Envelope, report: ReportAddress): void {
  const isOther = envelope.report !== null && keyOf(envelope.report) !== keyOf(report);
  if (isOther || envelope.recipients.size > 0) throw oneReportAtATime();
  envelope.report = report;
}

/** The same for two spellings of one address. */
function keyOf(report: ReportAddress): string {
  return report.purpose === 'report' ? report.recipientId : report.address.toLowerCase();
}

/** A report is a message of its own: its bytes are stored in another way. */
function oneReportAtATime(): Refusal {
  return new Refusal(452, '4.5.3 A return path or feedback address must be the only recipient of a message');
}

/**
 * @returns the address with its domain in lower-case ASCII, in the spelling in which the API takes it; undefined when it is
 *   none of the public DNS
 */
function readRecipient(text: string, hostname: string): string | undefined {
  // RFC 5321 §4.5.1: without a domain it is our own postmaster.
  const full = text.includes('@') ? text : `${text}@${hostname}`;
  const { local, domain } = parseEnvelopeAddress(full) ?? {};
  const isKnown = domain !== undefined && (domain === hostname || parseMailDomain(domain) !== undefined);
  return isKnown ? spellAddress(`${local}@${domain}`) : undefined;
}

async function checkRecipients(address: string, { reception }: ReceiveDeps): Promise<RecipientVerdict> {
  const [verdict] = await reception.checkRecipients([address]);
  if (!verdict) throw new Error('A recipient has no verdict.');
  return verdict;
}

function withAsciiSender(transaction: SmtpTransaction): SmtpTransaction {
  const { local, domain } = parseEnvelopeAddress(transaction.sender) ?? {};
  return { ...transaction, sender: domain === undefined ? '' : `${local}@${domain}` };
}

function createSenderLimit(messagesPerMinute: number): (network: string) => Promise<void> {
  const store = createMemoryStore();
  return async (network) => {
    if (messagesPerMinute === 0) return;
    const [use] = await store.count([{ key: network, count: 1 }], MINUTE_MS);
    if (use && use.used > messagesPerMinute) {
      throw new Refusal(450, '4.7.1 Too many messages from your network, try again in a minute');
    }
  };
}

function refusalOf({ kind }: RecipientVerdict, refuse: (reply: string) => Refusal): Refusal {
  if (kind === 'over_quota') {
    return new Refusal(452, '4.2.2 The mailbox has reached its limit, try again later');
  }
  if (kind === 'suspended') {
    return new Refusal(452, '4.2.1 The mailbox does not accept messages at the moment, try again later');
  }
  return refuse(kind === 'not_receiving' ? '5.1.2 This domain does not receive mail' : FOREIGN_TEXT);
}

/** @returns the refusals of recipients that are not ours, which count for their connection */
function createUnknownLimit() {
  const unknownOf = new WeakMap<object, number>();
  return (connection: object, text: string): Refusal => {
    const unknown = (unknownOf.get(connection) ?? 0) + 1;
    unknownOf.set(connection, unknown);
    return new Refusal(550, text, { closes: unknown >= UNKNOWN_RECIPIENTS_MAX });
  };
}
