// What is said before a campaign is sent, without a screen: where each finding of the checklist is put right, what a test of few
// people can show, when it is sent, and the sentences of the question.
import { expect } from 'chai';
import { leftOutRows } from '../../dashboard/resources/campaigns/edit/audience/audience-words.ts';
import {
  placeOfFinding,
  SECTION_TITLES,
} from '../../dashboard/resources/campaigns/edit/checklist/finding-places.ts';
import {
  AT_ONCE,
  type ChosenTime,
  chosenTimeFault,
  chosenTimeOf,
  endOfPace,
  readChosenTime,
  sendBody,
} from '../../dashboard/resources/campaigns/edit/schedule/chosen-time.ts';
import {
  type AskedSend,
  sendLabel,
  sendSentences,
  sentWords,
  typedWords,
} from '../../dashboard/resources/campaigns/edit/send/send-sentences.ts';
import {
  fewPeopleWords,
  groupsOf,
  smallestDifference,
} from '../../dashboard/resources/campaigns/edit/variants/smallest-difference.ts';
import { readWholeNumber } from '../../dashboard/resources/campaigns/edit/whole-number.ts';
import { CAMPAIGN_LEFT_OUT_REASONS } from '../../shared/contract/campaigns/values.ts';
import { CHECK_CODES } from '../../shared/contract/checks/finding.ts';
import { chanceOfDifference } from '../../shared/resources/flows/campaigns/ab-test/proportions.ts';

const BERLIN = 'Europe/Berlin';
const NOW = new Date('2027-03-01T10:00:00Z');
const at = (text: string, iso: string | undefined, more: Partial<ChosenTime> = {}): ChosenTime => ({
  ...AT_ONCE,
  kind: 'at',
  text,
  at: iso,
  zone: BERLIN,
  ...more,
});

describe('A finding of the checklist', () => {
  it('has a section and a remedy for each code', () => {
    for (const code of CHECK_CODES) {
      const { section, remedy } = placeOfFinding({ code });
      expect(SECTION_TITLES, code).to.have.property(section);
      expect(remedy, code).to.match(/^[A-Z].*\.$/);
    }
  });

  it('is put right where its field is', () => {
    const sectionOf = (field?: string) =>
      placeOfFinding({ code: 'reference_deleted', ...(field !== undefined && { field }) }).section;
    expect(['audience_id', 'segment_id', 'topic_id'].map(sectionOf)).to.deep.equal(['who', 'who', 'who']);
    expect(sectionOf()).to.equal('content');
    expect(placeOfFinding({ code: 'test_too_small', field: 'ab_test' }).section).to.equal('variants');
  });
});

describe('A test of variants', () => {
  it('shows a difference from the point on from which the server is 95 % sure of it', () => {
    for (const people of [10, 50, 400, 2_000, 100_000])
      for (const rate of [0.01, 0.03, 0.3, 0.5]) {
        const difference = smallestDifference(people, rate);
        const worse = { successes: rate * people, of: people };
        const better = { successes: (rate + difference) * people, of: people };
        if (rate + difference < 1)
          expect(chanceOfDifference(worse, better), `${people} ${rate}`).to.be.closeTo(0.05, 1e-9);
      }
  });

  it('shows these differences', () => {
    const points = (people: number, rate: number) =>
      Math.round(smallestDifference(people, rate) * 1_000) / 10;
    expect([points(2_000, 0.3), points(500, 0.3), points(100, 0.3)]).to.deep.equal([2.9, 5.8, 13.4]);
    expect([points(2_000, 0.03), points(500, 0.03)]).to.deep.equal([1.2, 2.5]);
    expect([points(1, 0.3), points(100, 0.5)]).to.deep.equal([70, 13.7]);
  });

  it('has groups as the server takes them', () => {
    expect(groupsOf({ people: 1_001, percent: 20, variants: 3 })).to.deep.equal({ test: 201, smallest: 67 });
    expect(groupsOf({ people: 0, percent: 20, variants: 2 })).to.deep.equal({ test: 0, smallest: 0 });
  });

  it('says what few people show, and nothing of many or none', () => {
    expect(fewPeopleWords({ people: 5_000, percent: 20, variants: 2 }, 'open_rate')).to.equal(
      'Only 500 people would get each variant. If about 30% are opened, the test can show only a difference of 5.9 points or more. A smaller difference may be chance.',
    );
    expect(fewPeopleWords({ people: 3, percent: 100, variants: 3 }, 'click_rate')).to.match(
      /^Only 1 person would get each variant\. If about 3% are clicked/,
    );
    for (const people of [0, 1, 4_000])
      expect(fewPeopleWords({ people, percent: 100, variants: 2 }, 'manual')).to.equal(undefined);
  });
});

describe('When a campaign is sent', () => {
  const faultOf = (time: ChosenTime, now = NOW) => chosenTimeFault(time, { now, zone: BERLIN })?.message;

  it('is at once, or at a time that is to come and that the clocks show', () => {
    expect(faultOf(AT_ONCE)).to.equal(undefined);
    expect(faultOf(at('2027-03-02 09:00', '2027-03-02T08:00:00Z'))).to.equal(undefined);
    expect(faultOf(at('soon', undefined))).to.equal('Enter a time.');
    expect(faultOf(at('2027-03-28 02:30', '2027-03-28T01:30:00Z'))).to.match(/This time does not exist/);
    const soon = at('11:05', '2027-03-01T10:05:00Z');
    expect(faultOf(soon)).to.equal(undefined);
    expect(faultOf(soon, new Date('2027-03-01T10:05:00Z'))).to.match(/^This time is in the past/);
    expect(faultOf(at('2027-03-02 09:00', '2027-03-02T08:00:00Z', { kind: 'zones' }))).to.match(/property/);
  });

  it('is what the API is given', () => {
    expect(sendBody(AT_ONCE, BERLIN)).to.deep.equal({ scheduled_at: 'in 10 seconds' });
    const time = at('2027-03-02 09:00', '2027-03-02T08:00:00.000Z', { property: 'zone' });
    const body = { scheduled_at: '2027-03-02T08:00:00.000Z', timezone: BERLIN };
    expect(sendBody(time, BERLIN)).to.deep.equal(body);
    const byZones = { ...time, kind: 'zones' } as const;
    expect(sendBody(byZones, BERLIN)).to.deep.equal({ ...body, timezone_property: 'zone' });
    const campaign = { scheduled_at: body.scheduled_at, timezone: BERLIN, timezone_property: 'zone' };
    expect(chosenTimeOf(campaign)).to.deep.equal(byZones);
    const none = { scheduled_at: null, timezone: null, timezone_property: null };
    expect(chosenTimeOf(none)).to.deep.equal(AT_ONCE);
  });

  it('is kept as a text, and what is no such text is nothing', () => {
    const time = at('tomorrow', '2027-03-02T08:00:00.000Z');
    expect(readChosenTime(JSON.stringify(time))).to.deep.equal(time);
    for (const text of [null, '', '{', 'null', '5']) expect(readChosenTime(text)).to.deep.equal(AT_ONCE);
  });

  it('ends by its pace', () => {
    const end = (people: number, ratePerHour: number | null) =>
      endOfPace(NOW, { people, ratePerHour })?.toISOString();
    expect(end(1_001, 1_000)).to.equal('2027-03-01T11:00:00.000Z');
    expect(end(1, 1)).to.equal(NOW.toISOString());
    expect([end(0, 1_000), end(5, null)]).to.deep.equal([undefined, undefined]);
    expect(['', '4000', ' 4 000 ', '4.5', '-1', 'x'].map(readWholeNumber)).to.deep.equal([
      null,
      4_000,
      4_000,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('Before a campaign is sent', () => {
  const ASKED: AskedSend = {
    campaign: { from: 'Ana <ana@acme.dev>', subject: 'News', rate_per_hour: null, ab_test: null },
    audience: { total: 4_211, sendable: 4_020 },
    shown: 4_020,
    names: { audience: 'Customers', segment: undefined, topic: undefined },
    time: AT_ONCE,
    zone: BERLIN,
    now: NOW,
  };
  const TEST = {
    variants: [{ key: 'a' }, { key: 'b', subject: 'Short' }],
    test_percent: 20,
    winner_metric: 'open_rate',
    wait: '4 hours',
    test_size: null,
    decides_at: null,
    winner: null,
    decided_by: null,
    decided_at: null,
  } as unknown as NonNullable<AskedSend['campaign']['ab_test']>;
  const withTest = (changes: object): AskedSend => ({
    ...ASKED,
    campaign: { ...ASKED.campaign, ab_test: { ...TEST, ...changes } },
  });

  it('it is said who gets it, from whom, what and when', () => {
    expect(sendSentences(ASKED)).to.deep.equal([
      'To 4,020 people of the audience Customers. 191 people are left out.',
      'From Ana <ana@acme.dev>, with the subject “News”.',
      'In 10 seconds. You can undo until then. Closing the page does not stop the campaign.',
    ]);
    expect(sendLabel(AT_ONCE, ASKED.audience)).to.equal('Send to 4,020 people');
    expect(typedWords(ASKED.audience)).to.equal('4020');
    expect([999, 1_000].map((sendable) => typedWords({ total: sendable, sendable }))).to.deep.equal([
      undefined,
      '1000',
    ]);
  });

  it('it is said that the people could not be counted, and a word is typed in place of their number', () => {
    const [who, ...others] = sendSentences({ ...ASKED, audience: undefined });
    expect(who).to.equal('To the audience Customers. The number of recipients is not known.');
    expect(others).to.have.length(2);
    expect([typedWords(undefined), sendLabel(AT_ONCE, undefined)]).to.deep.equal(['send', 'Send']);
  });

  it('both numbers are said when the audience has changed since', () => {
    const [, difference] = sendSentences({ ...ASKED, shown: 1 });
    expect(difference).to.equal(
      'The number of recipients changed from 1 person to 4,020 people since this page was loaded.',
    );
  });

  it('the segment, the topic, the time, the zones and the pace are said', () => {
    const time = at('2027-03-02 09:00', '2027-03-02T08:00:00Z');
    const names = { audience: 'Customers', segment: 'On pro', topic: 'Offers' };
    const campaign = { ...ASKED.campaign, rate_per_hour: 2_000 };
    const audience = { total: 2, sendable: 1 };
    const [who, , when, pace] = sendSentences({ ...ASKED, shown: 1, names, time, campaign, audience });
    expect(who).to.equal(
      'To 1 person of the segment On pro of the audience Customers, with the topic Offers. 1 person is left out.',
    );
    expect(when).to.match(/^On Tuesday,? 2 March 2027 at 09:00 GMT\+1, Europe\/Berlin, in 22 h\.$/);
    expect(pace).to.match(/^2,000 per hour: the last email leaves at about /);
    expect(sendLabel(time, audience)).to.equal('Schedule to 1 person');
    const byZones = { ...time, kind: 'zones', property: 'zone' } as const;
    expect(sendSentences({ ...ASKED, time: byZones })[2]).to.match(
      /^At 2027-03-02 09:00 in the time zone of each contact, from the property zone\. Contacts without a time zone get it on Tuesday,? 2 March/,
    );
  });

  it('it is said afterwards what comes, also of a page that is closed', () => {
    const said = (kind: ChosenTime['kind']) => sentWords({ name: 'May' }, { ...AT_ONCE, kind });
    expect(said('now')).to.equal('“May” will be sent in 10 seconds, even if you close this page.');
    expect(said('at')).to.equal('“May” is scheduled.');
  });

  it('the test is said, and how it is decided', () => {
    const said = (changes: object) => sendSentences(withTest(changes)).at(-1);
    expect(said({})).to.equal(
      '804 people (20%) get one of 2 variants. After 4 hours, the others get the variant that more people opened.',
    );
    expect(sendSentences(withTest({}))[1]).to.equal(
      'From Ana <ana@acme.dev>, with the subject “News” or “Short”.',
    );
    expect(sendSentences({ ...withTest({}), audience: undefined }).at(-1)).to.equal(
      '20% of recipients get one of 2 variants.',
    );
    expect(said({ winner_metric: 'click_rate' })).to.match(/more people clicked\.$/);
    expect(said({ winner_metric: 'manual', wait: null })).to.match(/the variant that you choose\.$/);
    expect(said({ test_percent: 100 })).to.match(/No one is left for the winner\.$/);
  });

  it('each reason has words, the most frequent one first', () => {
    const left_out = Object.fromEntries(CAMPAIGN_LEFT_OUT_REASONS.map((reason, place) => [reason, place]));
    const rows = leftOutRows({ left_out });
    expect(rows.map(({ count }) => count)).to.deep.equal([6, 5, 4, 3, 2, 1]);
    for (const { words } of rows) expect(words).to.match(/^[A-Z]/);
  });
});
