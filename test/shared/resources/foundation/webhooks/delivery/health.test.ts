// The health of an endpoint, derived from its answers: rests, and when its webhook is disabled
// (docs/reference/webhooks.md#delivery-and-retries).
import { expect } from 'chai';
import {
  healthAfter,
  type WebhookHealth,
} from '../../../../../../shared/resources/foundation/webhooks/delivery/health.ts';

const START = new Date('2026-11-20T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NEW: WebhookHealth = {
  failingSince: null,
  failingStatus: null,
  failures: 0,
  goneAt: null,
  restUntil: null,
};

const laterBy = (milliseconds: number) => new Date(START.getTime() + milliseconds);
const answer = (statusCode: number | null, atMs = 0) => ({
  isDelivered: statusCode !== null && statusCode >= 200 && statusCode < 300,
  statusCode,
  at: laterBy(atMs),
});

describe('the health of an endpoint', () => {
  it('counts consecutive failures and keeps the time of the first one', () => {
    const { health } = healthAfter(NEW, [answer(500), answer(null, 1_000)]);
    expect(health).to.deep.include({ failures: 2, failingSince: START });
  });

  it('keeps the status that all answers since the last success have had, and none where they differ', () => {
    const statusAfter = (...statuses: (number | null)[]) =>
      healthAfter(
        NEW,
        statuses.map((status) => answer(status)),
      ).health.failingStatus;
    expect(statusAfter(500, 500)).to.equal(500);
    expect(statusAfter(502, 200, 500)).to.equal(500);
    expect([statusAfter(500, 502, 500), statusAfter(null, 500), statusAfter(200)]).to.deep.equal([
      null,
      null,
      null,
    ]);
  });

  it('is reset by a success', () => {
    const { health } = healthAfter(NEW, [answer(410), answer(500), answer(500), answer(200)]);
    expect(health).to.deep.equal(NEW);
  });

  it('goes on from what it was', () => {
    const before = { ...NEW, failures: 7, failingSince: laterBy(-DAY_MS) };
    const { health } = healthAfter(before, [answer(500)]);
    expect(health).to.include({ failures: 8 });
    expect(health.failingSince).to.deep.equal(laterBy(-DAY_MS));
  });

  describe('Pauses delivery to an endpoint after three failures in a row, at first for 1 s and finally for 60 s.', () => {
    it('no pause after two failures', () => {
      expect(healthAfter(NEW, [answer(500), answer(500)]).health.restUntil).to.equal(null);
    });

    for (const [failures, restSeconds] of [
      [3, 1],
      [4, 2],
      [5, 4],
      [8, 32],
      [9, 60],
      [50, 60],
      [100_000, 60],
    ] as const) {
      it(`${restSeconds} s after ${failures} failures`, () => {
        const { health } = healthAfter({ ...NEW, failures: failures - 1, failingSince: START }, [
          answer(500),
        ]);
        expect(health.restUntil).to.deep.equal(laterBy(restSeconds * 1_000));
      });
    }
  });

  describe('Disables a webhook whose endpoint answers 410 twice within an hour without a success in between.', () => {
    it('the second 410 within an hour', () => {
      expect(healthAfter(NEW, [answer(410), answer(410, HOUR_MS)]).disabled).to.equal('gone');
      const before = healthAfter(NEW, [answer(410)]).health;
      expect(healthAfter(before, [answer(410, HOUR_MS)]).disabled).to.equal('gone');
    });

    it('the second 410 after another failure', () => {
      expect(healthAfter(NEW, [answer(410), answer(500, 1), answer(410, 2)]).disabled).to.equal('gone');
    });

    it('not after one 410', () => {
      expect(healthAfter(NEW, [answer(410), answer(404), answer(500)]).disabled).to.equal(undefined);
    });

    it('not after more than an hour, but a third 410 soon afterwards', () => {
      const answers = [answer(410), answer(410, HOUR_MS + 1)];
      expect(healthAfter(NEW, answers).disabled).to.equal(undefined);
      expect(healthAfter(NEW, [...answers, answer(410, HOUR_MS + 2)]).disabled).to.equal('gone');
    });

    it('not after a success in between', () => {
      expect(healthAfter(NEW, [answer(410), answer(204, 1), answer(410, 2)]).disabled).to.equal(undefined);
    });
  });

  describe('Disables a webhook after five days in which every attempt failed.', () => {
    it('the first failure after five days', () => {
      const before = { ...NEW, failures: 20, failingSince: START };
      expect(healthAfter(before, [answer(500, 5 * DAY_MS - 1)]).disabled).to.equal(undefined);
      expect(healthAfter(before, [answer(500, 5 * DAY_MS)]).disabled).to.equal('failing');
      expect(healthAfter(before, [answer(null, 6 * DAY_MS)]).disabled).to.equal('failing');
    });

    it('not after a success, however late', () => {
      const before = { ...NEW, failures: 20, failingSince: START };
      expect(healthAfter(before, [answer(200, 6 * DAY_MS)])).to.deep.equal({
        health: NEW,
        disabled: undefined,
      });
    });
  });
});
