// Compares what an account means without saying it: its default audience, where a request names none, and the audience
// of its default domain, where a request names no domain. An account from before the two were set together may have two
// of them (../update.ts brings them together).
import type { Queryable } from '../../../../platform/db/connect.ts';
import { requireDefaultAudience } from '../../../audience/audiences/find.ts';
import type { Domain } from '../domain.ts';
import { findDefaultDomain } from '../find.ts';

/** The defaults of an account. */
export interface DefaultPools {
  audienceId: string;
  domain: Pick<Domain, 'id' | 'name' | 'audienceId'> | undefined;
}

/** Reads the defaults of an account. */
export async function findDefaultPools(database: Queryable, accountId: string): Promise<DefaultPools> {
  const audience = await requireDefaultAudience(database, accountId);
  return { audienceId: audience.id, domain: await findDefaultDomain(database, accountId) };
}

/** Explains why an unnamed audience may mean two, and what to do: a sentence; undefined: it means one. */
export function describeSplitPools({ audienceId, domain }: DefaultPools): string | undefined {
  if (!domain || domain.audienceId === audienceId) return undefined;
  return (
    `The default domain ${domain.name} does not use the default audience, so requests without an audience and requests ` +
    `without a domain use different contacts. PATCH /domains/${domain.id} {"default": true} makes the audience of ` +
    'the domain the default audience.'
  );
}

/** The accounts with split audiences, the oldest first. */
export async function listSplitPools(
  database: Queryable,
  limit: number,
): Promise<{ accountId: string; domain: string }[]> {
  const { rows } = await database.query<{ accountId: string; domain: string }>(
    `SELECT domains.account_id AS "accountId", domains.name AS domain
     FROM domains JOIN audiences ON audiences.account_id = domains.account_id AND audiences.is_default
     WHERE domains.is_default AND audience_id <> audiences.id ORDER BY domains.account_id LIMIT $1`,
    [limit],
  );
  return rows;
}
