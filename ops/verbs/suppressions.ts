// Verbs for the suppression list of an account. Their changes are announced to webhooks, as changes by the API are.
import { DomainError } from '../../shared/contract/domain-error.ts';
import { addressKey } from '../../shared/mail/addresses.ts';
import { findPageOf } from '../../shared/platform/db/list.ts';
import { addSuppressions } from '../../shared/resources/audience/suppressions/add.ts';
import { SUPPRESSION_LIST } from '../../shared/resources/audience/suppressions/list.ts';
import { removeSuppressions } from '../../shared/resources/audience/suppressions/remove.ts';
import type { Suppression } from '../../shared/resources/audience/suppressions/suppression.ts';
import { requireAccount } from '../../shared/resources/foundation/accounts/account.ts';
import { noWakeUps } from '../no-wake-ups.ts';
import { readAddress, readCount } from '../read-words.ts';
import type { Verb } from '../verb.ts';

const LIMIT = 100;
const LIMIT_MAX = 1_000;

export const listSuppressionsVerb: Verb = {
  summary: 'Lists the suppressed addresses of an account with their causes, newest first.',
  parameters: ['account'],
  options: {
    address: { value: 'address', summary: 'only the entry of this address' },
    limit: { value: 'count', summary: `maximum number of entries, up to ${LIMIT_MAX}; default: ${LIMIT}` },
  },
  audit: 'none',
  async run({ account = '', address, limit = String(LIMIT) }, { database }) {
    const page = { limit: readCount(limit, 'limit', LIMIT_MAX) };
    const filters = address === undefined ? {} : { address: readKey(address) };
    const { id } = await requireAccount(database, account);
    const { rows, hasMore } = await findPageOf(database, SUPPRESSION_LIST, id, page, filters);
    return { object: 'list', has_more: hasMore, data: rows.map(toSuppression) };
  },
};

export const addSuppressionVerb: Verb = {
  summary: 'Adds an address to the suppression list of an account. The account no longer sends to it.',
  parameters: ['account', 'address'],
  options: {},
  audit: 'afterwards',
  async run({ account = '', address = '' }, { database, ids, clock }) {
    const addresses = [readKey(address)];
    const { id: accountId } = await requireAccount(database, account);
    const order = { accountId, addresses, now: clock.now() };
    const [added] = await addSuppressions({ database, ids, queues: noWakeUps }, order);
    if (!added) throw new Error('The address was not added.');
    return toSuppression(added.suppression);
  },
};

export const removeSuppressionVerb: Verb = {
  summary: 'Removes an address from the suppression list of an account. The account can send to it again.',
  parameters: ['account', 'address'],
  options: {},
  audit: 'afterwards',
  async run({ account = '', address = '' }, { database, clock }) {
    const addresses = [readKey(address)];
    const { id } = await requireAccount(database, account);
    const [removed] = await removeSuppressions(
      { database, queues: noWakeUps },
      id,
      { addresses },
      clock.now(),
    );
    if (!removed) throw new DomainError('not_found', `${addresses} is not on the suppression list.`);
    return { ...toSuppression(removed), deleted: true };
  },
};

function readKey(text: string): string {
  return addressKey(readAddress(text));
}

function toSuppression({ id, accountId, address, origin, emailId, smtpReply, createdAt }: Suppression) {
  return {
    object: 'suppression',
    id,
    account_id: accountId,
    email: address,
    origin,
    source_id: emailId,
    smtp_reply: smtpReply,
    created_at: createdAt,
  };
}
