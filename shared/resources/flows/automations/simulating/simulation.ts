// The types of a simulation: what would become of a contact in an automation as it is edited now
// (docs/reference/automation-simulations.md).
import type { FieldsByKey } from '../../../../contract/contacts/fields.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import type { ByteBudget } from '../../../../platform/sharing/byte-budget.ts';
import type { FairTurns } from '../../../../platform/sharing/fair-turns.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { GivenProperties } from '../../../audience/contacts/save/input.ts';
import type { SimulatedDomains } from '../../../messaging/emails/accept/drop-cause.ts';
import type { EmailRenderer } from '../../../messaging/templates/rendering/render-for-send.ts';
import type { AutomationPath } from '../automation.ts';
import type { StepRun } from '../engine/advance.ts';
import type { GivenGraph, StepType } from '../graph/graph.ts';

/** The dependencies of simulating. */
export interface SimulateDeps extends SimulatedDomains {
  database: Database;
  ids: Ids;
  emailRenderer: EmailRenderer;
  /** Bounds the rendered contents in memory. */
  renderBudget: ByteBudget;
  turns: FairTurns;
}

/** Who goes through the automation: a contact by its id or by its address, or one that does not exist. */
export type SimulatedPerson = { id: string } | { emailKey: string } | { invented: InventedContact };

/** A contact that exists in a simulation only. */
export interface InventedContact extends FieldsByKey<string | null> {
  email: string;
  /** In key form (shared/mail/addresses.ts). */
  emailKey: string;
  /** Undefined: as the address is. */
  unsubscribed: boolean | undefined;
  properties: GivenProperties;
}

/** An event that comes in a simulation. */
export interface SimulatedEvent {
  name: string;
  /** Milliseconds after the start. */
  afterMs: number;
  payload: object | null;
}

/** A simulation that is asked for. */
export interface SimulationRequest {
  path: AutomationPath;
  /** The graph in place of the stored one; what is absent is that of the automation. */
  given: GivenGraph;
  person: SimulatedPerson;
  /** The payload of the event that starts the run. */
  payload: object | null;
  events: readonly SimulatedEvent[];
}

/** What a step would do. */
export interface SimulatedStep extends Pick<StepRun, 'key' | 'output' | 'error'> {
  type: StepType | 'trigger';
  status: 'completed' | 'failed' | 'skipped';
  /** When it would end. */
  at: Date;
}

/** The contact at the end of a simulation. */
export interface SimulatedContact extends FieldsByKey<string | null> {
  /** Null: it is an invented one. */
  id: string | null;
  email: string;
  unsubscribed: boolean;
  /** Key → value. Pairs and not an object, because a key may be `__proto__`. */
  properties: [key: string, value: unknown][];
}

/** What would happen. */
export interface Simulation {
  outcome: 'completed' | 'failed';
  /** Why it has failed: a sentence. */
  reason: string | null;
  /** Null: a step has deleted it. */
  contact: SimulatedContact | null;
  /** In the order in which the run comes to them, the trigger first. */
  steps: SimulatedStep[];
}
