// Domain conflicts: a domain that one account has verified, its parents and its subdomains are not available to others.
import { expect } from 'chai';
import { hasDomainConflict } from '../../../../shared/resources/domains/find-conflict.ts';
import { useDatabase } from '../../../support/database.ts';
import { createAccount, createDomain } from '../../../support/factories.ts';

describe('a domain conflict', () => {
  const database = useDatabase();
  let owner: string;
  let other: string;
  before(async () => {
    owner = (await createAccount(database.pool)).id;
    other = (await createAccount(database.pool)).id;
    await createDomain(database.pool, owner, { name: 'mail.acme.dev', status: 'partially_failed' });
    await createDomain(database.pool, owner, { name: 'pending.dev', status: 'pending' });
  });

  for (const [name, isTaken] of [
    ['mail.acme.dev', true],
    ['acme.dev', true],
    ['eu.mail.acme.dev', true],
    ['shop.acme.dev', false],
    ['hotmail.acme.dev', false],
    ['e.dev', false],
    ['pending.dev', false],
  ] as const) {
    it(`${isTaken ? 'exists' : 'does not exist'} for another account with ${name}, and never for the owner`, async () => {
      expect(await hasDomainConflict(database.pool, { accountId: other, name })).to.equal(isTaken);
      expect(await hasDomainConflict(database.pool, { accountId: owner, name })).to.equal(false);
    });
  }
});
