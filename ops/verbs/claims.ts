// Verbs for claims of domain names: an operator decides about claims of names for which an operator vouches.
import { notFound } from '../../shared/contract/domain-error.ts';
import { isUuidV7 } from '../../shared/platform/time/ids.ts';
import type { DomainClaim } from '../../shared/resources/messaging/domains/claims/claim.ts';
import {
  completeBlockedClaim,
  rejectClaim,
} from '../../shared/resources/messaging/domains/claims/complete.ts';
import {
  type ContestedClaim,
  listOpenClaims,
} from '../../shared/resources/messaging/domains/claims/list-open.ts';
import { mailHostOf } from '../../shared/resources/messaging/domains/records/dns-records.ts';
import { DOMAIN_LISTENERS } from '../../shared/resources/registrations.ts';
import { noWakeUps } from '../no-wake-ups.ts';
import { readCount } from '../read-words.ts';
import type { Verb } from '../verb.ts';

const LIMIT = 100;
const LIMIT_MAX = 1_000;

export const listClaimsVerb: Verb = {
  summary: 'Lists open domain claims, oldest first.',
  parameters: [],
  options: {
    limit: { value: 'count', summary: `maximum number of claims, up to ${LIMIT_MAX}; default: ${LIMIT}` },
  },
  audit: 'none',
  async run({ limit = String(LIMIT) }, { database }) {
    const claims = await listOpenClaims(database, readCount(limit, 'limit', LIMIT_MAX));
    return { object: 'list', data: claims.map(toContestedClaim) };
  },
};

export const completeClaimVerb: Verb = {
  summary: 'Completes a blocked claim. The name moves to the claiming account immediately.',
  parameters: ['claim-id'],
  options: {},
  audit: 'afterwards',
  async run(words, { database, clock, service }) {
    const deps = {
      database,
      queues: noWakeUps,
      mailHost: mailHostOf(service),
      domainListeners: DOMAIN_LISTENERS,
    };
    return toClaim(await completeBlockedClaim(deps, readClaimId(words['claim-id']), clock.now()));
  },
};

export const rejectClaimVerb: Verb = {
  summary: 'Rejects an open claim. The name stays with its owner.',
  parameters: ['claim-id'],
  options: {},
  audit: 'afterwards',
  async run(words, { database }) {
    return toClaim(await rejectClaim({ database }, readClaimId(words['claim-id'])));
  },
};

function readClaimId(text = ''): string {
  if (!isUuidV7(text)) throw notFound('Domain claim');
  return text;
}

function toContestedClaim(claim: ContestedClaim) {
  return { ...toClaim(claim), owner_account_id: claim.ownerAccountId };
}

function toClaim(claim: DomainClaim) {
  return {
    object: 'domain_claim',
    id: claim.id,
    name: claim.name,
    status: claim.status,
    account_id: claim.accountId,
    domain_id: claim.domainId,
    blocked_reason: claim.blockedReason,
    blocked_until: claim.blockedUntil,
    failure_reason: claim.failureReason,
    created_at: claim.createdAt,
    expires_at: claim.expiresAt,
  };
}
