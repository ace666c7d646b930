// What the form of a step is given.
import type { Automation } from '../../../../api/generated/types.ts';
import type { RuleFields } from '../../../../rules/rule-fields.ts';
import type { StepFault } from '../step-faults.ts';

/** For each type of step. */
export interface ConfigProps {
  /** The config as the API has it, or unfinished. */
  config: Readonly<Record<string, unknown>>;
  /** @param changed the changed value, for undo: "duration" */
  onChange(config: object, changed: string): void;
  /** @param path below the config: `duration`, `template.variables.NAME` */
  errorOf(path: string): string | undefined;
  /** The faults of the step, with their parts from `config` on. */
  faults: readonly StepFault[];
  /** The values that it can name. */
  fields: RuleFields;
  automation: Pick<Automation, 'audience_id' | 'domain'>;
}

/** A config with another value, or without one. */
export function withPart(config: object, name: string, value: unknown): object {
  const { [name]: _, ...others } = config as Record<string, unknown>;
  return value === undefined ? others : { ...config, [name]: value };
}

/** A text of a config. */
export function textOf(config: Readonly<Record<string, unknown>>, name: string): string {
  const value = config[name];
  return typeof value === 'string' ? value : '';
}
