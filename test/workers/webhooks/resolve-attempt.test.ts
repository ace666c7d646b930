// What a response means for a webhook message.
import { expect } from 'chai';
import { stateAfter } from '../../../shared/resources/foundation/webhooks/delivery/record-attempts.ts';
import { resolveAttempt } from '../../../workers/webhooks/resolve-attempt.ts';

const AT = new Date('2026-11-20T12:00:00.000Z');

describe('an attempt', () => {
  const outcomeOf = (
    statusCode: number | null,
    attempts = 1,
    responseHeaders: Record<string, string> = {},
  ) => {
    const isDelivered = statusCode === 200;
    const posted = { isDelivered, statusCode, error: null, durationMs: 5, responseHeaders, responseBody: '' };
    const message = { id: 'm', token: 't', accountId: 'a', webhookId: 'w', attempts };
    return resolveAttempt(message, posted, { attemptId: 'attempt', at: AT, random: 0 });
  };

  it('that succeeds ends its message', () => {
    const outcome = outcomeOf(200);
    expect(outcome).to.include({ messageId: 'm', attemptId: 'attempt', nextAttemptAt: null, durationMs: 5 });
    expect(stateAfter(outcome)).to.equal('success');
  });

  it('that fails schedules a retry of its message', () => {
    const outcome = outcomeOf(500);
    expect(outcome.nextAttemptAt).to.deep.equal(new Date(AT.getTime() + 5_000));
    expect(stateAfter(outcome)).to.equal('pending');
  });

  it('that fails as the tenth ends its message as failed', () => {
    const outcome = outcomeOf(null, 10);
    expect(outcome.nextAttemptAt).to.equal(null);
    expect(stateAfter(outcome)).to.equal('failed');
  });

  it('that gets Retry-After waits as long', () => {
    expect(outcomeOf(503, 1, { 'retry-after': '90' }).nextAttemptAt).to.deep.equal(
      new Date(AT.getTime() + 90_000),
    );
  });
});
