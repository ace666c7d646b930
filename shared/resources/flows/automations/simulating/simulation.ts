// The types of a simulation: the steps of a contact in the present form of an automation
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

/** The contact of the simulation: by its id or by its address, or an invented one. */
export type SimulatedPerson = { id: string } | { emailKey: string } | { invented: InventedContact };

/** A contact that exists in a simulation only. */
export interface InventedContact extends FieldsByKey<string | null> {
  email: string;
  /** The address in key form (shared/mail/addresses.ts). */
  emailKey: string;
  /** Undefined: as the address is. */
  unsubscribed: boolean | undefined;
  properties: GivenProperties;
}

/** An event in a simulation. */
export interface SimulatedEvent {
  name: string;
  /** Milliseconds after the start. */
  afterMs: number;
  payload: object | null;
}

/** The request of a simulation. */
export interface SimulationRequest {
  path: AutomationPath;
  /** The graph that replaces the stored one; absent parts are the automation's. */
  given: GivenGraph;
  person: SimulatedPerson;
  /** The payload of the event that starts the run. */
  payload: object | null;
  events: readonly SimulatedEvent[];
}

/** The simulated result of a step. */
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

/** The result of a simulation. */
export interface Simulation {
  outcome: 'completed' | 'failed';
  /** Why it has failed: a sentence. */
  reason: string | null;
  /** Null: a step has deleted it. */
  contact: SimulatedContact | null;
  /** The steps in the order in which the run reaches them, the trigger first. */
  steps: SimulatedStep[];
}
