// The retry schedule of webhook messages, with back-off (docs/reference/webhooks.md#delivery-and-retries).
import { expect } from 'chai';
import {
  ATTEMPT_DELAYS_MS,
  type FailedAttempt,
  nextAttemptAt,
} from '../../../../../shared/resources/webhooks/delivery/retry-schedule.ts';

const AT = new Date('2026-11-20T12:00:00.000Z');
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

describe('the retries of a webhook message', () => {
  const waitMs = (changes: Partial<FailedAttempt> = {}): number | null => {
    const failed = { attempts: 1, statusCode: 500, retryAfter: undefined, at: AT, random: 0 };
    const next = nextAttemptAt({ ...failed, ...changes });
    return next && next.getTime() - AT.getTime();
  };

  it('come after 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
    expect(ATTEMPT_DELAYS_MS.map((delayMs) => delayMs / SECOND_MS)).to.deep.equal([
      0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ]);
  });

  for (const [index, delayMs] of ATTEMPT_DELAYS_MS.slice(1).entries()) {
    it(`wait ${delayMs / SECOND_MS} s, and at most a tenth more, after attempt ${index + 1}`, () => {
      expect(waitMs({ attempts: index + 1 })).to.equal(delayMs);
      expect(waitMs({ attempts: index + 1, random: 0.999 })).to.be.within(delayMs * 1.09, delayMs * 1.1);
    });
  }

  it('end with the tenth attempt', () => {
    expect(waitMs({ attempts: 10 })).to.equal(null);
    expect(waitMs({ attempts: 10, statusCode: 503, retryAfter: '60' })).to.equal(null);
  });

  it('cannot be calculated without an attempt', () => {
    expect(() => waitMs({ attempts: 0 })).to.throw(RangeError);
  });

  for (const statusCode of [429, 502, 503, 504]) {
    it(`honour Retry-After on ${statusCode}`, () => {
      expect(waitMs({ statusCode, retryAfter: '120' })).to.equal(120 * SECOND_MS);
    });
  }

  for (const statusCode of [200, 301, 400, 408, 410, 500, null]) {
    it(`do not honour Retry-After on ${statusCode ?? 'no answer'}`, () => {
      expect(waitMs({ statusCode, retryAfter: '120' })).to.equal(5 * SECOND_MS);
    });
  }

  it('honour Retry-After as a date', () => {
    const retryAfter = new Date(AT.getTime() + HOUR_MS).toUTCString();
    expect(waitMs({ statusCode: 503, retryAfter })).to.equal(HOUR_MS);
  });

  it('wait no shorter than the table because of Retry-After', () => {
    expect(waitMs({ statusCode: 503, retryAfter: '1', attempts: 3 })).to.equal(1_800 * SECOND_MS);
  });

  it('wait no longer than a day because of Retry-After', () => {
    for (const retryAfter of ['99999999999999', 'Fri, 20 Nov 2099 12:00:00 GMT']) {
      expect(waitMs({ statusCode: 503, retryAfter })).to.equal(24 * HOUR_MS);
    }
  });

  for (const retryAfter of ['', 'soon', '-5', '1e3', 'Fri, 20 Nov 1999 12:00:00 GMT', '0x10']) {
    it(`take Retry-After "${retryAfter}" for none`, () => {
      expect(waitMs({ statusCode: 503, retryAfter })).to.equal(5 * SECOND_MS);
    });
  }
});
