// What a check of a domain works on: the domain, its keys, the states of its records, and its open claim. It is read once,
// for all domains of a job, and outside of any transaction: the write compares the version.
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Claim } from '../../../../platform/work/work-table.ts';
import type { DomainClaim } from '../claims/claim.ts';
import { findOpenClaims } from '../claims/find.ts';
import { DOMAIN_COLUMNS, type Domain } from '../domain.ts';
import { type DkimKey, findDkimKeys } from '../keys/dkim-key.ts';
import { type CheckRow, findChecks } from './check-row.ts';

/** A domain to check. */
export interface CheckSubject {
  /** The claim of the row of work. */
  work: Claim;
  domain: Domain;
  keys: DkimKey[];
  row: CheckRow;
  /** The claim that the account wants to prove; undefined: none. */
  openClaim: DomainClaim | undefined;
}

/**
 * Reads the subjects of claimed rows. Domains that were deleted are missing. The versions are read before everything
 * else: what changes in between is newer than its version, so the check writes nothing.
 */
export async function findSubjects(database: Queryable, works: readonly Claim[]): Promise<CheckSubject[]> {
  const ids = works.map(({ id }) => id);
  const rows = await findChecks(database, ids);
  const [domains, keys, claims] = await Promise.all([
    findDomains(database, ids),
    findDkimKeys(database, ids),
    findOpenClaims(database, ids),
  ]);
  return works.flatMap((work) => {
    const domain = domains.find(({ id }) => id === work.id);
    const row = rows.find(({ id }) => id === work.id);
    if (!domain || !row) return [];
    const ofDomain = ({ domainId }: { domainId: string | null }) => domainId === work.id;
    return [{ work, domain, row, keys: keys.filter(ofDomain), openClaim: claims.find(ofDomain) }];
  });
}

async function findDomains(database: Queryable, ids: readonly string[]): Promise<Domain[]> {
  const { rows } = await database.query<Domain>({
    name: 'find-domains-to-check',
    text: `SELECT ${DOMAIN_COLUMNS} FROM domains WHERE id = ANY($1::uuid[])`,
    values: [ids],
  });
  return rows;
}
