// The links by which the person of an address unsubscribes and chooses topics. A link works for years, when its email is
// removed and its contact deleted, so its token holds everything: account, address, topic and email
// (docs/reference/unsubscribes.md#links).
import { createSealedTokens } from '../../../platform/security/sealed-tokens.ts';
import type { SecretKeys } from '../../../platform/security/secret-keys.ts';
import { uuidFromBytes, uuidToBytes } from '../../../platform/time/ids.ts';

/** The address and account that a link decides about. */
export interface PreferencesTarget {
  accountId: string;
  /** The address, as the email was addressed. */
  address: string;
  /** The topic of the email; null: it has none, so unsubscribing means everything. */
  topicId: string | null;
  emailId: string;
}

/** The links of one recipient of an email. */
export interface PreferencesUrls {
  /** The page that asks, and the URL of the one-click POST (RFC 8058). */
  unsubscribe: string;
  /** The page of all topics. */
  preferences: string;
}

/** Makes links and opens their tokens. */
export interface PreferencesLinks {
  /** Mail clients send the one-click POST to https only (RFC 8058 §3.1). */
  readonly canOneClick: boolean;
  urlsOf(target: PreferencesTarget): PreferencesUrls;
  /** The links in contents that everybody sees: they open a page that asks for the link of the email, and decide nothing. */
  readonly ofNoPerson: PreferencesUrls;
  /** Whether a URL is one of the pages. */
  isOwn(url: string): boolean;
  /** @returns undefined when the token was changed or was not made by this service */
  open(token: string): PreferencesTarget | undefined;
}

/** Paths of the pages; the token follows. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';
export const PREFERENCES_PATH = '/preferences';

/** The first byte of a token's data, so that its form may change one day. */
const VERSION = 1;
const UUID_BYTES = 16;

/** Creates the links of a process. @param secretKeys see createKeyRing */
export function createPreferencesLinks(publicUrl: string, secretKeys?: SecretKeys): PreferencesLinks {
  const tokens = createSealedTokens('unsubscribe links', secretKeys);
  const unsubscribePage = `${publicUrl}${UNSUBSCRIBE_PATH}/`;
  const preferencesPage = `${publicUrl}${PREFERENCES_PATH}/`;
  return {
    canOneClick: publicUrl.startsWith('https:'),
    urlsOf(target) {
      const token = tokens.seal(encode(target));
      return {
        unsubscribe: `${unsubscribePage}${token}`,
        preferences: `${preferencesPage}${token}`,
      };
    },
    ofNoPerson: { unsubscribe: unsubscribePage, preferences: preferencesPage },
    isOwn: (url) => url.startsWith(unsubscribePage) || url.startsWith(preferencesPage),
    open(token) {
      const data = tokens.open(token);
      return data && decode(data);
    },
  };
}

function encode({ accountId, address, topicId, emailId }: PreferencesTarget): Buffer {
  const ids = [accountId, emailId, ...(topicId === null ? [] : [topicId])];
  return Buffer.concat([Buffer.from([VERSION, ids.length]), ...ids.map(uuidToBytes), Buffer.from(address)]);
}

function decode(data: Buffer): PreferencesTarget | undefined {
  const [version, count = 0] = data;
  if (version !== VERSION) return undefined;
  const idAt = (index: number) =>
    uuidFromBytes(data.subarray(2 + index * UUID_BYTES, 2 + (index + 1) * UUID_BYTES));
  return {
    accountId: idAt(0),
    emailId: idAt(1),
    topicId: count === 3 ? idAt(2) : null,
    address: data.subarray(2 + count * UUID_BYTES).toString('utf8'),
  };
}
