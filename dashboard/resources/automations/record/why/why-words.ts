// Why an event has started no run of one automation, in words: of each event for its row, and of all that are shown, how many
// say the same. Also when an automation with a schedule begins, to which no event comes. Pure.
import { BATCH_EVENTS } from '../../../../../shared/contract/automations/values.ts';
import type { Automation, ReceivedEventItem } from '../../../../api/generated/types.ts';
import { momentWords } from '../../../../design/fields/moment/moment-words.ts';
import { instantAt } from '../../../../format/zoned-time.ts';
import { notStartedWords } from '../../../events/received/outcome-sentences.ts';
import { outcomeBadge } from '../../../events/received/outcome-words.ts';

type AskedAutomation = Pick<Automation, 'id' | 'domain' | 'created_at'>;
type ListedEvent = Pick<
  ReceivedEventItem,
  'event' | 'domain' | 'created_at' | 'waits_resolved' | 'automations'
>;

/** The status of an event, for `Status` and as a sentence. */
interface WhyWords {
  status: string;
  label: string;
  sentence: string;
}

/** Describes the result of an event in an automation. */
export function whyWords(event: ListedEvent, automation: AskedAutomation): WhyWords {
  const own = event.automations.find(({ automation_id }) => automation_id === automation.id);
  if (!own) {
    const reason = absentWords(event, automation);
    return { status: 'skipped', label: `None: ${reason}`, sentence: `No run: ${reason}.` };
  }
  const look = outcomeBadge({ ...event, waits_resolved: 0, automations: [own] });
  return { ...look, sentence: own.reason === null ? 'A run started.' : notStartedWords(own.reason) };
}

/** The sentences of events with how many each is true of, the most frequent one first. */
export function whyCounts(
  events: readonly ListedEvent[],
  automation: AskedAutomation,
): { reason: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const event of events) {
    const { sentence } = whyWords(event, automation);
    counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  }
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((one, other) => other.count - one.count);
}

/** When a schedule is or was due. */
export function scheduleSentence(schedule: Schedule, now: Date): string {
  return `This automation ${instantOf(schedule) > now ? 'starts' : 'started'} on ${scheduleWords(schedule, now)}, for all contacts in its audience.`;
}

/** The time of a schedule, in its zone. */
export function scheduleWords(schedule: Schedule, now: Date): string {
  return momentWords({ at: instantOf(schedule), shown: 'once' }, { zone: schedule.timezone, now }).when;
}

interface Schedule {
  at: string;
  timezone: string;
}

function instantOf({ at, timezone }: Schedule): Date {
  return /(?:Z|[+-]\d\d:?\d\d)$/i.test(at) ? new Date(at) : instantAt(Date.parse(`${at}Z`), timezone).at;
}

/** Why the automation is not among those that had the event as their trigger. */
function absentWords(event: ListedEvent, automation: AskedAutomation): string {
  if (BATCH_EVENTS.some((name) => name === event.event)) return 'the event was about another automation';
  if (event.domain === null) return 'the domain of the event was deleted';
  if (event.domain !== automation.domain)
    return `the event was for ${event.domain}, not ${automation.domain}`;
  return event.created_at < automation.created_at
    ? 'the automation did not exist yet'
    : 'the automation had another trigger';
}
