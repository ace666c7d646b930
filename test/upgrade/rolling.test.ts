// An upgrade from the release before to this one while customers continue: `web` and workers of both run next to each
// other on the migrated schema, and then the workers of this one alone. rolling.long.test.ts exchanges each process,
// with more load, in both orders, and back.
import { expect } from 'chai';
import { beat, openBook, runCampaign } from './support/customer.ts';
import { collectEvidence, compareAnswers } from './support/evidence.ts';
import { ALL_WORKERS } from './support/fleet.ts';
import { verify } from './support/verify.ts';
import { prepareWorld, type World } from './support/world.ts';

const CONTACTS = 20;

describe('An upgrade', function () {
  this.timeout(240_000);
  let world: World;
  before(async () => {
    world = await prepareWorld({ inOneProcess: true, logsWaits: false });
  });
  after(() => world?.stop());

  it('loses, doubles and refuses nothing, and each release reads what the other has written', async () => {
    const { fleet } = world;
    const customer = { world, book: openBook() };
    await Promise.all([runCampaign(customer, CONTACTS), beat(customer)]);
    await Promise.all([fleet.release('present'), beat(customer)]);
    await Promise.all([fleet.start('web', 'present'), fleet.start(ALL_WORKERS, 'present'), beat(customer)]);
    await Promise.all([runCampaign(customer, CONTACTS), beat(customer)]);
    await Promise.all([fleet.stop(ALL_WORKERS, 'previous'), beat(customer)]);
    await beat(customer);
    const evidence = await collectEvidence(world, customer.book);
    const differences = await compareAnswers(world);
    expect(verify({ ...evidence, differences }).join('\n')).to.equal('');
  });
});
