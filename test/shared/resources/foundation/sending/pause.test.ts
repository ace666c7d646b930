// The kill switch: the operators' pause of all sending. It shares a table with the provider's circuit breaker, and
// neither affects the other.
import { expect } from 'chai';
import { querySingle } from '../../../../../shared/platform/db/combined-query.ts';
import {
  clearProviderSwitch,
  findTrippedReason,
  tripProviderSwitch,
} from '../../../../../shared/resources/foundation/providers/switch.ts';
import {
  findSendingPause,
  pauseSending,
  resumeSending,
} from '../../../../../shared/resources/foundation/sending/pause.ts';
import { sendingStop } from '../../../../../shared/resources/foundation/sending/stop.ts';
import { useDatabase } from '../../../../support/database/database.ts';

describe('the pause of all sending', () => {
  const database = useDatabase();
  afterEach(() => database.pool.query('DELETE FROM sending_switches'));

  it('is off at first, and ending it reports that there was none', async () => {
    expect(await findSendingPause(database.pool)).to.equal(undefined);
    expect(await querySingle(database.pool, 'read-sending-stop', sendingStop())).to.equal(undefined);
    expect(await resumeSending(database.pool)).to.equal(false);
  });

  it('stays on until it is ended', async () => {
    const made = await pauseSending(database.pool, 'abuse');
    expect(made.reason).to.equal('abuse');
    expect(await findSendingPause(database.pool)).to.deep.equal(made);
    expect(await resumeSending(database.pool)).to.equal(true);
    expect(await findSendingPause(database.pool)).to.equal(undefined);
  });

  it('keeps its start time when it is set again, and takes the new reason', async () => {
    const first = await pauseSending(database.pool, 'abuse');
    expect(await pauseSending(database.pool, 'abuse, and a court order')).to.deep.equal({
      reason: 'abuse, and a court order',
      since: first.since,
    });
  });

  it('is independent of the provider circuit breaker', async () => {
    await pauseSending(database.pool, 'abuse');
    expect(await findTrippedReason(database.pool)).to.equal(undefined);
    await tripProviderSwitch(database.pool, '535 login refused');
    await resumeSending(database.pool);
    expect(await findTrippedReason(database.pool)).to.equal('535 login refused');
    await pauseSending(database.pool, 'abuse');
    await clearProviderSwitch(database.pool);
    expect((await findSendingPause(database.pool))?.reason).to.equal('abuse');
  });

  it('takes precedence in the refusal when the provider circuit breaker is tripped too', async () => {
    await tripProviderSwitch(database.pool, '535 login refused');
    expect((await querySingle(database.pool, 'read-sending-stop', sendingStop()))?.name).to.equal(
      'sending_configuration_unavailable',
    );
    await pauseSending(database.pool, 'abuse');
    expect(await querySingle(database.pool, 'read-sending-stop', sendingStop())).to.include({
      name: 'sending_service_unavailable',
      retryAfterSeconds: 60,
    });
  });
});
