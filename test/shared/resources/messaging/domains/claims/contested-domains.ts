// Domains of two accounts with the same name, a claim between them, and name servers that answer as a test says.
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Dns, DnsAnswer, ServerAnswer } from '../../../../../../shared/platform/net/dns/answer.ts';
import { findSubjects } from '../../../../../../shared/resources/messaging/domains/checks/subject.ts';
import { domainCheckWork } from '../../../../../../shared/resources/messaging/domains/checks/work.ts';
import type { ClaimDeps } from '../../../../../../shared/resources/messaging/domains/claims/advance.ts';
import {
  CLAIM_COLUMNS,
  type DomainClaim,
} from '../../../../../../shared/resources/messaging/domains/claims/claim.ts';
import type { ShownDomain } from '../../../../../../shared/resources/messaging/domains/domain.ts';
import { showDomain } from '../../../../../../shared/resources/messaging/domains/find.ts';
import { DOMAIN_LISTENERS } from '../../../../../../shared/resources/registrations.ts';
import { factoryIds as ids } from '../../../../../support/factories/factory-ids.ts';
import { SILENT_QUEUES } from '../../../../../support/queues/queues.ts';

export const MAIL_HOST = {
  mailHostname: 'mail.posthorn.dev',
  spfMechanisms: 'a:mail.posthorn.dev',
  trackingHost: 'posthorn.dev',
  certificateIssuer: 'letsencrypt.org',
};

export const DAY_MS = 86_400_000;

/** The dependencies of claims. */
export function claimDeps(database: ClaimDeps['database'], graceHours = 72): ClaimDeps {
  return {
    database,
    queues: SILENT_QUEUES,
    mailHost: MAIL_HOST,
    graceHours,
    domainListeners: DOMAIN_LISTENERS,
  };
}

/** Fields of a claim that a test may set. */
export interface ClaimFields {
  status?: DomainClaim['status'];
  blockedReason?: DomainClaim['blockedReason'];
  blockedUntil?: Date | null;
  expiresAt?: Date;
}

/** Inserts a claim of a domain. */
export async function createClaim(
  pool: Pool,
  domain: { id: string; accountId: string; name: string },
  fields: ClaimFields = {},
): Promise<DomainClaim> {
  const { status = 'pending', blockedReason = null, blockedUntil = null } = fields;
  const { expiresAt = new Date(Date.now() + 7 * DAY_MS) } = fields;
  const { rows } = await pool.query<DomainClaim>(
    `INSERT INTO domain_claims (id, account_id, domain_id, name, region, status, proof, blocked_reason, blocked_until,
                                created_at, expires_at)
     VALUES ($1, $2, $3, $4, 'self-hosted', $5, $6, $7, $8, now(), $9) RETURNING ${CLAIM_COLUMNS}`,
    [
      ids.next(),
      domain.accountId,
      domain.id,
      domain.name,
      status,
      randomUUID(),
      blockedReason,
      blockedUntil,
      expiresAt,
    ],
  );
  if (!rows[0]) throw new Error('The claim of the test was not stored.');
  return rows[0];
}

/** What one name server answers. */
export function answers(...of: DnsAnswer<string>[]): ServerAnswer<string>[] {
  return of.map((answer, index) => ({ server: `ns${index + 1}.hoster.dev`, answer }));
}

/** The record of a claim is at the only name server. */
export function proven({ proof }: DomainClaim): ServerAnswer<string>[] {
  return answers({ kind: 'found', values: ['v=spf1 -all', proof] });
}

/** DNS that has all records of a domain. */
export async function dnsOf(pool: ClaimDeps['database'], domainId: string): Promise<Dns> {
  const { records } = await shown(pool, domainId);
  const valuesOf = (name: string, type: string) =>
    records.filter((record) => record.name === name && record.type === type).map(({ value }) => value);
  const give = <Value>(values: Value[]) =>
    [
      { server: null, answer: values.length > 0 ? { kind: 'found', values } : { kind: 'absent' } },
    ] as const satisfies ServerAnswer<Value>[];
  return {
    about: () => ({
      txt: async (name: string) => give(valuesOf(name, 'TXT')),
      cname: async (name: string) => give(valuesOf(name, 'CNAME')),
      mx: async (name: string) => give(valuesOf(name, 'MX').map((exchange) => ({ exchange, priority: 10 }))),
    }),
  } as unknown as Dns;
}

async function shown(pool: ClaimDeps['database'], domainId: string): Promise<ShownDomain> {
  const { domain } = await subjectOf(pool, domainId);
  return await showDomain(pool, MAIL_HOST, domain);
}

/** Reads a domain as a check does. */
async function subjectOf(pool: ClaimDeps['database'], domainId: string, token: string = randomUUID()) {
  const [subject] = await findSubjects(pool, [{ id: domainId, token }]);
  if (!subject) throw new Error('The domain of the test does not exist.');
  return subject;
}

/** Claims the row of work of a domain's checks, as a worker does, and reads what a check works on. */
export async function beginCheck(pool: ClaimDeps['database'], domainId: string) {
  await pool.query('UPDATE domain_checks SET woken_at = now() WHERE id = $1', [domainId]);
  const lease = { worker: randomUUID(), token: randomUUID() };
  const [work] = await domainCheckWork.table.claim(pool, [domainId], lease);
  if (!work) throw new Error('The check of the test cannot be claimed.');
  return await subjectOf(pool, domainId, work.token);
}

/** What is stored of a domain. */
export async function readDomain(pool: Pool, id: string) {
  const { rows } = await pool.query<{ status: string; reason: string | null; isClaimed: boolean }>(
    `SELECT status, status_reason AS reason, claimed_at IS NOT NULL AS "isClaimed" FROM domains WHERE id = $1`,
    [id],
  );
  return rows[0];
}

/** The status of a claim. */
export async function readClaim(pool: Pool, { id }: { id: string }): Promise<string | undefined> {
  const { rows } = await pool.query<{ status: string }>('SELECT status FROM domain_claims WHERE id = $1', [
    id,
  ]);
  return rows[0]?.status;
}
