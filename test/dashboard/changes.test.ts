// What a page asks, and when, after something has changed (dashboard/api/changes/).
import { expect } from 'chai';
import { cachedAnswer, forgetAnswers, keepAnswer } from '../../dashboard/api/changes/cached-answers.ts';
import { ALSO_SHOWS, isConcerned } from '../../dashboard/api/changes/depends-on.ts';
import { nextAsk, spentUntil } from '../../dashboard/api/changes/next-ask.ts';
import { OPERATIONS } from '../../dashboard/api/generated/operations.ts';

describe('What the dashboard asks after a change', () => {
  it('is what shows what has changed', () => {
    expect(isConcerned('listEmails', new Set(['logs', 'emails']))).to.equal(true);
    expect(isConcerned('listEmails', new Set(['logs', 'webhooks']))).to.equal(false);
    expect(isConcerned('traceEmail', new Set(['webhooks']))).to.equal(true);
    expect(isConcerned('getUsage', new Set(['contacts']))).to.equal(true);
    expect(isConcerned('listBroadcasts', new Set(['campaigns']))).to.equal(true);
    const names = new Set(Object.values(OPERATIONS).map(({ path }) => path.split('/')[1]));
    for (const [name, shown] of Object.entries(ALSO_SHOWS))
      for (const each of [name, ...shown]) expect(names.has(each), each).to.equal(true);
  });

  it('is asked at once, twice close together and then every two seconds, else every minute', () => {
    const now = 1_000_000;
    const seen = { isSeen: true, hasChanged: false, hasFailed: false, answeredAt: now, spentUntil: 0 };
    expect(nextAsk(seen)).to.equal(now + 60_000);
    expect(nextAsk({ ...seen, hasChanged: true })).to.be.below(now);
    // Two at once, and then one every two seconds.
    const asks: number[] = [];
    for (let spent = 0; asks.length < 4; ) {
      const at = Math.max(nextAsk({ ...seen, hasChanged: true, spentUntil: spent }), now);
      asks.push(at - now);
      spent = spentUntil(spent, at);
    }
    expect(asks).to.deep.equal([0, 0, 2_000, 4_000]);
    for (const other of [{ isSeen: false }, { hasFailed: true }, { isSeen: false, hasChanged: true }])
      expect(nextAsk({ ...seen, ...other })).to.equal(now + 2_000);
  });

  it('is answered by what is kept of the same session, as long as there is room', () => {
    const keep = (key: string, text = 'x') => keepAnswer(key, text, { tag: `W/"${key}"`, answer: { key } });
    keep('a /emails');
    expect(cachedAnswer('a /emails')).to.deep.equal({ tag: 'W/"a /emails"', answer: { key: 'a /emails' } });
    expect(cachedAnswer('b /emails')).to.equal(undefined);
    keep('a /emails', 'x'.repeat(300_000));
    expect(cachedAnswer('a /emails')).to.equal(undefined);
    keep('a /logs');
    for (let at = 0; at < 29; at += 1) keep(`a /emails/${at}`);
    keep('a /logs');
    keep('a /emails/30');
    expect(cachedAnswer('a /logs')).not.to.equal(undefined);
    expect(cachedAnswer('a /emails/0')).to.equal(undefined);
    forgetAnswers();
    expect(cachedAnswer('a /logs')).to.equal(undefined);
  });
});
