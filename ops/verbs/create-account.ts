// Makes an account and prints its API key, which is shown this once.
import { requireAccount } from '../../shared/resources/accounts/account.ts';
import { createAccount } from '../../shared/resources/accounts/create.ts';
import { toAccount } from '../account-output.ts';
import { readAddress, readDomain, readText } from '../read-words.ts';
import type { Verb } from '../verb.ts';

/** The plan of accounts for which none is named (decisions.md §11, Plans). */
const PLAN = 'free';

export const createAccountVerb: Verb = {
  summary: 'Makes an account in the sandbox and prints its API key, once.',
  parameters: [],
  options: {
    name: { value: 'name', summary: 'what people call it', isRequired: true },
    plan: { value: 'plan', summary: `free, pro, scale or unlimited; ${PLAN} when absent` },
    owner: { value: 'address', summary: "its owner's email, to which it may send at once" },
    domain: {
      value: 'domain',
      summary: 'a domain from which it may send; you vouch that it is theirs. Needs SECRET_KEY',
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
