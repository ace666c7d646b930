// Routes of claims of domain names (docs/reference/domain-claims.md), and the JSON form of a claim.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import type { DomainClaim } from '../../../shared/resources/messaging/domains/claims/claim.ts';
import { requireNewestClaim } from '../../../shared/resources/messaging/domains/claims/find.ts';
import { startClaim } from '../../../shared/resources/messaging/domains/claims/start.ts';
import { verifyClaim } from '../../../shared/resources/messaging/domains/claims/verify.ts';
import { type ClaimWait, explainWait } from '../../../shared/resources/messaging/withdrawals/explain-wait.ts';
import type { ApiDeps } from '../../deps.ts';
import { Reply } from '../../reply.ts';
import { type Resource, route, uuidOf } from '../../route.ts';
import { withNames } from './deps.ts';
import { claimDomainInput, toWantedDomain } from './input.ts';

const params = { id: uuidOf('Domain') };

/** Routes of claims. */
export const claimRoutes: Resource = [
  route(OPERATIONS.startDomainClaim, { body: claimDomainInput }, async ({ deps, caller, body }) => {
    const wanted = toWantedDomain(caller.accountId, body);
    const { claim, isNew } = await startClaim(withNames(deps), wanted, deps.clock.now());
    return new Reply(isNew ? 201 : 200, await showClaim(deps, claim));
  }),
  route(OPERATIONS.getDomainClaim, { params }, async ({ deps, caller, params: { id } }) =>
    showClaim(deps, await requireNewestClaim(deps.database, caller.accountId, id)),
  ),
  route(OPERATIONS.verifyDomainClaim, { params }, async ({ deps, caller: { accountId }, params: { id } }) =>
    showClaim(deps, await verifyClaim(deps, { accountId, id }, deps.clock.now())),
  ),
];

async function showClaim({ database, clock }: Pick<ApiDeps, 'database' | 'clock'>, claim: DomainClaim) {
  return toDomainClaim(claim, await explainWait(database, claim, clock.now()));
}

function toDomainClaim(claim: DomainClaim, wait: ClaimWait | null) {
  return {
    object: 'domain_claim',
    id: claim.id,
    name: claim.name,
    status: claim.status,
    domain_id: claim.domainId,
    region: claim.region,
    record: { type: 'TXT', name: claim.name, value: claim.proof, ttl: 'Auto' },
    blocked_reason: wait,
    blocked_until: claim.blockedUntil?.toISOString() ?? null,
    failure_reason: claim.failureReason,
    created_at: claim.createdAt.toISOString(),
    expires_at: claim.expiresAt.toISOString(),
  };
}
