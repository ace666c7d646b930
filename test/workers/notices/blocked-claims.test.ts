// The notice to the owner of a name that another account claims, through our own send path.
import { expect } from 'chai';
import { confirmAddress } from '../../../shared/resources/foundation/accounts/confirmed-addresses.ts';
import { notifyOfBlockedClaims } from '../../../workers/notices/blocked-claims.ts';
import { createClaim } from '../../shared/resources/messaging/domains/claims/contested-domains.ts';
import { createAccount, createDomain } from '../../support/factories/factories.ts';
import { useJob } from '../support/use-job.ts';

const UNTIL = new Date('2026-12-24T12:00:00.000Z');

describe('the notice of a blocked claim', () => {
  const job = useJob();
  const { query, row } = job;
  let named = 0;
  before(async () => {
    await createDomain(job.pool, (await createAccount(job.pool)).id);
  });
  afterEach(() => query('TRUNCATE emails, email_recipients, domain_claims'));

  const blocked = async (blockedReason: 'grace_period' | 'operator', ...owners: string[]) => {
    named += 1;
    const name = `noticed${named}.dev`;
    const { id: ownerId } = await createAccount(job.pool);
    for (const owner of owners) await confirmAddress(job.pool, ownerId, owner);
    await createDomain(job.pool, ownerId, { name });
    const own = await createDomain(job.pool, (await createAccount(job.pool)).id, {
      name,
      status: 'not_started',
    });
    const blockedUntil = blockedReason === 'grace_period' ? UNTIL : null;
    const claim = await createClaim(job.pool, own, { status: 'blocked', blockedReason, blockedUntil });
    await query('UPDATE domain_claims SET notice_due_at = now() WHERE id = $1', [claim.id]);
    return { ...claim, ownerId };
  };
  const texts = async () => {
    const rows = await query(
      'SELECT text FROM emails JOIN email_contents ON email_contents.id = content_id ORDER BY emails.id',
    );
    return rows.map(({ text }) => text);
  };
  const isDue = async ({ id }: { id: string }) =>
    (await row('SELECT notice_due_at FROM domain_claims WHERE id = $1', [id])).notice_due_at !== null;

  it('says when the name moves, what to remove, and not which account claims it', async () => {
    const claim = await blocked('grace_period', 'owner@customer.dev');
    await Promise.all(Array.from({ length: 10 }, () => notifyOfBlockedClaims(job.deps)));
    const [text, ...others] = await texts();
    expect(others).to.deep.equal([]);
    expect(text).to.contain(UNTIL.toISOString()).and.to.contain(claim.proof).and.to.contain(claim.id);
    expect(text).not.to.contain(claim.accountId);
    expect(await isDue(claim)).to.equal(false);
  });

  it('says that the operator decides when the operator vouches for the domain', async () => {
    await blocked('operator', 'owner@customer.dev');
    await notifyOfBlockedClaims(job.deps);
    expect((await texts())[0]).to.contain('only if the operator');
  });

  it('is dropped when the account has no owner, and does not delay others', async () => {
    const nobodys = await blocked('grace_period');
    await blocked('grace_period', 'owner@customer.dev');
    await notifyOfBlockedClaims(job.deps);
    expect(await texts()).to.have.length(1);
    expect(await isDue(nobodys)).to.equal(false);
  });

  it('is not sent for a claim whose owner is gone', async () => {
    const claim = await blocked('grace_period', 'owner@customer.dev');
    await query("UPDATE domains SET status = 'failed' WHERE account_id = $1", [claim.ownerId]);
    await notifyOfBlockedClaims(job.deps);
    expect(await texts()).to.deep.equal([]);
  });

  it('is sent again when the claim is blocked for another reason in the meantime', async () => {
    const claim = await blocked('grace_period', 'owner@customer.dev');
    await notifyOfBlockedClaims(job.deps);
    await query(
      "UPDATE domain_claims SET blocked_reason = 'operator', blocked_until = NULL, notice_due_at = now() WHERE id = $1",
      [claim.id],
    );
    await notifyOfBlockedClaims(job.deps);
    expect(await texts()).to.have.length(2);
  });
});
