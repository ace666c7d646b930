// Simulates an automation: the steps of a contact in it, in its present form or after a change, enabled or not. The
// engine, the rules of the steps, the templates and the checks of acceptance are those of real runs. Nothing is
// written, and no transaction is open while templates are rendered.
import { DomainError } from '../../../../contract/domain-error.ts';
import { buildContactEventData } from '../../../audience/contact-events/event-data.ts';
import { findContactProperties } from '../../../audience/contact-properties/find.ts';
import { findDefaultFrom } from '../../../messaging/domains/senders/default-from.ts';
import type { Automation } from '../automation.ts';
import { startState } from '../engine/advance.ts';
import { requireAutomation } from '../find.ts';
import { type GivenGraph, TRIGGER_KEY } from '../graph/graph.ts';
import { checkGraph } from '../graph/reading/check-graph.ts';
import { readGraph } from '../graph/reading/read-graph.ts';
import { simulateEffect } from '../step-types/step-types.ts';
import { checkSimulatedPayloads } from './check-payloads.ts';
import { ContactState } from './contact-state.ts';
import { compileEdited } from './edited-graph.ts';
import { type DeclaredProperties, type FoundPerson, findPerson } from './find-person.ts';
import { SimulatedMails } from './simulated-mail.ts';
import { runToEnd, type SimulatedEnding } from './simulated-run.ts';
import type {
  SimulateDeps,
  SimulatedEvent,
  SimulatedStep,
  Simulation,
  SimulationRequest,
} from './simulation.ts';

/** Events of the service whose payload is the contact. */
const ABOUT_CONTACT: ReadonlySet<string> = new Set([
  'contact.created',
  'contact.updated',
  'contact.unsubscribed',
]);

/**
 * Simulates a run that starts now.
 * @throws DomainError `not_found` for the automation or the contact; `validation_error` for a contact of another audience,
 *   an automation without a step or with a rule that cannot be evaluated, and a payload that breaks its schema; of a graph
 *   that is given what a change to it would be refused with
 */
export async function simulateAutomation(
  deps: SimulateDeps,
  { path, given, person, ...asking }: SimulationRequest,
  now: Date,
): Promise<Simulation> {
  const automation = await withGraph(deps, await requireAutomation(deps.database, path), given, now);
  const properties = await findContactProperties(deps.database, path.accountId);
  const declared = new Map(properties.map((property) => [property.key, property]));
  const found = await findPerson(deps.database, automation, person, { declared, id: deps.ids.next(), now });
  await checkSimulatedPayloads(deps.database, automation, asking);
  const contact = new ContactState(found, declared);
  const payload = asking.payload ?? payloadOf(automation, found);
  const asked = { automation, contact, declared, payload, events: asking.events };
  const ending = await holdingMails(deps, asked, (mails) => goThrough(deps, asked, mails, now));
  const { status: outcome, reason } = ending;
  return { outcome, reason, contact: contact.shown, steps: showSteps(automation, payload, ending, now) };
}

/** An automation after a change of its graph. */
async function withGraph(
  { database, ids }: SimulateDeps,
  stored: Automation,
  given: GivenGraph,
  now: Date,
): Promise<Automation> {
  if (Object.values(given).every((part) => part === undefined)) return stored;
  const read = readGraph(given, { ids, now, replaced: stored });
  await checkGraph(database, { ...stored, now }, read, { status: 'disabled' });
  const { written: _, ...graph } = read;
  return { ...stored, ...graph };
}

/** Events of the service carry the data of their webhook. */
function payloadOf({ trigger }: Automation, person: FoundPerson): object | null {
  return ABOUT_CONTACT.has(trigger) ? buildContactEventData(person) : null;
}

interface Asked {
  automation: Automation;
  contact: ContactState;
  declared: DeclaredProperties;
  payload: object | null;
  events: readonly SimulatedEvent[];
}

async function holdingMails<Result>(
  deps: SimulateDeps,
  { automation: { id, accountId, domainId }, payload }: Asked,
  run: (mails: SimulatedMails) => Promise<Result>,
): Promise<Result> {
  const held = deps.renderBudget.open(accountId);
  try {
    const defaultFrom = await findDefaultFrom(deps.database, domainId);
    return await run(new SimulatedMails(deps, { accountId, automationId: id, defaultFrom, payload }, held));
  } finally {
    held.release();
  }
}

async function goThrough(
  deps: SimulateDeps,
  { automation, contact, declared, payload, events }: Asked,
  mails: SimulatedMails,
  now: Date,
): Promise<SimulatedEnding> {
  const { accountId } = automation;
  const graph = await deps.turns.run(accountId, () => compileEdited(automation, declared));
  const origin = { startedAt: now, event: payload };
  const state = startState(graph, origin);
  if (!state)
    throw new DomainError(
      'validation_error',
      'The trigger does not lead to a step. Add a step before you simulate the automation.',
    );
  const coming = [...events]
    .sort((a, b) => a.afterMs - b.afterMs)
    .map(({ name, afterMs, payload: own }) => ({
      id: deps.ids.next(),
      name,
      payload: own,
      at: new Date(now.getTime() + afterMs),
    }));
  const world = { database: deps.database, accountId, contact, declared, mails };
  return await runToEnd({
    accountId,
    graph,
    state,
    origin,
    contact,
    events: coming,
    turns: deps.turns,
    bringAbout: async (effect, at) => await simulateEffect(effect, world, at),
  });
}

function showSteps(
  { triggerKey, graph }: Automation,
  payload: object | null,
  { stepRuns }: SimulatedEnding,
  now: Date,
): SimulatedStep[] {
  const typeOf = new Map(graph.steps.map(({ id, type }) => [id, type]));
  const trigger = { key: triggerKey ?? TRIGGER_KEY, type: 'trigger', status: 'completed', at: now } as const;
  return [
    { ...trigger, output: { payload }, error: null },
    ...stepRuns.map(({ stepId, key, status, completedAt, output, error }): SimulatedStep => {
      const type = typeOf.get(stepId);
      if (!type || !completedAt || status === 'waiting') throw new Error(`The step ${key} has not ended.`);
      return { key, type, status, at: completedAt, output: output && withoutEventId(output), error };
    }),
  ];
}

/** The events of a simulation have no id that means anything. */
function withoutEventId({ event_id: _, ...output }: Readonly<Record<string, unknown>>) {
  return output;
}
