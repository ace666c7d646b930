// Says what events that were sent have done, and why one has done nothing: the answer of POST /events/send.
import { NOT_STARTED } from '../../../contract/people/reasons.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { IntakeOutcome } from '../events/incoming-event.ts';
import type { ResolvedEvent, SentEvent } from './event-to-send.ts';

/** The result for an event of a group: the answer, or why it was not stored. */
export type StoredEvent = SentEvent | RefusedOutcome;

type TakenOutcome = IntakeOutcome & { outcome: 'taken' };
type RefusedOutcome = Exclude<IntakeOutcome, TakenOutcome>;

/** The domain of an event, and another one with an enabled automation of this trigger. */
interface Place {
  domain: string;
  other: string | null;
}

/** Looked for by key, and among the automations of the account. */
const FIND_PLACES = `
  SELECT domains.name AS domain, (
      SELECT automations.domain FROM automations
      WHERE automations.account_id = domains.account_id AND trigger = sent.name AND automations.status = 'enabled'
        AND deleted_at IS NULL AND domain_id IS NOT NULL AND domain_id <> domains.id
      ORDER BY automations.id LIMIT 1) AS other
  FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS sent (domain_id, name, place)
  JOIN domains ON domains.id = sent.domain_id
  ORDER BY place`;

/** Describes events. @param outcomes one per event, in their order */
export async function describeSent(
  client: Transaction,
  events: readonly ResolvedEvent[],
  outcomes: readonly IntakeOutcome[],
  { contactCreated = false } = {},
): Promise<StoredEvent[]> {
  const idle = events.filter((_, place) => isUnheard(outcomes[place]));
  const places = await findPlaces(client, idle);
  return events.map((placed, index) => {
    const outcome = outcomes[index];
    if (!outcome) throw new Error('An event has no outcome.');
    if (outcome.outcome !== 'taken') return outcome;
    const { event } = placed;
    const { runsStarted, waitsResolved } = outcome;
    const reason = reasonOf(outcome, places.get(placed));
    return { id: event.id, name: event.name, contactCreated, runsStarted, waitsResolved, reason };
  });
}

/** Whether no automation of the domain listens: none has the trigger, or those that have it are disabled. */
function isUnheard(outcome: IntakeOutcome | undefined): boolean {
  return (
    outcome?.outcome === 'taken' && isIdle(outcome) && outcome.reasons.every((each) => each === 'disabled')
  );
}

function isIdle({ runsStarted, waitsResolved }: TakenOutcome): boolean {
  return runsStarted === 0 && waitsResolved === 0;
}

async function findPlaces(
  client: Transaction,
  events: readonly ResolvedEvent[],
): Promise<Map<ResolvedEvent, Place>> {
  if (events.length === 0) return new Map();
  const { rows } = await client.query<Place>({
    name: 'find-places-of-events',
    text: FIND_PLACES,
    values: [events.map(({ domainId }) => domainId), events.map(({ event }) => event.name)],
  });
  return new Map(events.map((event, place) => [event, rows[place] as Place]));
}

function reasonOf(outcome: TakenOutcome, place: Place | undefined): string | null {
  if (!isIdle(outcome)) return null;
  const heard = outcome.reasons.find((reason) => reason !== 'disabled');
  if (heard) return NOT_STARTED[heard];
  const none = `No enabled automation of ${place?.domain ?? 'the domain'} has this trigger`;
  return place?.other ? `${none}; ${place.other} has one. Set \`domain\` to it.` : `${none}.`;
}
