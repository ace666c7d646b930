// The retry schedule of webhook messages, with back-off (docs/reference/webhooks.md#delivery-and-retries).
import { expect } from 'chai';
import {
  ATTEMPT_DELAYS_MS,
  type FailedAttempt,
  nextAttemptAt,
} from '../../../../../../shared/resources/foundation/webhooks/delivery/retry-schedule.ts';

const AT = new Date('2026-11-20T12:00:00.000Z');
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

describe('the retries of a webhook message', () => {
  const waitMs = (changes: Partial<FailedAttempt> = {}): number | null => {
    const failed = { attempts: 1, statusCode: 500, retryAfter: undefined, at: AT, random: 0 };
    const next = nextAttemptAt({ ...failed, ...changes });
    return next && next.getTime() - AT.getTime();
  };

  describe('Tries to deliver an event up to ten times, after the waits of the table.', () => {
    it('the waits', () => {
      expect(ATTEMPT_DELAYS_MS.map((delayMs) => delayMs / SECOND_MS)).to.deep.equal([
        0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
      ]);
    });

    it('no attempt after the tenth, even if Retry-After asks for one', () => {
      expect(waitMs({ attempts: 10 })).to.equal(null);
      expect(waitMs({ attempts: 10, statusCode: 503, retryAfter: '60' })).to.equal(null);
    });
  });

  describe('Adds a random part of up to a tenth to each wait of the table.', () => {
    for (const [index, delayMs] of ATTEMPT_DELAYS_MS.slice(1).entries()) {
      it(`${delayMs / SECOND_MS} s after attempt ${index + 1}`, () => {
        expect(waitMs({ attempts: index + 1 })).to.equal(delayMs);
        expect(waitMs({ attempts: index + 1, random: 0.999 })).to.be.within(delayMs * 1.09, delayMs * 1.1);
      });
    }
  });

  it('cannot be calculated without an attempt', () => {
    expect(() => waitMs({ attempts: 0 })).to.throw(RangeError);
  });

  describe('Waits as long as Retry-After asks after an answer 429, 502, 503 or 504.', () => {
    for (const statusCode of [429, 502, 503, 504]) {
      it(String(statusCode), () => {
        expect(waitMs({ statusCode, retryAfter: '120' })).to.equal(120 * SECOND_MS);
      });
    }
  });

  it('Accepts a date in Retry-After as well as seconds.', () => {
    const retryAfter = new Date(AT.getTime() + HOUR_MS).toUTCString();
    expect(waitMs({ statusCode: 503, retryAfter })).to.equal(HOUR_MS);
  });

  describe('Waits at least as long as the table says, and never longer than 24 hours because of Retry-After.', () => {
    it('not less than the table', () => {
      expect(waitMs({ statusCode: 503, retryAfter: '1', attempts: 3 })).to.equal(1_800 * SECOND_MS);
    });

    it('not more than a day', () => {
      for (const retryAfter of ['99999999999999', 'Fri, 20 Nov 2099 12:00:00 GMT']) {
        expect(waitMs({ statusCode: 503, retryAfter })).to.equal(24 * HOUR_MS);
      }
    });
  });

  describe('Ignores Retry-After in any other answer, and a Retry-After that is malformed or in the past.', () => {
    it('in any other answer, or none', () => {
      for (const statusCode of [200, 301, 400, 408, 410, 500, null])
        expect(waitMs({ statusCode, retryAfter: '120' }), `${statusCode}`).to.equal(5 * SECOND_MS);
    });

    it('that is malformed or in the past', () => {
      // biome-ignore format: a table.
      const ignored = [
        '', 'soon', '-5', '1e3', 'Fri, 20 Nov 1999 12:00:00 GMT', '0x10', 'soon 2099', 'in 3000',
        '2099-11-20',
      ];
      for (const retryAfter of ignored)
        expect(waitMs({ statusCode: 503, retryAfter }), retryAfter).to.equal(5 * SECOND_MS);
    });
  });
});
