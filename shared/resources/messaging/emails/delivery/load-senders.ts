// Loads sending domains, each with the DKIM key that signs: its newest active one. They are read once per domain and not
// with each email: most emails of a job have the same domain, and its key is larger than many emails.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { KEY_MAY_SIGN } from '../../domains/keys/dkim-key.ts';
import { DOMAIN_MAY_SEND } from '../../domains/senders/sending.ts';

/** The DKIM key of a domain, still encrypted. */
export interface StoredDkimKey {
  id: string;
  selector: string;
  encryptedPrivateKey: Buffer;
}

/** The data of a domain that sending needs. */
export interface LoadedSender {
  domain: {
    name: string;
    isSendable: boolean;
    returnPathLabel: string;
    /** Its mail is sent over TLS only. */
    requiresTls: boolean;
  };
  dkimKey: StoredDkimKey | undefined;
}

interface SenderRow {
  id: string;
  name: string;
  returnPathLabel: string;
  requiresTls: boolean;
  isSendable: boolean;
  keyId: string | null;
  selector: string | null;
  encryptedPrivateKey: Buffer | null;
}

/** Stands for a domain that no longer exists: its mail cannot be sent. */
export const GONE: LoadedSender = {
  domain: { name: '', isSendable: false, returnPathLabel: '', requiresTls: false },
  dkimKey: undefined,
};

const LOAD_SENDERS = `
  SELECT domains.id, name, custom_return_path AS "returnPathLabel", tls = 'enforced' AS "requiresTls",
         ${DOMAIN_MAY_SEND} AS "isSendable",
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

function toSender({
  name,
  isSendable,
  returnPathLabel,
  requiresTls,
  keyId,
  selector,
  encryptedPrivateKey,
}: SenderRow): LoadedSender {
  return {
    domain: { name, isSendable, returnPathLabel, requiresTls },
    dkimKey:
      keyId && selector && encryptedPrivateKey ? { id: keyId, selector, encryptedPrivateKey } : undefined,
  };
}
