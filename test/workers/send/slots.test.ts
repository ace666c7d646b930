// The semaphore of messages: a process never holds more messages than it has places.
import { expect } from 'chai';
import { createSendSlots } from '../../../workers/send/slots.ts';
import { eventually } from '../../support/time/eventually.ts';
import { createSignal, watchEnd } from '../../support/time/signal.ts';

/** Waits until all pending callbacks have run. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('The places of a process', () => {
  it('are given at once while some are free, and no more', async () => {
    const all = createSendSlots(3);
    await all.reserve(2);
    await all.reserve(1);
    const entry = watchEnd(all.reserve(1));
    await turn();
    expect(entry.hasEnded).to.equal(false);
  });

  it('are freed one by one as the work settles', async () => {
    const all = createSendSlots(2);
    const slots = await all.reserve(2);
    const first = createSignal();
    const second = createSignal();
    slots.use(first.given);
    slots.use(second.given);
    slots.end();
    const one = all.reserve(1);
    const two = all.reserve(1);
    const secondEntry = watchEnd(two);
    first.give();
    await one;
    await turn();
    expect(secondEntry.hasEnded).to.equal(false);
    second.give();
    await two;
  });

  it('that were reserved and not used are freed at the end of the reservation', async () => {
    const all = createSendSlots(2);
    const slots = await all.reserve(2);
    const { given: work, give: end } = createSignal();
    slots.use(work);
    slots.end();
    await all.reserve(1);
    const entry = watchEnd(all.reserve(1));
    await turn();
    expect(entry.hasEnded).to.equal(false);
    end();
    await eventually('the last one is let in', () => entry.hasEnded);
  });

  it('are given in the order of the requests: small requests do not overtake a large one forever', async () => {
    const all = createSendSlots(8);
    const first = await all.reserve(7);
    const order: string[] = [];
    const large = all.reserve(8).then((slots) => {
      order.push('large');
      slots.end();
    });
    const small = all.reserve(1).then(() => order.push('small'));
    await turn();
    expect(order).to.deep.equal([]);
    first.end();
    await Promise.all([large, small]);
    expect(order).to.deep.equal(['large', 'small']);
  });

  it('are given to a large request once a quarter of all is free, as many as are free', async () => {
    const all = createSendSlots(8);
    const slots = await all.reserve(7);
    const first = createSignal();
    const second = createSignal();
    for (const { given } of [first, second]) slots.use(given);
    let given = 0;
    void all.reserve(8).then(({ count }) => {
      given = count;
    });
    await turn();
    expect(given).to.equal(0);
    first.give();
    await eventually('the large request is let in', () => given > 0);
    expect(given).to.equal(2);
  });

  it('are given to a request for less than a quarter once all of them are free', async () => {
    const all = createSendSlots(20);
    const slots = await all.reserve(17);
    const { given: work, give: end } = createSignal();
    slots.use(work);
    let given = 0;
    void all.reserve(4).then(({ count }) => {
      given = count;
    });
    await turn();
    expect(given).to.equal(0);
    end();
    await eventually('it is let in', () => given > 0);
    expect(given).to.equal(4);
  });

  it('are never in use more often than they exist, with many callers', async () => {
    const all = createSendSlots(10);
    let used = 0;
    let most = 0;
    const run = async (count: number) => {
      const slots = await all.reserve(count);
      for (let index = 0; index < slots.count; index += 1) {
        used += 1;
        most = Math.max(most, used);
        slots.use(
          turn().then(() => {
            used -= 1;
          }),
        );
      }
      slots.end();
    };
    await Promise.all(Array.from({ length: 200 }, (_, index) => run(1 + (index % 10))));
    await all.empty();
    expect(most).to.be.within(5, 10);
    expect(used).to.equal(0);
  });

  describe('are all free', () => {
    it('at once when none is in use', async () => {
      await createSendSlots(1).empty();
    });

    it('only when the work in them has settled', async () => {
      const all = createSendSlots(2);
      const slots = await all.reserve(1);
      const { given: work, give: end } = createSignal();
      slots.use(work);
      slots.end();
      const state = watchEnd(all.empty());
      await turn();
      expect(state.hasEnded).to.equal(false);
      end();
      await eventually('they are empty', () => state.hasEnded);
    });

    it('not while some are reserved, because work may still use them', async () => {
      const all = createSendSlots(2);
      const slots = await all.reserve(2);
      const state = watchEnd(all.empty());
      await turn();
      expect(state.hasEnded).to.equal(false);
      const { given: work, give: end } = createSignal();
      slots.use(work);
      slots.end();
      await turn();
      expect(state.hasEnded).to.equal(false);
      end();
      await eventually('they are empty', () => state.hasEnded);
    });

    it('not while a request waits for them', async () => {
      const all = createSendSlots(1);
      const first = await all.reserve(1);
      const second = all.reserve(1);
      const state = watchEnd(all.empty());
      first.end();
      const slots = await second;
      await turn();
      expect(state.hasEnded).to.equal(false);
      slots.end();
      await eventually('they are empty', () => state.hasEnded);
    });
  });
});
