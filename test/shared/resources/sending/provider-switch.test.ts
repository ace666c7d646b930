// The switch that every process sees: mail stops for all, one of them probes, and mail goes on for all.
import { expect } from 'chai';
import {
  claimProbe,
  clearProviderSwitch,
  findTrippedReason,
  tripProviderSwitch,
} from '../../../../shared/resources/sending/provider-switch.ts';
import { useDatabase } from '../../../support/database.ts';

describe('the configuration switch', () => {
  const database = useDatabase();
  afterEach(() => clearProviderSwitch(database.pool));

  const makeProbeDue = () =>
    database.pool.query('UPDATE sending_switches SET next_probe_at = clock_timestamp()');
  const claimByMany = async (count: number) => {
    const claims = await Promise.all(Array.from({ length: count }, () => claimProbe(database.pool)));
    return claims.filter(Boolean).length;
  };

  it('is not tripped at first, and there is nothing to probe', async () => {
    expect(await findTrippedReason(database.pool)).to.equal(undefined);
    expect(await claimProbe(database.pool)).to.equal(undefined);
  });

  it('keeps the first reason when it is tripped again', async () => {
    await tripProviderSwitch(database.pool, '535 login refused');
    await tripProviderSwitch(database.pool, '530 login required');
    expect(await findTrippedReason(database.pool)).to.equal('535 login refused');
  });

  it('is tripped by many at once without an error', async () => {
    const trips = Array.from({ length: 10 }, (_, index) => tripProviderSwitch(database.pool, `${index}`));
    await Promise.all(trips);
    expect(await findTrippedReason(database.pool)).to.match(/^\d$/);
  });

  it('is not probed right after the refusal that tripped it, but 15 seconds later', async () => {
    await tripProviderSwitch(database.pool, 'refused');
    expect(await claimByMany(10)).to.equal(0);
    const { rows } = await database.pool.query<{ wait: number }>(
      'SELECT extract(epoch FROM next_probe_at - tripped_at)::float8 AS wait FROM sending_switches',
    );
    expect(rows[0]?.wait).to.be.closeTo(15, 0.1);
  });

  it('is probed by exactly one of many, each time that a probe is due', async () => {
    await tripProviderSwitch(database.pool, 'refused');
    for (let time = 0; time < 3; time += 1) {
      await makeProbeDue();
      expect(await claimByMany(10)).to.equal(1);
      expect(await claimByMany(10)).to.equal(0);
    }
  });

  it('tells who probes which mail was refused first, as far as that was noted', async () => {
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

  it('lets mail go on when it is cleared, and can be tripped again', async () => {
    await tripProviderSwitch(database.pool, 'refused');
    await clearProviderSwitch(database.pool);
    expect(await findTrippedReason(database.pool)).to.equal(undefined);
    await tripProviderSwitch(database.pool, 'refused again');
    expect(await findTrippedReason(database.pool)).to.equal('refused again');
  });
});
