// Keeps the reputations of deleted domains: an account must not end a pause, a recovery or a warm-up by adding the name
// again, nor lose its days. Another account that takes the name begins with a good one, because it has not sent the
// judged mail.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { moveReputationCounts } from '../../../foundation/reputation/move-counts.ts';
import { DOMAIN_COLUMNS, type Domain } from '../domain.ts';

const COLUMNS = `reputation, reputation_changed_at, reputation_cause, lifted_at, recovery_base, recovery_capacity,
  warm_up_started_on, warm_up_capacity, capacity_on`;

/** Keeps the reputation of a domain that is about to be deleted. */
export async function keepReputation(client: Transaction, domainId: string, now: Date): Promise<void> {
  await client.query({
    name: 'keep-reputation-of-deleted-domain',
    text: `INSERT INTO deleted_domain_reputations (domain_id, account_id, name, reputation, deleted_at)
           SELECT id, account_id, name, (SELECT to_jsonb(kept) FROM (SELECT ${COLUMNS}) AS kept), $2
           FROM domains WHERE id = $1`,
    values: [domainId, now],
  });
}

/** Gives a new domain the last reputation and counts of its name in its account. @returns the changed domain */
export async function takeOverReputation(client: Transaction, domain: Domain): Promise<Domain> {
  const { id, accountId, name } = domain;
  const { rows } = await client.query<{ domainId: string }>({
    name: 'take-kept-reputation',
    text: `WITH taken AS (
             DELETE FROM deleted_domain_reputations WHERE account_id = $1 AND name = $2
             RETURNING domain_id, reputation, deleted_at
           ), latest AS (SELECT * FROM taken ORDER BY deleted_at DESC LIMIT 1), changed AS (
             UPDATE domains SET (${COLUMNS}) = (
               SELECT ${COLUMNS}
               FROM jsonb_to_record(latest.reputation) AS kept (
                 reputation text, reputation_changed_at timestamptz, reputation_cause jsonb, lifted_at timestamptz,
                 recovery_base integer, recovery_capacity integer, warm_up_started_on date, warm_up_capacity integer,
                 capacity_on date))
             FROM latest WHERE domains.id = $3
           )
           SELECT domain_id AS "domainId" FROM latest`,
    values: [accountId, name, id],
  });
  if (!rows[0]) return domain;
  await moveReputationCounts(client, { accountId, from: rows[0].domainId, to: id });
  const { rows: changed } = await client.query<Domain>({
    name: 'find-domain-with-kept-reputation',
    text: `SELECT ${DOMAIN_COLUMNS} FROM domains WHERE id = $1`,
    values: [id],
  });
  return changed[0] ?? domain;
}
