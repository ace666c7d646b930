// Loads sending domains, each with the DKIM key that signs: its newest active one. They are read once per domain and
// not with each email: most emails of a job have the same domain, and its key is larger than many emails. They include
// the watched reputation of the domain and its account.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import { watchedReputation } from '../../../foundation/reputation/watched-reputation.ts';
import { KEY_MAY_SIGN } from '../../domains/keys/dkim-key.ts';
import { DOMAIN_MAY_SEND } from '../../domains/senders/sending.ts';
import { type SenderReputation, UNWATCHED } from './held/sender-reputation.ts';

/** The DKIM key of a domain, still encrypted. */
export interface StoredDkimKey {
  id: string;
  selector: string;
  encryptedPrivateKey: Buffer;
}

/** The data of a domain that sending needs. */
export interface LoadedSender {
  domain: {
    id: string;
    name: string;
    isSendable: boolean;
    returnPathLabel: string;
    /** Its mail is sent over TLS only. */
    requiresTls: boolean;
    /** The host of its links; null: it has none that is ready. */
    trackingHost: string | null;
    /** The pool of addresses that its mail leaves from (MX_SOURCES); null: its lane decides. */
    sourcePool: string | null;
  };
  dkimKey: StoredDkimKey | undefined;
  reputation: SenderReputation;
}

interface SenderRow extends SenderReputation {
  id: string;
  name: string;
  returnPathLabel: string;
  requiresTls: boolean;
  trackingHost: string | null;
  sourcePool: string | null;
  isSendable: boolean;
  keyId: string | null;
  selector: string | null;
  encryptedPrivateKey: Buffer | null;
}

/** Stands for a domain that no longer exists: its mail cannot be sent. */
export const GONE: LoadedSender = {
  domain: {
    id: NIL_UUID,
    name: '',
    isSendable: false,
    returnPathLabel: '',
    requiresTls: false,
    trackingHost: null,
    sourcePool: null,
  },
  dkimKey: undefined,
  reputation: UNWATCHED,
};

const LOAD_SENDERS = `
  SELECT domains.id, name, custom_return_path AS "returnPathLabel", tls = 'enforced' AS "requiresTls",
         tracking_host AS "trackingHost", source_pool AS "sourcePool",
         ${DOMAIN_MAY_SEND} AS "isSendable", ${watchedReputation('domains')} AS "ofDomain",
         (SELECT ${watchedReputation('accounts')} FROM accounts WHERE accounts.id = domains.account_id) AS "ofAccount",
         key.id AS "keyId", key.selector, key.private_key AS "encryptedPrivateKey"
  FROM domains
  LEFT JOIN LATERAL (SELECT id, selector, private_key FROM dkim_keys
                     WHERE domain_id = domains.id AND ${KEY_MAY_SIGN} ORDER BY id DESC LIMIT 1) AS key ON true
  WHERE domains.id = ANY($1::uuid[])`;

/** Loads senders by domain id. Domains that no longer exist are missing. */
export async function loadSenders(
  transaction: Transaction,
  domainIds: readonly string[],
): Promise<Map<string, LoadedSender>> {
  const { rows } = await transaction.query<SenderRow>({
    name: 'load-senders',
    text: LOAD_SENDERS,
    values: [domainIds],
  });
  return new Map(rows.map((row) => [row.id, toSender(row)]));
}

function toSender(row: SenderRow): LoadedSender {
  const { id, name, isSendable, returnPathLabel, requiresTls, trackingHost, sourcePool } = row;
  const { ofDomain, ofAccount, keyId, selector, encryptedPrivateKey } = row;
  return {
    domain: { id, name, isSendable, returnPathLabel, requiresTls, trackingHost, sourcePool },
    dkimKey:
      keyId && selector && encryptedPrivateKey ? { id: keyId, selector, encryptedPrivateKey } : undefined,
    reputation: ofDomain || ofAccount ? { ofDomain, ofAccount } : UNWATCHED,
  };
}
