// Creates an account and prints its API key, which is shown only this once.
import { requireAccount } from '../../shared/resources/accounts/account.ts';
import { createAccount } from '../../shared/resources/accounts/create.ts';
import { toAccount } from '../account-output.ts';
import { readAddress, readDomain, readText } from '../read-words.ts';
import type { Verb } from '../verb.ts';

/** The plan of accounts for which no plan is named. */
const PLAN = 'free';

export const createAccountVerb: Verb = {
  summary: 'Creates an account in the sandbox and prints its API key, once.',
  parameters: [],
  options: {
    name: { value: 'name', summary: 'a name for people', isRequired: true },
    plan: { value: 'plan', summary: `free, pro, scale or unlimited; ${PLAN} by default` },
    owner: { value: 'address', summary: "the owner's email address; the account may send to it at once" },
    domain: {
      value: 'domain',
      summary: 'a domain that it may send from; counts as verified on your word. Needs SECRET_KEY',
    },
  },
  async run(words, { database, ids, secrets }) {
    const { name = '', plan = PLAN, owner, domain } = words;
    const { id, apiKey } = await createAccount(database, ids, {
      name: readText(name, 'name'),
      planId: plan,
      ownerAddress: owner === undefined ? undefined : readAddress(owner),
      domain: domain === undefined ? undefined : { name: readDomain(domain), secrets: secrets() },
    });
    return { ...toAccount(await requireAccount(database, id)), api_key: apiKey };
  },
};
