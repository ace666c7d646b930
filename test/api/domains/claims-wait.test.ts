// Why a claim in its grace period waits (docs/reference/domain-claims.md).
import { expect } from 'chai';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { createEmail } from '../../support/factories/factories.ts';
import { useClaims } from './support/use-claims.ts';

describe('A claim in its grace period', () => {
  const claims = useClaims();

  it('Says in `blocked_reason` of a claim in its grace period whether the owner has sent from the name in the last seven days, or has mail scheduled from it.', async () => {
    const { app } = claims;
    const owner = await claims.addVerified();
    const claim = await claims.claim(owner.name);
    await claim.prove();
    expect(await claim.state()).to.equal('blocked grace_period');
    const sent = async (ageMs: number) =>
      app.pool.query(
        `INSERT INTO sending_days (account_id, domain_id, day, since, slot, judged, bounced, complained)
         VALUES ($1, $2, $3, '-infinity', 0, 1, 0, 0)`,
        [owner.accountId, owner.id, new Date(app.clock.now().getTime() - ageMs)],
      );
    await sent(9 * DAY_MS);
    expect(await claim.state()).to.equal('blocked grace_period');
    await sent(DAY_MS);
    expect(await claim.state()).to.equal('blocked recent_owner_activity');
    const { id } = await createEmail(app.pool, owner.accountId, { domainId: owner.id, status: 'pending' });
    await app.pool.query("UPDATE email_recipients SET state = 'pending' WHERE email_id = $1", [id]);
    expect(await claim.state()).to.equal('blocked pending_scheduled_emails');
    expect((await claim.verify()).body.blocked_reason).to.equal('pending_scheduled_emails');
    // The owner sees no more than before.
    expect((await owner.get()).contested.reason).to.equal('grace_period');
  });
});
