// What became of a campaign, in words: its sentence, its numbers, how its variants compare, and what is asked before it is moved.
import { expect } from 'chai';
import { movesOf, moveWords } from '../../dashboard/resources/campaigns/record/acts/transition-words.ts';
import {
  recipientDetails,
  recipientName,
} from '../../dashboard/resources/campaigns/record/recipients/recipient-words.ts';
import { measuredOf } from '../../dashboard/resources/campaigns/record/result/measured.ts';
import { opensInput, pointsOf } from '../../dashboard/resources/campaigns/record/result/opens-by-hour.ts';
import {
  type Figures,
  figuresOf,
  resultSentence,
} from '../../dashboard/resources/campaigns/record/result/result-words.ts';
import {
  type ComparedVariant,
  comparedWords,
  NOT_ENOUGH,
  placeOf,
  rateWords,
} from '../../dashboard/resources/campaigns/record/result/variant-words.ts';
import { pickWinner } from '../../shared/resources/flows/campaigns/ab-test/pick-winner.ts';
import { createRandom, pick, type Random } from '../support/random.ts';

const MEASURED = { opens: true, clicks: true };
const NOTHING = { opens: false, clicks: false };
const HOUR_MS = 60 * 60 * 1_000;

const figures = (given: Partial<Figures> = {}): Figures => ({
  recipients: 0,
  left_out: 0,
  pending: 0,
  sent: 0,
  delivered: 0,
  delivery_delayed: 0,
  bounced: 0,
  failed: 0,
  suppressed: 0,
  complained: 0,
  unsubscribed: 0,
  opened: 0,
  unique_opened: 0,
  clicked: 0,
  unique_clicked: 0,
  machine_opened: 0,
  machine_clicked: 0,
  delivery_rate: 0,
  bounce_rate: 0,
  complaint_rate: 0,
  open_rate: 0,
  click_rate: 0,
  unsubscribe_rate: 0,
  ...given,
});

describe('What became of a campaign in words', () => {
  type Status = Parameters<typeof resultSentence>[0]['status'];
  const said = (status: Status, given: Partial<Figures> | null, measured = MEASURED) =>
    resultSentence({ status, stats: given && figures(given), measured });
  const many = { recipients: 4_020, delivered: 4_020, unique_opened: 1_250, open_rate: 0.3109 };

  it('is one sentence, for none, few and many', () => {
    expect(said('sent', many)).to.equal('4,020 got it; 31% opened.');
    expect(said('sent', { ...many, unique_opened: 14, open_rate: 0.0034 })).to.equal(
      '4,020 got it; 0.3% opened.',
    );
    expect(said('sent', { ...many, unique_opened: 0 })).to.equal('4,020 got it; none opened.');
    expect(said('sent', { recipients: 3, delivered: 3, unique_opened: 2, open_rate: 0.6666 })).to.equal(
      '3 got it; 2 opened.',
    );
    expect(said('sent', { recipients: 3 })).to.equal('None of 3 got it.');
    expect(said('sent', { recipients: 1, delivered: 1, unique_opened: 1 })).to.equal(
      '1 person got it; 1 opened.',
    );
    expect(said('sent', { recipients: 1 })).to.equal('None of the one recipient got it.');
    expect(said('sent', {})).to.equal('No one got it: everyone in its audience was left out.');
  });

  it('says what is not measured, and what it is before its figures are there', () => {
    expect(said('sent', many, NOTHING)).to.equal('4,020 got it; opens and clicks are not measured.');
    const clicks = { unique_clicked: 120, click_rate: 0.0298 };
    expect(said('sent', { ...many, ...clicks }, { ...NOTHING, clicks: true })).to.equal(
      '4,020 got it; 2.9% clicked.',
    );
    expect(said('draft', null)).to.include('draft');
    expect(said('queued', null)).to.equal('Recipients are being collected.');
    expect(said('sent', null)).to.equal('This campaign was sent. Its results were removed.');
  });

  it('says while it runs how many got it so far, and of how many at a cancel', () => {
    for (const status of ['testing', 'sending', 'paused'] as const)
      expect(said(status, { ...many, delivered: 1_204 })).to.equal(
        '1,204 of 4,020 got it so far; 31% opened.',
      );
    expect(said('sending', { recipients: 3, pending: 3 })).to.equal('None of 3 got it so far.');
    expect(said('canceled', { ...many, delivered: 1_204 })).to.equal(
      'This campaign was canceled. 1,204 of 4,020 got it; 31% opened.',
    );
    expect(said('canceled', { recipients: 3 })).to.equal('This campaign was canceled. None of 3 got it.');
  });

  it('has the numbers of the stats, and none of what is not measured', () => {
    const stats = figures({ ...many, pending: 7, sent: 4_013, bounced: 2, left_out: 9, unique_clicked: 5 });
    const counts = Object.fromEntries(figuresOf(stats, MEASURED).map(({ type, count }) => [type, count]));
    expect(counts).to.deep.equal({
      pending: 7,
      sent: 4_013,
      delivered: 4_020,
      bounced: 2,
      failed: 0,
      left_out: 9,
      opened: 1_250,
      clicked: 5,
      unsubscribed: 0,
      complained: 0,
    });
    const unmeasured = figuresOf(stats, NOTHING).filter(({ count }) => count === undefined);
    expect(unmeasured.map(({ type, share }) => [type, share])).to.deep.equal([
      ['opened', 'not measured'],
      ['clicked', 'not measured'],
    ]);
    expect(measuredOf({ stats: figures({ machine_opened: 1 }), measured: NOTHING })).to.deep.equal({
      ...NOTHING,
      opens: true,
    });
    expect(measuredOf({ stats: null, measured: MEASURED })).to.deep.equal(MEASURED);
  });

  it('asks before a move what becomes of those who wait', () => {
    const stats = figures({ recipients: 9, pending: 1 });
    const campaign = { status: 'sending', paused_reason: null, stats } as const;
    expect(movesOf(campaign)).to.deep.equal(['pause', 'cancel']);
    expect(moveWords('pause', campaign).lost).to.equal(
      'Sending stops within 5 seconds. 1 person still waiting gets it after you resume.',
    );
    expect(moveWords('cancel', campaign).lost)
      .to.include('within 5 seconds')
      .and.include('1 person still waiting never gets it.');
    expect(moveWords('cancel', { ...campaign, status: 'scheduled' }).lost).to.include('draft');
    const braked = { status: 'paused', paused_reason: 'bounces', stats: null } as const;
    expect(movesOf(braked)).to.deep.equal(['resume', 'cancel']);
    expect(moveWords('resume', braked).lost).to.include('does not pause it again');
    for (const status of ['draft', 'sent', 'canceled', 'failed'] as const)
      expect(movesOf({ status })).to.deep.equal([]);
  });

  it('says of each recipient what its type leaves open', () => {
    const nothing = { bounce_type: null, reason: null, machine_only: null, clicked_links: null };
    const one = { id: '1', contact_id: '2', email: 'bo@x.dev', variant: null, count: null, ...nothing };
    expect([recipientName(one), recipientDetails(one)]).to.deep.equal(['bo@x.dev', '']);
    expect(recipientName({ ...one, email: '' })).to.equal('Deleted contact');
    expect(recipientName({ ...one, email: '', contact_id: null })).to.equal('Erased person');
    expect(recipientDetails({ ...one, bounce_type: 'permanent' })).to.equal('Permanent bounce');
    expect(recipientDetails({ ...one, reason: 'suppressed' })).to.equal('On the suppression list');
    expect(recipientDetails({ ...one, count: 1, machine_only: false })).to.equal('Once');
    expect(recipientDetails({ ...one, count: 3, machine_only: true })).to.equal('3 times, only by machines');
    const links = [{ url: 'https://acme.dev/', clicks: 2 }];
    expect(recipientDetails({ ...one, count: 3, machine_only: false, clicked_links: links })).to.equal(
      '3 times, mostly https://acme.dev/',
    );
  });
});

describe('Opens and clicks by hour', () => {
  const now = new Date('2026-11-28T10:30:00.000Z');
  const campaign = {
    id: 'c',
    created_at: '2026-01-01T00:00:00.000Z',
    sent_at: null,
    timezone_property: null,
  };
  const query = (fields: object) =>
    (opensInput({ ...campaign, scheduled_at: null, ...fields }, now, 'UTC') as { query: object }).query;

  it('are asked for from the hour in which the campaign began', () => {
    const scheduled_at = '2026-11-27T09:20:00.000Z';
    expect(query({ scheduled_at })).to.deep.equal({
      broadcast_id: 'c',
      dimensions: 'period',
      granularity: 'hourly',
      timezone: 'UTC',
      metrics: 'unique_opened,unique_clicked',
      start_date: '2026-11-27T09:00:00.000Z',
    });
    expect(query({ scheduled_at, timezone_property: 'zone' })).to.include({
      start_date: '2026-11-26T07:00:00.000Z',
    });
    expect(query({ sent_at: '2026-03-01T00:00:00.000Z' })).to.include({
      start_date: '2026-02-22T00:00:00.000Z',
      end_date: '2026-03-25T00:00:00.000Z',
    });
    // It is to come, as far as the clock of the browser goes.
    expect(query({ scheduled_at: '2026-11-28T10:40:00.000Z' })).to.include({
      start_date: '2026-11-28T09:00:00.000Z',
    });
  });

  it('are drawn from the first to the last one, up to seven days', () => {
    const hours = (busy: readonly number[]) =>
      pointsOf({
        data: Array.from({ length: 744 }, (_, hour) => ({
          period: new Date(now.getTime() + hour * HOUR_MS).toISOString(),
          unique_opened: busy.includes(hour) ? 5 : 0,
          unique_clicked: 0,
        })),
      } as unknown as Parameters<typeof pointsOf>[0]);
    expect(hours([])).to.deep.equal([]);
    expect(hours([4]).map(({ values }) => values.opened)).to.deep.equal([0, 5, 0]);
    expect(hours([0, 3])).to.have.length(5);
    expect(hours([0, 700])).to.have.length(168);
  });
});

describe('The variants of a test in words', () => {
  const row = (key: string, confidence: number | null, rate: number): ComparedVariant => ({
    key,
    confidence,
    rate,
    delivered: 400,
    interval: { low: rate / 2, high: Math.min(1, rate * 2) },
  });
  const words = (rows: readonly ComparedVariant[]) => rows.map((each) => comparedWords(each, rows, 'opened'));

  it('name the better one and how often that is luck, or are not enough to say', () => {
    expect(words([row('a', 0.995, 0.2), row('b', null, 0.3)])).to.deep.equal([
      'B opened more; this happens by chance in 1 of 200 tests.',
      'The other variants are compared with this one.',
    ]);
    expect(words([row('a', 0.9, 0.2), row('b', null, 0.3)])[0]).to.equal(NOT_ENOUGH);
    expect(words([row('a', null, 0.2), row('b', null, 0.3)])).to.deep.equal([NOT_ENOUGH, NOT_ENOUGH]);
    expect(words([row('short', 1, 0.2), row('long', null, 0.3)])[0]).to.equal(
      'long opened more; this happens by chance in fewer than 1 of 10,000 tests.',
    );
    expect(rateWords(row('a', null, 0.2), 'clicked')).to.deep.equal({
      rate: '20% of 400 clicked',
      interval: 'true rate 10% to 40%',
    });
  });

  it('never say more than 200 tables of interval and confidence do', () => {
    const random = createRandom(77);
    const seen: Record<string, number> = {};
    for (let table = 0; table < 200; table += 1) {
      const rows = randomTable(random);
      for (const each of rows) {
        const said = comparedWords(each, rows, pick(random, ['opened', 'clicked']));
        const kind = expectHonest(said, each, rows);
        seen[kind] = (seen[kind] ?? 0) + 1;
        expectPlaced(each, rows);
      }
    }
    expect(Object.keys(seen)).to.have.members(['best', 'named', 'none', 'open']);
    for (const count of Object.values(seen)) expect(count, JSON.stringify(seen)).to.be.above(30);
  });

  /** @returns what kind of words it is */
  function expectHonest(said: string, { confidence }: ComparedVariant, rows: readonly ComparedVariant[]) {
    const [best, ...others] = rows.filter((row) => row.confidence === null);
    if (confidence === null) {
      const isBest = others.length === 0;
      expect(said).to.equal(isBest ? 'The other variants are compared with this one.' : NOT_ENOUGH);
      return isBest ? 'best' : 'none';
    }
    if (confidence < 0.95) {
      expect(said).to.equal(NOT_ENOUGH);
      return 'open';
    }
    expect(said.startsWith(`${best?.key.toUpperCase()} `), said).to.equal(true);
    // Luck is never said to be rarer than it is.
    const [, of = ''] = /1 of ([\d,]+)\.$/.exec(said) ?? [];
    expect(1 / Number(of.replace(',', ''))).to.be.at.least((1 - confidence) * 0.999_99);
    return 'named';
  }

  /** The bar lies within its scale, and the rate on it. */
  function expectPlaced(each: ComparedVariant, rows: readonly ComparedVariant[]) {
    const { left, width, rate } = placeOf(each, rows);
    expect(left).to.be.at.least(0);
    expect(left + width).to.be.at.most(100.000_1);
    expect(rate).to.be.within(left - 0.000_1, left + width + 0.000_1);
  }

  /** What the server says of two to five variants, few and many, alike and not. */
  function randomTable(random: Random): ComparedVariant[] {
    const size = pick(random, [10, 100, 1_000, 20_000]);
    const common = random() * 0.6;
    const counts = Array.from({ length: 2 + Math.floor(random() * 4) }, () => ({
      of: size + Math.floor(random() * 3),
      successes: Math.floor(size * Math.min(1, common + random() * pick(random, [0, 0.02, 0.4]))),
    }));
    return pickWinner(counts).variants.map((figuresOfOne, place) => ({
      key: 'abcde'.charAt(place),
      delivered: counts[place]?.of ?? 0,
      ...figuresOfOne,
    }));
  }
});
