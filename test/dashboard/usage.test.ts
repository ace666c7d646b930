// Which error follows each limit that the usage page shows (docs/reference/usage.md).
import { expect } from 'chai';
import type { Usage } from '../../dashboard/api/generated/types.ts';
import {
  leftOf,
  RATE_LIMIT_ERROR,
  resourceLimits,
  sendingLimits,
} from '../../dashboard/resources/usage/limits.ts';
import { ERROR_STATUS } from '../../shared/contract/errors.ts';

const COUNT = { used: 12, limit: 100 };
const EMAILS = { ...COUNT, sent: 12, received: 0, resets_at: '2026-11-21T00:00:00.000Z' };
const USAGE: Usage = {
  object: 'usage',
  emails: { daily: EMAILS, monthly: { ...EMAILS, limit: null } },
  received_bytes: { used: 12_400_000, limit: 1_000_000_000, resets_at: '2026-11-21T00:00:00.000Z' },
  contacts: COUNT,
  segments: COUNT,
  broadcasts: { used: 0, limit: null },
  ai_credits: { ...COUNT, next_increase_at: null },
  automation_runs: { ...COUNT, resets_at: null },
  domains: COUNT,
  rate_limit: { limit: 60, duration: '60000ms' },
};

describe('The usage page', () => {
  it('names the error of each limit, as the API has it', () => {
    const all = [...sendingLimits(USAGE, false), ...sendingLimits(USAGE, true), ...resourceLimits(USAGE)];
    const errors = [...all.flatMap(({ error }) => error ?? []), RATE_LIMIT_ERROR];
    expect(errors.map(({ name, status }) => `${name} ${status}`)).to.deep.equal([
      'daily_quota_exceeded 429',
      'monthly_quota_exceeded 429',
      'validation_error 422',
      'monthly_quota_exceeded 429',
      'plan_limit_reached 402',
      'contact_limit_reached 429',
      'validation_error 422',
      'automation_quota_exceeded 429',
      'ai_credits_exceeded 429',
      'rate_limit_exceeded 429',
    ]);
    for (const { name, status } of errors) expect(ERROR_STATUS).to.have.property(name, status);
  });

  it('has no row of a count that is always 0', () => {
    expect(resourceLimits(USAGE).map(({ label }) => label)).not.to.include('Broadcasts');
  });

  it('says what is left, and never less than nothing', () => {
    expect(leftOf({ used: 12, limit: 100 })).to.equal(88);
    expect(leftOf({ used: 120, limit: 100 })).to.equal(0);
    expect(leftOf({ used: 12, limit: null })).to.equal(null);
  });

  it('says what came in today in millions of bytes', () => {
    const [, , received] = sendingLimits(USAGE, false);
    expect(received).to.include({ label: 'Received today', unit: 'MB', used: 12, limit: 1_000 });
  });

  it('says that counting stopped only of contacts without a limit', () => {
    const contacts = (used: number, limit: number | null) =>
      resourceLimits({ ...USAGE, contacts: { used, limit } }).find(({ label }) => label === 'Contacts')
        ?.isAtLeast;
    expect([contacts(100_000, null), contacts(99_999, null), contacts(100_000, 100_000)]).to.deep.equal([
      true,
      false,
      false,
    ]);
  });
});
