// The DKIM keys of a domain. Mail is signed with the newest active key: one whose record was seen in DNS, or for which an
// operator vouches. A rotation goes through three states, so that no mail is signed with a key that is not in DNS:
//
//   pending ──its record was seen──► active ──a newer key became active──► retiring ──7 days──► deleted
import type { DKIM_KEY_STATES } from '../../../../contract/domains/values.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { DAY_MS } from '../../../../platform/time/durations.ts';

export type DkimKeyState = (typeof DKIM_KEY_STATES)[number];

/** A key without its private part. */
export interface DkimKey {
  id: string;
  domainId: string;
  selector: string;
  publicKeyBase64: string;
  state: DkimKeyState;
  createdAt: Date;
  /** When a retiring key is deleted. */
  retiresAt: Date | null;
}

/** For so long the record of a replaced key stays wanted: mail that was signed with it may still be on its way. */
export const RETIRING_MS = 7 * DAY_MS;
/** Replaced keys of a domain that are still wanted: each is one more record that is looked up. */
export const RETIRING_MAX = 3;

/** SQL condition on a row of `dkim_keys`: mail may be signed with it. */
export const KEY_MAY_SIGN = `dkim_keys.state = 'active'`;

/** Finds the keys of domains, newest first. */
export async function findDkimKeys(database: Queryable, domainIds: readonly string[]): Promise<DkimKey[]> {
  const { rows } = await database.query<DkimKey>({
    name: 'find-dkim-keys',
    text: `SELECT id, domain_id AS "domainId", selector, public_key AS "publicKeyBase64", state, created_at AS "createdAt",
                  retires_at AS "retiresAt"
           FROM dkim_keys WHERE domain_id = ANY($1::uuid[]) ORDER BY id DESC`,
    values: [domainIds],
  });
  return rows;
}
