// The links to mail as a page: of a recipient, and the public one of a campaign. A link works for years, when its email is
// removed, so its token holds everything: account, email, address, and what the mail was rendered from
// (docs/reference/web-version.md).
import { createSealedTokens } from '../../../platform/security/sealed-tokens.ts';
import type { SecretKeys } from '../../../platform/security/secret-keys.ts';
import { NIL_UUID, uuidFromBytes, uuidToBytes } from '../../../platform/time/ids.ts';

/** The mail of one recipient. */
export interface RecipientWebVersion {
  accountId: string;
  emailId: string;
  /** A row of `campaign_contents`, which outlives the email; null: it is not mail of a campaign. */
  contentId: string | null;
  /** The address, as the email was addressed. */
  address: string;
}

/** The content of a campaign for no person in particular. */
export interface PublicWebVersion {
  accountId: string;
  campaignId: string;
}

/** Makes links and opens their tokens. */
export interface WebVersionLinks {
  urlOf(target: RecipientWebVersion): string;
  /** The same at each call while SECRET_KEY is the same, because it is shown and shared. */
  publicUrlOf(target: PublicWebVersion): string;
  /** Whether a URL is such a page. */
  isOwn(url: string): boolean;
  /** @returns undefined when the token was changed or was not made by this service */
  open(token: string): RecipientWebVersion | PublicWebVersion | undefined;
}

/** Path of the pages; the token follows. */
export const WEB_VERSION_PATH = '/view';

/** The first byte of a token's data, so that its form may change one day. */
const OF_RECIPIENT = 1;
const OF_CAMPAIGN = 2;
const UUID_BYTES = 16;

/** Creates the links of a process. @param secretKeys see createKeyRing */
export function createWebVersionLinks(publicUrl: string, secretKeys?: SecretKeys): WebVersionLinks {
  const own = createSealedTokens('web versions', secretKeys);
  const shared = createSealedTokens('public web versions', secretKeys, { areSame: true });
  const page = `${publicUrl}${WEB_VERSION_PATH}/`;
  return {
    urlOf: ({ accountId, emailId, contentId, address }) =>
      page +
      own.seal(
        Buffer.concat([
          Buffer.from([OF_RECIPIENT]),
          ...[accountId, emailId, contentId ?? NIL_UUID].map(uuidToBytes),
          Buffer.from(address),
        ]),
      ),
    publicUrlOf: ({ accountId, campaignId }) =>
      page +
      shared.seal(Buffer.concat([Buffer.from([OF_CAMPAIGN]), ...[accountId, campaignId].map(uuidToBytes)])),
    isOwn: (url) => url.startsWith(page),
    open(token) {
      const data = own.open(token) ?? shared.open(token);
      return data && decode(data);
    },
  };
}

function decode(data: Buffer): RecipientWebVersion | PublicWebVersion | undefined {
  const idAt = (index: number) =>
    uuidFromBytes(data.subarray(1 + index * UUID_BYTES, 1 + (index + 1) * UUID_BYTES));
  if (data[0] === OF_CAMPAIGN) return { accountId: idAt(0), campaignId: idAt(1) };
  if (data[0] !== OF_RECIPIENT) return undefined;
  const contentId = idAt(2);
  return {
    accountId: idAt(0),
    emailId: idAt(1),
    contentId: contentId === NIL_UUID ? null : contentId,
    address: data.subarray(1 + 3 * UUID_BYTES).toString('utf8'),
  };
}
