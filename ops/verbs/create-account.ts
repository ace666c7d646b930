// Creates an account, invites its owner, and prints its API key and the link of the invitation, which are shown only
// this once.
import { addressKey } from '../../shared/mail/addresses.ts';
import { transaction } from '../../shared/platform/db/transaction.ts';
import { requireAccount } from '../../shared/resources/foundation/accounts/account.ts';
import { recordAuditEvent } from '../../shared/resources/foundation/audit-events/record.ts';
import { invite, type NewInvitation } from '../../shared/resources/people/members/invitations/create.ts';
import { createAccount } from '../../shared/resources/people/new-accounts/create.ts';
import { linkUrl } from '../../shared/resources/people/one-time-links/link.ts';
import { toAccount } from '../account-output.ts';
import { readAddress, readDomain, readText } from '../read-words.ts';
import type { Verb } from '../verb.ts';

/** The plan of accounts for which no plan is named. */
const PLAN = 'free';

export const createAccountVerb: Verb = {
  summary:
    'Creates an account in the sandbox, invites its owner, and prints its API key and invitation link once.',
  parameters: [],
  options: {
    name: { value: 'name', summary: 'a name for people', isRequired: true },
    plan: { value: 'plan', summary: `free, pro, scale or unlimited; default: ${PLAN}` },
    owner: {
      value: 'address',
      summary: 'the email address of the owner, who is invited; the account can send to it immediately',
    },
    domain: {
      value: 'domain',
      summary: 'a domain that the account can send from, verified without a DNS check. Needs SECRET_KEY',
    },
  },
  audit: 'in transaction',
  async run(words, { database, ids, secrets, service, act }) {
    const { name = '', plan = PLAN, owner, domain } = words;
    const account = {
      name: readText(name, 'name'),
      planId: plan,
      ownerAddress: owner === undefined ? undefined : readAddress(owner),
      domain: domain === undefined ? undefined : { name: readDomain(domain), secrets: secrets() },
    };
    const { id, apiKey, token } = await transaction(database, async (client) => {
      const created = await createAccount(client, ids, account);
      const own = { ...act, accountId: created.id };
      const invited = owner === undefined ? undefined : ownerOf(owner);
      const sent = invited && (await invite(client, ids, own, invited));
      await recordAuditEvent(client, ids, { ...own, targetId: created.id });
      return { ...created, token: sent?.token };
    });
    return {
      ...toAccount(await requireAccount(database, id)),
      api_key: apiKey,
      ...(token !== undefined && { invitation_url: linkUrl(service.publicUrl, 'invitation', token) }),
    };
  },
};

function ownerOf(address: string): NewInvitation {
  return { email: addressKey(readAddress(address)), role: 'owner' };
}
