// How places are dealt to destinations, in a simulation of workers whose time the test moves (simulated-allocation.ts).
import { expect } from 'chai';
import type { MailboxProvider } from '../../../../shared/mail/providers/provider.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../shared/platform/time/durations.ts';
import type { Delivery } from '../../../../workers/transports/transport.ts';
import { createRandom, pick } from '../../../support/random.ts';
import { makeProvider } from '../../transports/support/unstored-destinations.ts';
import {
  mostPutOffsInAnHour,
  SimulatedAllocation,
  type SimulatedRow,
  type SimulationOptions,
} from './simulated-allocation.ts';

const SEEDS = 3;
const BUSY: Delivery = {
  kind: 'refused',
  stage: 'mail',
  reply: { code: 421, enhanced: '4.7.0', text: 'Try again later' },
};
const TOO_MANY: Delivery = {
  kind: 'refused',
  stage: 'mail',
  reply: { code: 421, enhanced: '4.7.0', text: '[TSS04] Messages from 127.0.0.1 temporarily deferred' },
};

describe('Dealing mail to destinations', function () {
  this.timeout(60_000);
  let allocation: SimulatedAllocation;
  afterEach(() => allocation.stop());
  const open = (options: Partial<SimulationOptions> = {}) => {
    const defaults = { processes: 1, slots: 40, random: createRandom(83), serviceMs: () => 200 };
    allocation = new SimulatedAllocation({ ...defaults, ...options });
    return allocation;
  };
  const of = (account: string) => allocation.rows.filter((row) => row.account === account);
  const sent = (rows: readonly SimulatedRow[]) => rows.filter(({ state }) => state === 'sent').length;

  it('keeps a destination within its rate, and takes up what it allows', async () => {
    const provider = makeProvider({ maxRate: 600 });
    open().add(5_000, { account: 'a', provider });
    await allocation.run(5 * MINUTE_MS);
    expect(sent(allocation.rows)).to.be.within(2_700, 3_010);
    expect(allocation.rows.filter(({ state }) => state === 'awake')).to.have.length.below(100);
  });

  it('lets no destination hold up another, whether it is slow, silent or asks for less', async () => {
    const silent = Array.from({ length: 15 }, (_, number) => makeProvider({ name: `silent-${number}.test` }));
    const busy = makeProvider({ name: 'busy.test' });
    open({
      serviceMs: ({ provider }) => (provider.name.startsWith('silent') ? undefined : 200),
      answer: ({ provider }) =>
        provider === busy ? BUSY : { kind: 'accepted', reply: { code: 250, text: 'ok' } },
    });
    for (const provider of silent) allocation.add(20, { account: 'a', provider });
    allocation.add(500, { account: 'a', provider: busy });
    const quick = Array.from({ length: 20 }, (_, number) => makeProvider({ name: `quick-${number}.test` }));
    for (const provider of quick) allocation.add(10, { account: 'quick', provider });
    await allocation.run(10 * SECOND_MS);
    expect(sent(of('quick'))).to.equal(200);
  });

  it('lets accounts take turns within a destination', async () => {
    const provider = makeProvider({ maxRate: 600 });
    open().add(5_000, { account: 'many', provider });
    await allocation.run(20 * SECOND_MS);
    allocation.add(20, { account: 'few', provider });
    await allocation.run(20 * SECOND_MS);
    expect(sent(of('few'))).to.equal(20);
  });

  it('sends nothing to a destination that rests, counts no try of what waits, and goes on from one at a time', async () => {
    let isStrict = true;
    const yahoo = makeProvider({ name: 'yahoo', isListed: true });
    open({ answer: () => (isStrict ? TOO_MANY : { kind: 'accepted', reply: { code: 250, text: 'ok' } }) });
    allocation.add(500, { account: 'a', provider: yahoo });
    await allocation.run(119 * MINUTE_MS);
    const tried = allocation.rows.filter(({ tries }) => tries > 0).length;
    expect(tried).to.be.below(10);
    isStrict = false;
    allocation.mostHeld.clear();
    await allocation.run(3 * MINUTE_MS);
    expect(sent(allocation.rows)).to.be.above(0);
    await allocation.run(40 * MINUTE_MS);
    expect(sent(allocation.rows)).to.equal(500);
    expect(allocation.rows.every(({ tries }) => tries <= 2)).to.equal(true);
    expect(mostPutOffsInAnHour(allocation.rows)).to.be.at.most(3);
  });

  const expectServed = (provider: MailboxProvider, processes: number) => {
    const rows = allocation.rows.filter((row) => row.provider === provider);
    expect(sent(rows), provider.name).to.be.above(Math.min(rows.length - 1, 50));
    for (let process = 0; process < processes; process += 1) {
      const most = allocation.mostHeld.get(`${provider.name} ${process}`) ?? 0;
      expect(most).to.be.at.most(Math.max(1, provider.connections / processes));
    }
  };

  it('counts only what waits for a server, and as mail only what was begun', async () => {
    const yahoo = makeProvider({ name: 'yahoo', isListed: true, firstRate: 600 });
    open({ mustBeSeen: ({ putOffs }) => putOffs.length === 0 });
    const destination = allocation.destination(yahoo);
    for (let mail = 0; destination.limit < 20 && mail < 1_000; mail += 1) destination.pace.succeed();
    for (let mail = 0; mail < 5; mail += 1) {
      allocation.add(1, { account: 'a', provider: yahoo });
      await allocation.run(SECOND_MS);
    }
    expect(destination.allowed).to.be.at.least(9);
    destination.hear(TOO_MANY, 1_000_000);
    allocation.add(30, { account: 'a', provider: yahoo });
    await allocation.run(MINUTE_MS);
    expect(destination).to.include({ waiting: 0, held: 0 });
  });

  it('puts no mail off more than three times an hour, exceeds no window, and starves no provider', async () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const random = createRandom(seed);
      const processes = 1 + Math.floor(random() * 4);
      open({
        processes,
        random,
        serviceMs: () => 50 + Math.floor(random() * 2_000),
        answer: (row) =>
          row.provider.name.startsWith('moody') && random() < 0.02
            ? BUSY
            : { kind: 'accepted', reply: { code: 250, text: 'ok' } },
      });
      const providers = Array.from({ length: 6 }, (_, number) =>
        makeProvider({
          name: `${pick(random, ['moody', 'calm'])}-${number}.test`,
          connections: 1 + Math.floor(random() * 20),
          firstRate: pick(random, [null, 60, 300]),
        }),
      );
      for (const provider of providers)
        for (const account of ['a', 'b', 'c'])
          allocation.add(Math.floor(random() * 300), { account, provider });
      await allocation.run(65 * MINUTE_MS);
      expect(mostPutOffsInAnHour(allocation.rows), `put-offs of seed ${seed}`).to.be.at.most(3);
      for (const provider of providers) expectServed(provider, processes);
      if (seed < SEEDS) await allocation.stop();
    }
  });
});
