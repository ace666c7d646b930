// Hashing a chosen password: in the turns of client network and person, and only while it is needed.
import { expect } from 'chai';
import { TooManyHashesError } from '../../../../../../shared/platform/security/password-hash.ts';
import { hashInTurn } from '../../../../../../shared/resources/people/people/passwords/hash.ts';
import { SignInTurns } from '../../../../../../shared/resources/people/sign-in/turns.ts';
import { createCheapHashes } from '../../../../../support/api/cheap-hashes.ts';
import { failureOf } from '../../../../../support/failure-of.ts';

const PASSWORD = 'correct horse battery';
const chosen = { password: PASSWORD, email: 'bo@acme.dev', networkAddress: '192.0.2.1' };

describe('hashInTurn', () => {
  it('hashes a password, which can be verified then', async () => {
    const passwordHashes = createCheapHashes();
    const hash = await hashInTurn({ passwordHashes, signInTurns: new SignInTurns() }, chosen);
    expect(await passwordHashes.verify(PASSWORD, hash)).to.equal(true);
    expect(await passwordHashes.verify(`${PASSWORD}.`, hash)).to.equal(false);
  });

  it('does no work once the link is gone: of many requests with one link, one hashes', async () => {
    let isTaken = false;
    let hashed = 0;
    const hash = () => {
      hashed += 1;
      isTaken = true;
      return Promise.resolve('hash');
    };
    const deps = { passwordHashes: { ...createCheapHashes(), hash }, signInTurns: new SignInTurns() };
    const requireLink = () => (isTaken ? Promise.reject(new Error('gone')) : Promise.resolve());
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => hashInTurn(deps, chosen, requireLink)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    expect(hashed).to.equal(1);
  });

  it('refuses with rate_limit_exceeded when too many hashes of the process wait', async () => {
    const hash = () => Promise.reject(new TooManyHashesError('Too many.'));
    const deps = { passwordHashes: { ...createCheapHashes(), hash }, signInTurns: new SignInTurns() };
    const error = await failureOf(hashInTurn(deps, chosen));
    expect(error).to.include({ name: 'rate_limit_exceeded', retryAfterSeconds: 5 });
  });
});
