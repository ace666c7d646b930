// Routes of /account: the account of the session, its request for production access, and the addresses that it may send
// to without.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { utcDayOf } from '../../../shared/platform/time/utc-days.ts';
import { keepAccount, requestDeletion } from '../../../shared/resources/flows/account-deletions/request.ts';
import { createAccessRequest } from '../../../shared/resources/foundation/accounts/access-requests/create.ts';
import { findLatestAccessRequest } from '../../../shared/resources/foundation/accounts/access-requests/list.ts';
import { findAccountReputations } from '../../../shared/resources/foundation/accounts/account-reputation.ts';
import {
  type OwnAccount,
  requireOwnAccount,
  updateOwnAccount,
} from '../../../shared/resources/foundation/accounts/own-account.ts';
import { findUsedCapacities } from '../../../shared/resources/foundation/reputation/find-used.ts';
import { GOOD_REPUTATION } from '../../../shared/resources/foundation/reputation/reputation.ts';
import { findDefaultPools } from '../../../shared/resources/messaging/domains/pools/default-pools.ts';
import { askToConfirm } from '../../../shared/resources/people/address-confirmations/ask.ts';
import { listConfirmedAddresses } from '../../../shared/resources/people/address-confirmations/list.ts';
import { addMailStates } from '../../../shared/resources/people/one-time-links/mail-state.ts';
import { actOf } from '../../audit-writes.ts';
import type { SessionCaller } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import { Reply } from '../../reply.ts';
import { type Resource, route } from '../../route.ts';
import { ownActOf } from '../auth/own-act.ts';
import {
  confirmAddressInput,
  deleteAccountInput,
  requestProductionAccessInput,
  updateAccountInput,
} from './input.ts';
import {
  toAccessRequest,
  toAccountDeletion,
  toConfirmedAddress,
  toConfirmedAddressItem,
  toOwnAccount,
} from './output.ts';

/** Routes of the account. */
export const accountRoutes: Resource = [
  route(OPERATIONS.getAccount, {}, async ({ deps, caller: { accountId } }) =>
    describe(deps, await requireOwnAccount(deps.database, accountId)),
  ),
  route(
    OPERATIONS.updateAccount,
    { body: updateAccountInput },
    async ({ deps, caller: { accountId }, body: { name, create_properties: createsProperties } }) =>
      describe(deps, await updateOwnAccount(deps.database, accountId, { name, createsProperties })),
  ),
  route(OPERATIONS.deleteAccount, { body: deleteAccountInput }, async ({ deps, caller, body }) => {
    const { password, code, recovery_code: recoveryCode } = body;
    const act = toAct(deps, caller, 'deleteAccount');
    const shown = { password, code, recoveryCode };
    return toAccountDeletion(await requestDeletion(deps, act, ownActOf(caller, deps), shown));
  }),
  route(OPERATIONS.keepAccount, {}, async ({ deps, caller }) => {
    await keepAccount(deps, toAct(deps, caller, 'keepAccount'));
    return await describe(deps, await requireOwnAccount(deps.database, caller.accountId));
  }),
  route(
    OPERATIONS.requestProductionAccess,
    { body: requestProductionAccessInput },
    async ({ deps, caller, body }) => {
      const { website, use_case: useCase, monthly_volume: monthlyVolume } = body;
      const act = toAct(deps, caller, 'requestProductionAccess');
      const request = await createAccessRequest(deps, { act, use: { website, useCase, monthlyVolume } });
      // Operators may watch the log; `list-access-requests` lists pending ones.
      deps.log.info(
        { account_id: caller.accountId, access_request: request.id },
        'an account asks for production access',
      );
      return toAccessRequest(request);
    },
  ),
  route(OPERATIONS.listConfirmedAddresses, {}, async ({ deps: { database, clock }, caller }) => {
    const now = clock.now();
    const addresses = await listConfirmedAddresses(database, caller.accountId, now);
    const data = await addMailStates(database, addresses, now);
    return { object: 'list', has_more: false, data: data.map(toConfirmedAddressItem) };
  }),
  route(
    OPERATIONS.confirmAddress,
    { body: confirmAddressInput },
    async ({ deps, caller, body: { email } }) => {
      const act = toAct(deps, caller, 'confirmAddress');
      const address = await askToConfirm(deps, { act, email });
      return new Reply(address.confirmedAt ? 200 : 201, toConfirmedAddress(address));
    },
  ),
];

async function describe({ database, clock }: ApiDeps, account: OwnAccount) {
  const { id } = account;
  const pools = await findDefaultPools(database, id);
  const request = await findLatestAccessRequest(database, id);
  const reputation = (await findAccountReputations(database, [id]))[0]?.reputation ?? GOOD_REPUTATION;
  const day = utcDayOf(clock.now());
  const used = await findUsedCapacities(database, [{ accountId: id, subjectId: id }], day);
  return toOwnAccount(account, { request, pools, reputation, used: used.get(id) ?? 0 });
}

function toAct({ clock }: ApiDeps, caller: SessionCaller, operation: string) {
  return { ...actOf(caller), operation, now: clock.now() };
}
