// The periods of metrics: hours, days, weeks and months of real time zones.
import { expect } from 'chai';
import {
  type RequestedTimeRange,
  readMetricsTime,
} from '../../../../../../shared/resources/messaging/emails/metrics/period.ts';

const NOW = new Date('2026-11-20T12:34:56.789Z');

describe('the periods of a time range', () => {
  const read = (asked: Partial<RequestedTimeRange>) =>
    readMetricsTime({ timezone: 'UTC', granularity: 'daily', ...asked }, NOW);
  const starts = (asked: Partial<RequestedTimeRange>) =>
    read(asked).periods.map((period) => period.toISOString());

  it('begin with the period that contains the start', () => {
    expect(starts({ start_date: '2026-11-18T23:00:00Z', end_date: '2026-11-20T01:00:00Z' })).to.deep.equal([
      '2026-11-18T00:00:00.000Z',
      '2026-11-19T00:00:00.000Z',
      '2026-11-20T00:00:00.000Z',
    ]);
  });

  it('begin on Mondays for weeks, and on the first for months', () => {
    const time = { start_date: '2026-10-28', end_date: '2026-11-09' };
    const weeks = starts({ ...time, granularity: 'weekly' }).map((text) => text.slice(0, 10));
    expect(weeks).to.deep.equal(['2026-10-26', '2026-11-02', '2026-11-09']);
    const months = starts({ ...time, granularity: 'monthly' }).map((text) => text.slice(0, 10));
    expect(months).to.deep.equal(['2026-10-01', '2026-11-01']);
  });

  it('have 25 hours on the day when clocks are set back', () => {
    const day = { start_date: '2026-10-25', end_date: '2026-10-25', timezone: 'Europe/Berlin' };
    const { startsAt, endsAt } = read(day);
    expect(endsAt.getTime() - startsAt.getTime()).to.equal(25 * 3_600_000);
    expect(new Set(starts({ ...day, granularity: 'hourly' })).size).to.equal(25);
  });

  it('begin later only on the day without a midnight', () => {
    expect(
      starts({ start_date: '2026-04-23', end_date: '2026-04-25', timezone: 'Africa/Cairo' }),
    ).to.deep.equal(['2026-04-22T22:00:00.000Z', '2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z']);
  });

  it('are in the time zone of the request for times without an offset', () => {
    const { startsAt } = read({ start_date: '2026-11-18T09:00', timezone: 'Asia/Kathmandu' });
    expect(startsAt.toISOString()).to.equal('2026-11-18T03:15:00.000Z');
  });
});
