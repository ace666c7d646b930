// Finds out whether emails were added or have advanced, for GET /app/changes (foundation/changes/change-mark.ts): the
// newest rows are written again with each change of their state, and the counters of metrics with each event of any
// email.
import { type ChangeMark, newestRows } from '../../foundation/changes/change-mark.ts';

/** Several may be accepted at once, and not in the order of their ids. */
const EMAILS = 20;
/** About as many as one domain has in half an hour. An account of many domains that all send is always taken for changed. */
const COUNTERS = 200;

export const EMAILS_MARK: ChangeMark = {
  names: ['emails'],
  value: (account) => newestRows('emails', account, EMAILS),
};

/** Events are counted in the quarter of an hour in which they are recorded (metrics/count.ts). */
const countersOf = (account: string, now: string) => `
  FROM email_metrics WHERE account_id = ${account} AND starts_at > ${now} - interval '30 minutes'`;

export const EMAIL_EVENTS_MARK: ChangeMark = {
  names: ['emails'],
  value: (account, now) => `
    (SELECT CASE WHEN count(*) < ${COUNTERS} THEN coalesce(sum(count), 0) ELSE extract(epoch FROM ${now}) END
     FROM (SELECT count ${countersOf(account, now)} ORDER BY starts_at DESC LIMIT ${COUNTERS}) AS counter)`,
};

/** Clicks are votes too, and unsubscribes by a link of an email are counted. */
export const PEOPLE_OF_EMAILS_MARK: ChangeMark = {
  names: ['contacts', 'people', 'polls', 'topics'],
  value: (account, now) => `
    (SELECT coalesce(sum(count), 0)
     FROM (SELECT count ${countersOf(account, now)} AND metric IN ('clicked', 'unsubscribed')
           ORDER BY starts_at DESC LIMIT ${COUNTERS}) AS counter)`,
};
