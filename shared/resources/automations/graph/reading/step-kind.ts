// What the code that reads and checks graphs has to know of a type of step. Each type has a file in step-types/.
import type { ContactProperty } from '../../../contact-properties/contact-property.ts';
import type { Segment } from '../../../segments/segment.ts';
import type { NamedTemplate } from '../../../templates/find-named.ts';
import type { StepConfigs, StepType } from '../graph.ts';
import type { Namable } from '../variables.ts';

/** A type of step. */
export interface StepKind<Type extends StepType = StepType> {
  /**
   * Reads a config. It needs no database.
   * @param path of the config, in refusals
   * @returns its stored form: known fields only
   * @throws DomainError that names the path of the fault
   */
  read(given: unknown, path: string): StepConfigs[Type];
  /** What a config names outside of the graph. */
  namesIn?(config: StepConfigs[Type]): StepNames;
  /** Checks that what a config names is there and fits. @throws DomainError */
  check?(config: StepConfigs[Type], path: string, known: KnownDefinitions): void;
}

/** What a step names. */
export interface StepNames {
  /** Ids or aliases. */
  templates?: readonly string[];
  segmentIds?: readonly string[];
  topicIds?: readonly string[];
  /** Names of values: `contact.email`. */
  values?: readonly string[];
  propertyKeys?: readonly string[];
}

/** What the account has of what a graph names. */
export interface KnownDefinitions {
  audienceId: string;
  namable: Namable;
  properties: ReadonlyMap<string, ContactProperty>;
  /** By id or alias, as it was asked for. */
  templates: ReadonlyMap<string, NamedTemplate>;
  segments: ReadonlyMap<string, Segment>;
  topicIds: ReadonlySet<string>;
  /** The automation is being enabled, so each step must be able to run. */
  isEnabling: boolean;
}
