// JSON forms of an account (docs/reference/account.md).
import type { AccessRequest } from '../../../shared/resources/accounts/access-requests/access-request.ts';
import type { ConfirmedAddress } from '../../../shared/resources/accounts/confirming/list.ts';
import type { OwnAccount } from '../../../shared/resources/accounts/own-account.ts';

/** The answer of GET and PATCH /account. @param request the latest one */
export function toOwnAccount(account: OwnAccount, request: AccessRequest | undefined) {
  return {
    object: 'account',
    id: account.id,
    name: account.name,
    plan: account.planId,
    production_access: account.hasProductionAccess,
    production_access_request: request ? toRequestFields(request) : null,
    created_at: account.createdAt.toISOString(),
  };
}

/** The answer of POST /account/production-access. */
export function toAccessRequest(request: AccessRequest) {
  return { object: 'production_access_request', ...toRequestFields(request) };
}

function toRequestFields(request: AccessRequest) {
  return {
    id: request.id,
    website: request.website,
    use_case: request.useCase,
    monthly_volume: request.monthlyVolume,
    status: request.status,
    reason: request.reason,
    created_at: request.createdAt.toISOString(),
    decided_at: request.decidedAt?.toISOString() ?? null,
  };
}

/** An item of GET /account/confirmed-addresses. */
export function toConfirmedAddressItem({ email, confirmedAt }: ConfirmedAddress) {
  return {
    email,
    status: confirmedAt ? 'confirmed' : 'pending',
    confirmed_at: confirmedAt?.toISOString() ?? null,
  };
}

/** The answer of POST /account/confirmed-addresses. */
export function toConfirmedAddress(address: ConfirmedAddress) {
  return { object: 'confirmed_address', ...toConfirmedAddressItem(address) };
}
