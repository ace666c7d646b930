// What is said before a campaign is sent, as sentences: to whom and how many, from whom, what, when, how fast, and what is tested.
// Pure.
import type { Campaign, CampaignAudience } from '../../../../api/generated/types.ts';
import { typedNumber } from '../../../../audience/typed-number.ts';
import { momentWords } from '../../../../design/fields/moment/moment-words.ts';
import { amountText } from '../../../../format/amount-text.ts';
import { nearMoment } from '../../../../format/time.ts';
import { wallText, wallTimeOf } from '../../../../format/zoned-time.ts';
import { differenceWords, peopleText } from '../audience/audience-words.ts';
import { type ChosenTime, endOfPace } from '../schedule/chosen-time.ts';
import { groupsOf } from '../variants/smallest-difference.ts';

type Counted = Pick<CampaignAudience, 'total' | 'sendable'>;

/** The facts when the question opens. */
export interface AskedSend {
  campaign: Pick<Campaign, 'from' | 'subject' | 'rate_per_hour' | 'ab_test'>;
  /** Undefined: it could not be counted. */
  audience: Counted | undefined;
  /** The number that the page showed before; undefined: none. */
  shown: number | undefined;
  /** Names; undefined: the whole audience, no topic. */
  names: { audience: string; segment: string | undefined; topic: string | undefined };
  time: ChosenTime;
  /** The zone in which a time is read. */
  zone: string;
  now: Date;
}

/** The sentences, each a thing to look at. */
export function sendSentences(asked: AskedSend): string[] {
  return [
    audienceSentence(asked),
    asked.audience && differenceWords(asked.shown, asked.audience.sendable),
    messageSentence(asked),
    whenSentence(asked),
    paceSentence(asked),
    testSentence(asked),
  ].filter((sentence) => sentence !== undefined);
}

/** The text to type: the number, or a word if it is unknown; undefined: none. */
export function typedWords(audience: Counted | undefined): string | undefined {
  return audience ? typedNumber(audience.sendable) : 'send';
}

/** The label of the button. */
export function sendLabel({ kind }: ChosenTime, audience: Counted | undefined): string {
  const act = kind === 'now' ? 'Send' : 'Schedule';
  return audience ? `${act} to ${peopleText(audience.sendable)}` : act;
}

/** The notice afterwards. @param time that was chosen */
export function sentWords({ name }: Pick<Campaign, 'name'>, { kind }: ChosenTime): string {
  return kind === 'now'
    ? `“${name}” will be sent in 10 seconds, even if you close this page.`
    : `“${name}” is scheduled.`;
}

function audienceSentence({ audience, names }: AskedSend): string {
  const audienceName = `the audience ${names.audience}`;
  const segment =
    names.segment === undefined ? audienceName : `the segment ${names.segment} of ${audienceName}`;
  const where = names.topic === undefined ? segment : `${segment}, with the topic ${names.topic}`;
  if (!audience) return `To ${where}. The number of recipients is not known.`;
  const { total, sendable } = audience;
  const out = total - sendable;
  const left = out === 0 ? '' : ` ${peopleText(out)} ${out === 1 ? 'is' : 'are'} left out.`;
  return `To ${peopleText(sendable)} of ${where}.${left}`;
}

/** Describes the message with the own fields of a test's variants. */
function messageSentence({ campaign: { from, subject, ab_test: test } }: AskedSend): string {
  const said = (field: 'from' | 'subject', own: string) => [
    ...new Set((test?.variants ?? [{ [field]: own }]).map((variant) => variant[field] ?? own)),
  ];
  const subjects = said('subject', subject).map((each) => `“${each}”`);
  return `From ${said('from', from).join(' or ')}, with the subject ${subjects.join(' or ')}.`;
}

function whenSentence({ time, zone, now }: AskedSend): string {
  if (time.kind === 'now' || time.at === undefined)
    return 'In 10 seconds. You can undo until then. Closing the page does not stop the campaign.';
  const at = new Date(time.at);
  const { when } = momentWords({ at, shown: 'once' }, { zone, now });
  if (time.kind === 'at') return `On ${when}.`;
  const wall = wallText(wallTimeOf(at, zone)).replace('T', ' ');
  return `At ${wall} in the time zone of each contact, from the property ${time.property}. Contacts without a time zone get it on ${when}.`;
}

function paceSentence({ campaign, audience, time, now }: AskedSend): string | undefined {
  const { rate_per_hour: ratePerHour } = campaign;
  const begin = time.kind === 'now' || time.at === undefined ? now : new Date(time.at);
  const end = audience && endOfPace(begin, { people: audience.sendable, ratePerHour });
  if (ratePerHour === null || !end) return undefined;
  return `${amountText(ratePerHour)} per hour: the last email leaves at about ${nearMoment(end, now)}.`;
}

function testSentence({ campaign: { ab_test: test }, audience }: AskedSend): string | undefined {
  if (!test) return undefined;
  const { variants, test_percent: percent, winner_metric: metric, wait } = test;
  if (!audience) return `${percent}% of recipients get one of ${variants.length} variants.`;
  const { sendable } = audience;
  const groups = groupsOf({ people: sendable, percent, variants: variants.length });
  const tested = `${peopleText(groups.test)} (${percent}%) get one of ${variants.length} variants`;
  if (groups.test >= sendable) return `${tested}. No one is left for the winner.`;
  if (metric === 'manual') return `${tested}. The others get the variant that you choose.`;
  const done = metric === 'click_rate' ? 'clicked' : 'opened';
  return `${tested}. After ${wait}, the others get the variant that more people ${done}.`;
}
