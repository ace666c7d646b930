// The links by which the person of an address votes. A link works as long as its poll exists, even after its email and
// its contact were removed, so its token contains everything: account, poll, email, option and address.
import type { PollLinkKind } from '../../../mail/recipient-links/recipient-links.ts';
import { createSealedTokens } from '../../../platform/security/sealed-tokens.ts';
import type { SecretKeys } from '../../../platform/security/secret-keys.ts';
import { NIL_UUID, uuidFromBytes, uuidToBytes } from '../../../platform/time/ids.ts';

/** The voter of a link. */
export interface PollVoter {
  accountId: string;
  /** The nil UUID: the mail was a test, whose votes are not counted. */
  pollId: string;
  emailId: string;
  /** The address, as the email was addressed. */
  address: string;
}

/** The content of a link. */
export interface PollChoice extends PollVoter {
  /** Counted from 1. */
  option: number;
}

/** Makes links and opens their tokens. */
export interface PollLinks {
  /** @param options how many the poll has */
  urlsOf(voter: PollVoter, options: number): Partial<Record<PollLinkKind, string>>;
  /** Whether a URL is the page of a poll. */
  isOwn(url: string): boolean;
  /** @returns undefined when the token was changed or was not made by this service */
  open(token: string): PollChoice | undefined;
}

/** The path of the page; the token follows. */
export const POLL_PATH = '/poll';

/** The poll's id in a test mail: choices there do not count. */
export const TEST_POLL_ID = NIL_UUID;

/** The first byte of a token's data, so that its form may change one day. */
const VERSION = 1;
const UUID_BYTES = 16;
const IDS = 3;
const ADDRESS_START = 2 + IDS * UUID_BYTES;

/** Creates the links of a process. @param secretKeys see createKeyRing */
export function createPollLinks(publicUrl: string, secretKeys?: SecretKeys): PollLinks {
  const tokens = createSealedTokens('poll links', secretKeys);
  const page = `${publicUrl}${POLL_PATH}/`;
  return {
    urlsOf: (voter, options) =>
      Object.fromEntries(
        Array.from({ length: options }, (_, index) => index + 1).map((option) => [
          `poll${option}`,
          `${page}${tokens.seal(encodeChoice({ ...voter, option }))}`,
        ]),
      ),
    isOwn: (url) => url.startsWith(page),
    open(token) {
      const data = tokens.open(token);
      return data && decodeChoice(data);
    },
  };
}

function encodeChoice({ accountId, pollId, emailId, option, address }: PollChoice): Buffer {
  const ids = [accountId, pollId, emailId].map(uuidToBytes);
  return Buffer.concat([Buffer.from([VERSION, option]), ...ids, Buffer.from(address)]);
}

function decodeChoice(data: Buffer): PollChoice | undefined {
  const [version, option = 0] = data;
  if (version !== VERSION) return undefined;
  const idAt = (index: number) =>
    uuidFromBytes(data.subarray(2 + index * UUID_BYTES, 2 + (index + 1) * UUID_BYTES));
  return {
    accountId: idAt(0),
    pollId: idAt(1),
    emailId: idAt(2),
    option,
    address: data.subarray(ADDRESS_START).toString('utf8'),
  };
}
