// JSON forms of an account (docs/reference/account.md).

import type { AccountDeletion } from '../../../shared/resources/flows/account-deletions/deletion.ts';
import type { AccessRequest } from '../../../shared/resources/foundation/accounts/access-requests/access-request.ts';
import type { OwnAccount } from '../../../shared/resources/foundation/accounts/own-account.ts';
import type { Reputation } from '../../../shared/resources/foundation/reputation/reputation.ts';
import {
  type DefaultPools,
  describeSplitPools,
} from '../../../shared/resources/messaging/domains/pools/default-pools.ts';
import type { ConfirmedAddress } from '../../../shared/resources/people/address-confirmations/list.ts';
import {
  type LinkMailState,
  MAIL_WAITS,
  NO_MAIL,
} from '../../../shared/resources/people/one-time-links/mail-state.ts';
import { toReputation } from '../domains/reputation.ts';
import { toLinkMail } from '../invitations/output.ts';

/** The facts about an account from elsewhere. */
interface AboutAccount {
  /** The latest one. */
  request: AccessRequest | undefined;
  pools: DefaultPools;
  reputation: Reputation;
  /** Recipients counted towards today. */
  used: number;
}

/** The answer of GET and PATCH /account. */
export function toOwnAccount(account: OwnAccount, { request, pools, reputation, used }: AboutAccount) {
  const { audienceId, domain } = pools;
  return {
    object: 'account',
    id: account.id,
    name: account.name,
    plan: account.planId,
    production_access: account.hasProductionAccess,
    production_access_request: request ? toRequestFields(request) : null,
    default_audience_id: audienceId,
    default_domain: domain ? { id: domain.id, name: domain.name, audience_id: domain.audienceId } : null,
    warnings: [describeSplitPools(pools)].filter((each) => each !== undefined),
    create_properties: account.createsProperties,
    reputation: toReputation(reputation, used),
    suspension: account.suspension,
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
export function toConfirmedAddressItem({
  email,
  confirmedAt,
  mail,
}: Omit<ConfirmedAddress, 'mailedLinkId'> & { mail: LinkMailState }) {
  return {
    email,
    status: confirmedAt ? 'confirmed' : 'pending',
    confirmed_at: confirmedAt?.toISOString() ?? null,
    ...toLinkMail(mail),
  };
}

/** The answer of POST /account/confirmed-addresses. */
export function toConfirmedAddress(address: ConfirmedAddress) {
  const mail = address.confirmedAt ? NO_MAIL : MAIL_WAITS;
  return { object: 'confirmed_address', ...toConfirmedAddressItem({ ...address, mail }) };
}

/** JSON form of a requested deletion. */
export function toAccountDeletion({ accountId, requestedAt, startsAt }: AccountDeletion) {
  return {
    object: 'account_deletion',
    account_id: accountId,
    requested_at: requestedAt.toISOString(),
    deletes_at: startsAt.toISOString(),
  };
}
