// Mail as a good sender delivers it: signed with DKIM, from a domain whose records make SPF and DMARC pass. Each message
// is signed on its own, so it costs far more than a stencil: not for clients that compete with what is measured.
import { createPrivateKey, sign } from 'node:crypto';
import { type Mailbox, parseMailbox } from '../../shared/mail/addresses.ts';
import { composeMessage, writeMessage } from '../../shared/mail/compose.ts';
import { signMessage } from '../../shared/mail/dkim/dkim.ts';
import { type DkimKeyPair, dkimRecord } from '../../shared/mail/dkim/dkim-keys.ts';
import { type BenchRecord, nameOfDomain } from './domain-names.ts';
import { createMailMaker, formatNumber } from './mail.ts';

/** Senders, in turns; all have the same records. */
const DOMAINS = 100;

const SELECTOR = 'ph1';
const DATE = new Date(Date.UTC(2026, 0, 5));

/** The address in From and in the envelope of a mail, at a domain that the DNS server of the bench knows. */
export function signingAddress(number: number): string {
  return `receipts@${domainOf(number)}`;
}

const domainOf = (number: number) => nameOfDomain(number % DOMAINS);

/** The records of each sender's domain. */
export function recordsOfSenders({ publicKeyBase64 }: DkimKeyPair): BenchRecord[] {
  return [
    { prefix: `${SELECTOR}._domainkey`, type: 'TXT', value: dkimRecord(publicKeyBase64) },
    { prefix: '', type: 'TXT', value: 'v=spf1 ip4:127.0.0.1 -all' },
    { prefix: '_dmarc', type: 'TXT', value: 'v=DMARC1; p=reject' },
  ];
}

/** @returns a function that makes the message with a number, with CRLF lines and before dot-stuffing */
export function createSignedMailMaker(
  htmlBytes: number,
  { privateKeyPem }: Pick<DkimKeyPair, 'privateKeyPem'>,
): (number: number) => Promise<Buffer> {
  const make = createMailMaker({ htmlBytes, recipients: 1 });
  const privateKey = createPrivateKey(privateKeyPem);
  return async (number) => {
    const domain = domainOf(number);
    const { to, subject, html } = make(formatNumber(number));
    const message = composeMessage({
      from: mailboxOf(signingAddress(number)),
      to: [mailboxOf(String(to))],
      subject,
      html,
      date: DATE,
      messageId: `<${number}@${domain}>`,
    });
    const signature = await signMessage(message, { domain, selector: SELECTOR, privateKey }, (text, key) =>
      Promise.resolve(sign('sha256', Buffer.from(text), key).toString('base64')),
    );
    return writeMessage([signature, ...message.headers], message.body);
  };
}

function mailboxOf(address: string): Mailbox {
  const mailbox = parseMailbox(address);
  if (!mailbox) throw new Error(`${address} is no address.`);
  return mailbox;
}
