// The circuit breaker for the mail provider, shared by all processes: when it is tripped, sending stops everywhere, one
// worker at a time probes the provider, and a reset resumes sending everywhere.
import { expect } from 'chai';
import {
  claimProbe,
  clearProviderSwitch,
  findTrippedReason,
  tripProviderSwitch,
} from '../../../../../shared/resources/foundation/providers/switch.ts';
import { useDatabase } from '../../../../support/database/database.ts';

describe('the circuit breaker for the mail provider', () => {
  const database = useDatabase();
  afterEach(() => clearProviderSwitch(database.pool));

  const makeProbeDue = () => database.pool.query('UPDATE providers SET next_probe_at = clock_timestamp()');
  const claimByMany = async (count: number) => {
    const claims = await Promise.all(Array.from({ length: count }, () => claimProbe(database.pool)));
    return claims.filter(Boolean).length;
  };

  it('is not tripped at first, and no probe can be claimed', async () => {
    expect(await findTrippedReason(database.pool)).to.equal(undefined);
    expect(await claimProbe(database.pool)).to.equal(undefined);
  });

  it('keeps the first reason when it is tripped again', async () => {
    await tripProviderSwitch(database.pool, '535 login refused');
    await tripProviderSwitch(database.pool, '530 login required');
    expect(await findTrippedReason(database.pool)).to.equal('535 login refused');
  });

  it('can be tripped by several processes at once without an error', async () => {
    const trips = Array.from({ length: 10 }, (_, index) => tripProviderSwitch(database.pool, `${index}`));
    await Promise.all(trips);
    expect(await findTrippedReason(database.pool)).to.match(/^\d$/);
  });

  it('is first probed 15 seconds after it was tripped', async () => {
    await tripProviderSwitch(database.pool, 'refused');
    expect(await claimByMany(10)).to.equal(0);
    const { rows } = await database.pool.query<{ wait: number }>(
      'SELECT extract(epoch FROM next_probe_at - refused_at)::float8 AS wait FROM providers',
    );
    expect(rows[0]?.wait).to.be.closeTo(15, 0.1);
  });

  it('lets exactly one of several callers claim each due probe', async () => {
    await tripProviderSwitch(database.pool, 'refused');
    for (let time = 0; time < 3; time += 1) {
      await makeProbeDue();
      expect(await claimByMany(10)).to.equal(1);
      expect(await claimByMany(10)).to.equal(0);
    }
  });

  it('gives the claimer of a probe the first refused mail, if one was recorded', async () => {
    const refused = { stage: 'rcpt', from: 'b-1@send.acme.dev', to: 'bo@customer.dev' } as const;
    await tripProviderSwitch(database.pool, '530 login required', refused);
    await tripProviderSwitch(database.pool, '530 login required', { ...refused, to: 'cy@customer.dev' });
    await makeProbeDue();
    expect(await claimProbe(database.pool)).to.deep.equal({ refused });
    await clearProviderSwitch(database.pool);
    await tripProviderSwitch(database.pool, 'refused');
    await makeProbeDue();
    expect(await claimProbe(database.pool)).to.deep.equal({ refused: undefined });
  });

  it('resumes sending when it is reset, and can be tripped again', async () => {
    await tripProviderSwitch(database.pool, 'refused');
    await clearProviderSwitch(database.pool);
    expect(await findTrippedReason(database.pool)).to.equal(undefined);
    await tripProviderSwitch(database.pool, 'refused again');
    expect(await findTrippedReason(database.pool)).to.equal('refused again');
  });
});
