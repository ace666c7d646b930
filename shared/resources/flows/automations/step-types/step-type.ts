// What a type of step is: all that the program knows of it is in one file of this folder. Its steps are done by the engine
// alone, or they have an effect outside of the run. docs/architecture/automation-step-types.md says how to add one.
import type Joi from 'joi';
import type { ContactProperty } from '../../../audience/contact-properties/contact-property.ts';
import type { Segment } from '../../../audience/segments/segment.ts';
import type { NamedTemplate } from '../../../messaging/templates/find-named.ts';
import type { EffectOutcome } from '../engine/advance.ts';
import type { BranchAction, PauseAction, Resolve, WaitAction } from '../graph/compiled.ts';
import type { ConnectionType } from '../graph/graph.ts';
import type { Namable } from '../graph/variables.ts';
import type { SimulatedWorld } from '../simulating/world.ts';
import type { MailTask } from '../steps/mail-input.ts';
import type { ContactTask } from '../steps/task.ts';

/** The parts of all types. */
interface Kind<Config> {
  /**
   * Reads a config, and describes it in openapi.json: each field has its description. What it returns is stored and
   * answered. See config-schema.ts for what its messages must say.
   */
  schema: Joi.Schema<Config>;
  /** Whether a step may have no config. */
  needsNoConfig?: true;
  /** The outgoing connections that a step may have; absent: `default` alone. */
  outcomes?: readonly ConnectionType[];
  /** The names in a config of things outside of its step. */
  namesIn?(config: Config): StepNames;
  /** Checks that the things that a config names exist and fit. @param path of the config, in refusals @throws DomainError */
  check?(config: Config, path: string, known: KnownDefinitions): void;
}

/** A type whose steps the engine does alone. */
export interface EngineKind<Config> extends Kind<Config> {
  compile(config: Config, namable: Namable): PauseAction | WaitAction | BranchAction;
}

/** A type whose steps have an effect. */
export type EffectKind<Config, Effect> = EffectKindOf<Config, Effect> & WorkerTask<Effect>;

/** How a worker brings an effect about: by a mail, whose fate the funnel counts, or by a change of the contact. */
type WorkerTask<Effect> = { mail(effect: Effect): MailTask } | { change(effect: Effect): ContactTask };

interface EffectKindOf<Config, Effect> extends Kind<Config> {
  /** The effect of a step on a contact, with all values filled in. */
  effectOf(config: Config, resolve: Resolve): Effect;
  /** Simulates the effect, without writing. @param now when the run reaches the step */
  simulate(effect: Effect, world: SimulatedWorld, now: Date): EffectOutcome | Promise<EffectOutcome>;
  /** Whether no contact is left afterwards for further steps. */
  endsRun?: true;
}

/** The names in a step. */
export interface StepNames {
  /** Ids or aliases. */
  templates?: readonly string[];
  segmentIds?: readonly string[];
  topicIds?: readonly string[];
  /** Names of values: `contact.email`. */
  values?: readonly string[];
  propertyKeys?: readonly string[];
  /** Events for which it waits. */
  events?: readonly string[];
}

/** The definitions of the account that a graph names. */
export interface KnownDefinitions {
  audienceId: string;
  /** The From of the domain for mail that names none. */
  defaultFrom: string | null;
  namable: Namable;
  properties: ReadonlyMap<string, ContactProperty>;
  /** Templates by id or alias, as requested. */
  templates: ReadonlyMap<string, NamedTemplate>;
  segments: ReadonlyMap<string, Segment>;
  topicIds: ReadonlySet<string>;
  /** The automation is being enabled, so each step must be able to run. */
  isEnabling: boolean;
}
