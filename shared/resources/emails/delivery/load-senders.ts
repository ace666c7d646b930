// The domains that send, each with its newest signing key. Read once a domain and not with each email: a job's emails
// are mostly of one domain, and its key is larger than many an email.
import type { Transaction } from '../../../platform/db/transaction.ts';
import { DOMAIN_MAY_SEND } from '../../domains/sending.ts';

/** The signing key of a domain, still encrypted. */
export interface StoredDkimKey {
  id: string;
  selector: string;
  encryptedPrivateKey: Buffer;
}

/** A domain, as far as sending asks. */
export interface LoadedSender {
  domain: { name: string; isSendable: boolean; returnPathLabel: string };
  dkimKey: StoredDkimKey | undefined;
}

interface SenderRow {
  id: string;
  name: string;
  returnPathLabel: string;
  isSendable: boolean;
  keyId: string | null;
  selector: string | null;
  encryptedPrivateKey: Buffer | null;
}

/** Of a domain that is gone: its mail cannot be sent. */
export const GONE: LoadedSender = {
  domain: { name: '', isSendable: false, returnPathLabel: '' },
  dkimKey: undefined,
};

const LOAD_SENDERS = `
  SELECT domains.id, name, custom_return_path AS "returnPathLabel", ${DOMAIN_MAY_SEND} AS "isSendable",
         key.id AS "keyId", key.selector, key.private_key AS "encryptedPrivateKey"
  FROM domains
  LEFT JOIN LATERAL (SELECT id, selector, private_key FROM dkim_keys
                     WHERE domain_id = domains.id ORDER BY id DESC LIMIT 1) AS key ON true
  WHERE domains.id = ANY($1::uuid[])`;

/** Loads senders by the ids of their domains; those that are gone are missing. */
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
  keyId,
  selector,
  encryptedPrivateKey,
}: SenderRow): LoadedSender {
  return {
    domain: { name, isSendable, returnPathLabel },
    dkimKey:
      keyId && selector && encryptedPrivateKey ? { id: keyId, selector, encryptedPrivateKey } : undefined,
  };
}
