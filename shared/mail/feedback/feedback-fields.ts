// The header fields by which mailbox providers report complaints: CFBL-Address (RFC 9477) names where they send their
// reports, and Feedback-ID names what Gmail's Postmaster Tools count by. DKIM signs both, else no provider heeds them.
import { hash } from 'node:crypto';
import { parseMailDomain } from '../domains/mail-domain.ts';

/** The group of mail that shares one Feedback-ID; letters, digits, `-`, `_` and `.` only. */
export interface FeedbackGroup {
  /** The id of what the mail was made from, or how it was submitted. */
  origin: string;
  /** The domain of From. */
  domain: string;
  /** The label of its return path, whose mail arrives at MAIL_HOSTNAME. */
  returnPathLabel: string;
  lane: string;
}

/** Adds the fields to the custom header fields of an email. A Feedback-ID of the client's own stays. */
export type AddFeedbackFields = (
  headers: Readonly<Record<string, string>>,
  group: FeedbackGroup,
) => Readonly<Record<string, string>>;

/** The local part of the addresses that receive complaints: below From domains, and at MAIL_HOSTNAME. */
export const FEEDBACK_LOCAL_PART = 'fbl';

/** Gmail wants 5 to 15 characters: https://support.google.com/a/answer/6254652 */
const SENDER_ID_LENGTH = 10;
const FIRST_LETTER = 'a'.charCodeAt(0);
const LETTERS = 26;

/**
 * Creates the fields of a process.
 * @param mailHostname MAIL_HOSTNAME; no report can be sent to a name that is not public, so none is requested then
 */
export function createFeedbackFields(mailHostname: string): AddFeedbackFields {
  const senderId = senderIdOf(mailHostname);
  const isPublic = parseMailDomain(mailHostname) !== undefined;
  return (headers, { origin, domain, returnPathLabel, lane }) => {
    // Below the From domain, because the signature of any other one would have to cover it too (RFC 9477 §3.1).
    const address = isPublic
      ? { 'CFBL-Address': `${FEEDBACK_LOCAL_PART}@${returnPathLabel}.${domain}; report=arf` }
      : {};
    const isGiven = Object.keys(headers).some((name) => name.toLowerCase() === 'feedback-id');
    const id = isGiven ? {} : { 'Feedback-ID': `${origin}:${domain}:${lane}:${senderId}` };
    return { ...headers, ...address, ...id };
  };
}

/** Gmail's last part: the same in all mail of a service, and in no other's. */
function senderIdOf(mailHostname: string): string {
  const octets = hash('sha256', mailHostname, 'buffer').subarray(0, SENDER_ID_LENGTH);
  return String.fromCharCode(...octets.map((octet) => FIRST_LETTER + (octet % LETTERS)));
}
