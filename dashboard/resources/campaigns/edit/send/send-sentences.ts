// What is said before a campaign is sent, as sentences: to whom and how many, from whom, what, when, how fast, and what is tested.
// Pure.
import type { Campaign, CampaignAudience } from '../../../../api/generated/types.ts';
import { momentWords } from '../../../../design/fields/moment/moment-words.ts';
import { amountText } from '../../../../format/amount-text.ts';
import { nearMoment } from '../../../../format/time.ts';
import { wallText, wallTimeOf } from '../../../../format/zoned-time.ts';
import { groupsOf } from '../variants/smallest-difference.ts';
import { type ChosenTime, endOfPace } from '../when/chosen-time.ts';
import { differenceWords, peopleText } from '../who/audience-words.ts';

/** From so many people on the number is typed. */
const TYPED_FROM = 1_000;

/** What is known when it is asked. */
export interface AskedSend {
  campaign: Pick<Campaign, 'from' | 'subject' | 'rate_per_hour' | 'ab_test'>;
  audience: Pick<CampaignAudience, 'total' | 'sendable'>;
  /** What the page has shown before; undefined: no number. */
  shown: number | undefined;
  /** Names; undefined: the whole audience, no topic. */
  names: { audience: string; segment: string | undefined; topic: string | undefined };
  time: ChosenTime;
  /** In which a time is read. */
  zone: string;
  now: Date;
}

/** The sentences, each a thing to look at. */
export function sendSentences(asked: AskedSend): string[] {
  return [
    whoSentence(asked),
    differenceWords(asked.shown, asked.audience.sendable),
    `From ${asked.campaign.from}, with the subject “${asked.campaign.subject}”.`,
    whenSentence(asked),
    paceSentence(asked),
    testSentence(asked),
  ].filter((sentence) => sentence !== undefined);
}

/** What has to be typed; undefined: nothing. */
export function typedNumber({ sendable }: Pick<CampaignAudience, 'sendable'>): string | undefined {
  return sendable >= TYPED_FROM ? String(sendable) : undefined;
}

/** What the button does. */
export function sendLabel({ kind }: ChosenTime, { sendable }: Pick<CampaignAudience, 'sendable'>): string {
  return `${kind === 'now' ? 'Send' : 'Schedule'} to ${peopleText(sendable)}`;
}

function whoSentence({ audience: { total, sendable }, names }: AskedSend): string {
  const where =
    names.segment === undefined ? names.audience : `${names.segment}, a segment of ${names.audience}`;
  const topic = names.topic === undefined ? '' : `, with the topic ${names.topic}`;
  const out = total - sendable;
  const left = out === 0 ? '' : ` ${peopleText(out)} ${out === 1 ? 'is' : 'are'} left out.`;
  return `To ${peopleText(sendable)} of ${where}${topic}.${left}`;
}

function whenSentence({ time, zone, now }: AskedSend): string {
  if (time.kind === 'now' || time.at === undefined)
    return 'In 10 seconds. Until then it can be taken back; closing the page does not.';
  const at = new Date(time.at);
  const { when } = momentWords({ at, shown: 'once' }, { zone, now });
  if (time.kind === 'at') return `On ${when}.`;
  const wall = wallText(wallTimeOf(at, zone)).replace('T', ' ');
  return `When the clocks of each contact show ${wall}, by the property ${time.property}. Those without a time zone get it on ${when}.`;
}

function paceSentence({ campaign, audience, time, now }: AskedSend): string | undefined {
  const { rate_per_hour: ratePerHour } = campaign;
  const begin = time.kind === 'now' || time.at === undefined ? now : new Date(time.at);
  const end = endOfPace(begin, { people: audience.sendable, ratePerHour });
  if (ratePerHour === null || !end) return undefined;
  return `${amountText(ratePerHour)} an hour: the last one leaves about ${nearMoment(end, now)}.`;
}

function testSentence({
  campaign: { ab_test: test },
  audience: { sendable },
}: AskedSend): string | undefined {
  if (!test) return undefined;
  const { variants, test_percent: percent, winner_metric: metric, wait } = test;
  const groups = groupsOf({ people: sendable, percent, variants: variants.length });
  const tested = `${peopleText(groups.test)} (${percent}%) get one of ${variants.length} variants`;
  if (groups.test >= sendable) return `${tested}, and no other one follows.`;
  if (metric === 'manual') return `${tested}; the others get the one that you choose.`;
  const done = metric === 'click_rate' ? 'clicked' : 'opened';
  return `${tested}; after ${wait} the others get the one that more have ${done}.`;
}
