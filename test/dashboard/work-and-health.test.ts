// How the dashboard says what the service has to do, how a webhook is doing, and what becomes of its events.
import { expect } from 'chai';
import type { Provider, WorkKind } from '../../dashboard/api/work-kind.ts';
import { webhookBadge } from '../../dashboard/resources/webhooks/health-words.ts';
import { deliveryBadge, failingWords } from '../../dashboard/resources/webhooks/record-words.ts';
import {
  kindOfProvider,
  lastOfProvider,
  mailOfProvider,
  providerReason,
} from '../../dashboard/resources/work/provider-words.ts';
import {
  countWords,
  kindWords,
  needWords,
  stateOf,
  withTimesOfPeople,
} from '../../dashboard/resources/work/words.ts';
import { PROVIDER_KINDS } from '../../shared/mail/provider-feedback/provider-kind.ts';
import { WORK_KINDS } from '../../shared/resources/work-kinds.ts';

/** At noon, in whatever zone the test runs. */
const NOW = new Date(2026, 10, 26, 12, 0);
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();

describe('The providers in words', () => {
  const provider = (about: Partial<Provider>): Provider => ({
    name: 'ses',
    kind: 'ses',
    state: 'active',
    reason: null,
    waiting: 0,
    sent_last_hour: 0,
    last_refusal: null,
    last_refused_at: null,
    last_feedback_at: null,
    ...about,
  });

  it('name every kind and state, and call a newer kind as it is', () => {
    for (const kind of PROVIDER_KINDS) expect(kindOfProvider(kind), kind).not.to.equal(kind);
    expect(kindOfProvider('newer')).to.equal('newer');
    expect(mailOfProvider(provider({ sent_last_hour: 3400 }))).to.equal('3,400 sent in the last hour');
    expect(mailOfProvider(provider({ waiting: 100_000 }))).to.equal(
      '100,000 or more waiting, 0 sent in the last hour',
    );
  });

  it('say why one takes no mail, and do not say the same again', () => {
    const said = (about: Partial<Provider>) => {
      const one = provider(about);
      return [providerReason(one), ...lastOfProvider(one, () => 'today')].join(' | ');
    };
    const refusal = { last_refusal: '535 no', last_refused_at: 'x', last_feedback_at: 'x' };
    expect(said({})).to.equal(' | No feedback yet');
    expect(said(refusal)).to.equal(' | Last refusal today: 535 no | Last feedback today');
    expect(said({ state: 'paused' })).to.equal('By operators. | No feedback yet');
    expect(said({ ...refusal, state: 'paused', reason: 'Moves.' })).to.equal(
      'By operators: Moves. | Last refusal today: 535 no | Last feedback today',
    );
    expect(said({ ...refusal, state: 'refused', reason: '535 no' })).to.equal(
      'It refuses our login or settings: 535 no | Last refusal today | Last feedback today',
    );
    expect(said({ state: 'unreachable', kind: 'generic' })).to.equal('It accepts no connection.');
  });
});

describe('The rows of work in words', () => {
  const NONE = { waiting: 0, due: 0, held: 0, claimed: 0, stuck: 0, oldest_due_at: null, why: null };
  const kind = (counts: Partial<WorkKind>): WorkKind => ({ queue: 'send', table: 't', ...NONE, ...counts });

  it('name every kind of work there is, each in another way', () => {
    const names = WORK_KINDS.map(({ queue: { name } }) => kindWords({ queue: name }));
    for (const { queue } of WORK_KINDS) expect(names, queue.name).not.to.include(queue.name);
    expect(new Set(names).size).to.equal(WORK_KINDS.length);
    expect(kindWords({ queue: 'newer' })).to.equal('newer');
  });

  it('say the numbers that are not 0, and how long the oldest has waited', () => {
    expect(
      countWords(kind({ due: 2, held: 1, waiting: 100_000, oldest_due_at: minutesAgo(65) }), NOW),
    ).to.equal('1 held back, 2 ready (the oldest for 1 h 5 min), 100,000 or more scheduled');
    expect(countWords(kind({ due: 1, oldest_due_at: NOW.toISOString() }), NOW)).to.equal('1 ready');
    const states = [
      {},
      { waiting: 1 },
      { waiting: 1, due: 1 },
      { held: 1, claimed: 1 },
      { held: 1, stuck: 1 },
    ];
    expect(states.map((counts) => stateOf(kind(counts)))).to.deep.equal([
      'idle',
      'waiting',
      'due',
      'held',
      'stuck',
    ]);
  });

  it('need an operator while rows are stuck or held back, of whatever kind', () => {
    expect(needWords([kind({ due: 5 }), kind({ claimed: 1 })])).to.equal(undefined);
    expect(needWords([kind({ stuck: 2 }), kind({ held: 1200 }), kind({ stuck: 1 })])).to.equal(
      'Work: 3 stuck, 1,200 held back',
    );
  });

  it('have the times of their reasons in the zone of the person', () => {
    const read = (sentence: string) => withTimesOfPeople(sentence, (at) => `<${new Date(at).toISOString()}>`);
    expect(read('It rests until 2026-11-20 13:00:00.5+01.')).to.equal(
      'It rests until <2026-11-20T12:00:00.500Z>.',
    );
    expect(read('It rests until 2026-11-20T12:00:00.000Z.')).to.equal(
      'It rests until <2026-11-20T12:00:00.000Z>.',
    );
  });
});

describe('A webhook in words', () => {
  const health = (failing_since: string | null, last_success_at: string | null = null) => ({
    failing_since,
    last_success_at,
    delivered_24h: 0,
    failed_24h: 1200,
    failing_status: null,
    hours: [],
    last_failed_event_id: null,
  });

  it('is not just enabled while its endpoint fails', () => {
    const look = (status: 'enabled' | 'disabled', since: string | null) =>
      webhookBadge({ status, health: health(since) }, NOW).label;
    expect(look('enabled', null)).to.equal('enabled');
    expect(look('enabled', minutesAgo(5))).to.equal('failing since 11:55');
    expect(look('enabled', minutesAgo(24 * 60))).to.equal('failing since yesterday 12:00');
    expect(look('disabled', minutesAgo(5))).to.equal('disabled');
  });

  it('says what has failed, and when it is disabled for it', () => {
    const words = failingWords({ status: 'enabled', health: health(minutesAgo(60), minutesAgo(120)) }, NOW);
    expect(words).to.equal(
      'In the last 24 hours 1,200 attempts failed, and none succeeded. The last event was delivered 2 h ago. If every attempt keeps failing, Posthorn disables this webhook on 1 Dec, 11:00.',
    );
    expect(failingWords({ status: 'enabled', health: health(null) }, NOW)).to.equal(undefined);
  });

  it('has events that fail while another try follows, and wait for that only', () => {
    const working = { status: 'enabled' as 'enabled' | 'disabled', health: health(null) };
    const look = (minutes: number | null, { retrying = true, webhook = working } = {}) => {
      const next_attempt_at = minutes === null ? null : minutesAgo(-minutes);
      return deliveryBadge({ status: 'pending', retrying, next_attempt_at }, NOW, webhook).label;
    };
    expect(look(5)).to.equal('failing, next attempt in 5 min');
    expect(look(-1)).to.equal('failing, next attempt soon');
    expect(look(5, { retrying: false })).to.equal('waiting');
    const failing = { ...working, health: health(minutesAgo(20)) };
    expect(look(-1, { retrying: false, webhook: failing })).to.equal('held back, endpoint failing');
    expect(look(5, { webhook: { ...failing, status: 'disabled' } })).to.equal(
      'waiting until the webhook is enabled',
    );
    expect(deliveryBadge({ status: 'success', retrying: false, next_attempt_at: null }, NOW).label).to.equal(
      'delivered',
    );
  });
});
