// The types of a graph: the steps of an automation and how they lead to each other. This is the stored and answered
// form of a graph; compile.ts converts it to the form that the engine runs.
import type {
  AUTOMATION_ANSWERS,
  AUTOMATION_REENTRIES,
  AUTOMATION_STATUSES,
  CONNECTION_TYPES,
  EXECUTABLE_STEP_TYPES,
} from '../../../../contract/automations/values.ts';
import type {
  ContactPropertyType,
  ContactPropertyValue,
} from '../../../audience/contact-properties/contact-property.ts';

export type AutomationStatus = (typeof AUTOMATION_STATUSES)[number];
export type Answers = (typeof AUTOMATION_ANSWERS)[number];
export type Reentry = (typeof AUTOMATION_REENTRIES)[number];
export type StepType = (typeof EXECUTABLE_STEP_TYPES)[number];
export type ConnectionType = (typeof CONNECTION_TYPES)[number];

/** A value that is read when the step runs: `event.x`, `contact.x` or `wait_events.name.x` (variables.ts). */
export interface VariableReference {
  var: string;
}

/** A text, or where it is read when the step runs. */
export type TextOrReference = string | VariableReference;

/** A step other than the trigger. */
export interface GraphStep {
  id: string;
  /** Unique in the graph. */
  key: string;
  type: StepType;
  /** Counts from 1. */
  position: number;
  /** The config as the type of the step (step-types/) stores and answers it. */
  config: object;
}

/** A connection from a step to another one, after the outcome `type`. */
export interface Connection {
  from: string;
  to: string;
  type: ConnectionType;
}

/** The stored form of a graph. The trigger is not a step of it; its connections name it by its key. */
export interface Graph {
  steps: GraphStep[];
  connections: Connection[];
}

/** The key that the trigger has in connections when it was given without a step. */
export const TRIGGER_KEY = 'trigger';

/** The form of graphs that this version stores (`automation_versions.format`). */
export const GRAPH_FORMAT = 1;

/** A contact property that a graph names: its key, and what it was when the graph was enabled. */
export type UsedProperty = [
  key: string,
  number: number,
  type: ContactPropertyType,
  /** Null: none. */
  fallback: ContactPropertyValue | null,
];

/** A graph as it was enabled. It never changes, so it can be cached by its id. */
export interface GraphVersion {
  id: string;
  automationId: string;
  number: number;
  format: number;
  triggerKey: string | null;
  graph: Graph;
  properties: readonly UsedProperty[];
}

/** The parts of a body that give a graph. Absent and null: not given. */
export interface GivenGraph {
  trigger?: unknown;
  trigger_config?: unknown;
  steps?: unknown;
  connections?: unknown;
}
