// The list of the types of steps. Everything else asks here: by the type of a step it finds what the step does.
import type { CompiledAction, Effect } from '../graph/compiled.ts';
import type { ConnectionType, GraphStep, StepType } from '../graph/graph.ts';
import type { Namable } from '../graph/variables.ts';
import type { StepTask } from '../steps/task.ts';
import { addToSegmentStep } from './add-to-segment.ts';
import { conditionStep } from './condition.ts';
import { prepare, readBySchema } from './config-schema.ts';
import { contactDeleteStep } from './contact-delete.ts';
import { contactUpdateStep } from './contact-update.ts';
import { delayStep } from './delay.ts';
import { sendEmailStep } from './send-email.ts';
import type { EffectKind, EngineKind, KnownDefinitions, StepNames } from './step-type.ts';
import { waitForEventStep } from './wait-for-event.ts';

const STEP_KINDS = {
  send_email: sendEmailStep,
  delay: delayStep,
  wait_for_event: waitForEventStep,
  condition: conditionStep,
  contact_update: contactUpdateStep,
  contact_delete: contactDeleteStep,
  add_to_segment: addToSegmentStep,
} satisfies Readonly<Record<StepType, object>>;

/** The configuration of each type of step, in its stored and answered form. */
export type StepConfigs = { [Type in StepType]: ConfigOf<(typeof STEP_KINDS)[Type]> };

type ConfigOf<Kind> =
  Kind extends EngineKind<infer Config>
    ? Config
    : Kind extends EffectKind<infer Config, infer _>
      ? Config
      : never;

/** The type of a step belongs to its config and its effect, which TypeScript cannot follow. */
type AnyKind = EngineKind<object> | EffectKind<object, object>;

const kindOf = (type: StepType) => STEP_KINDS[type] as unknown as AnyKind;

const DEFAULT_OUTCOMES = ['default'] as const;

/** The schema of the config of a type, and whether a step may have none. */
export function describeConfig(type: StepType) {
  const { schema, needsNoConfig = false } = kindOf(type);
  return { schema: prepare(schema), isOptional: needsNoConfig };
}

/** The outgoing connections that a step may have. */
export function outcomesOf(type: StepType | 'trigger'): readonly ConnectionType[] {
  return (type === 'trigger' ? undefined : kindOf(type).outcomes) ?? DEFAULT_OUTCOMES;
}

/**
 * Reads a config. It needs no database.
 * @param path of the config, in refusals
 * @returns its stored form: known fields only
 * @throws DomainError that names the path of the fault
 */
export function readConfig(type: StepType, given: unknown, path: string): object {
  const { schema, needsNoConfig } = kindOf(type);
  return readBySchema(schema, needsNoConfig ? (given ?? {}) : given, path);
}

/** The names in a step of things outside of it. */
export function namesInStep({ type, config }: GraphStep): StepNames {
  return kindOf(type).namesIn?.(config) ?? {};
}

/** Checks that the things that a step names exist and fit. @param path of its config @throws DomainError */
export function checkStep({ type, config }: GraphStep, path: string, known: KnownDefinitions): void {
  kindOf(type).check?.(config, path, known);
}

/** Whether a step has an effect outside of its run. */
export function hasEffect(type: StepType): boolean {
  return 'effectOf' in kindOf(type);
}

/** Compiles a step to the form that the engine runs. @throws an error for a config that is not valid */
export function compileStep({ type, config }: GraphStep, namable: Namable): CompiledAction {
  const kind = kindOf(type);
  if ('compile' in kind) return kind.compile(config, namable);
  const effectOf: (CompiledAction & { kind: 'effect' })['effectOf'] = (resolve) => ({
    type,
    ...kind.effectOf(config, resolve),
  });
  return { kind: 'effect', effectOf, endsRun: kind.endsRun ?? false };
}

/** How a worker brings an effect about. */
export function taskOf(effect: Effect): StepTask {
  const kind = effectKindOf(effect.type);
  return 'mail' in kind
    ? { kind: 'mail', mail: kind.mail(effect) }
    : { kind: 'contact', change: kind.change(effect) };
}

/** Whether a step changes the contact, which may start runs. */
export function changesContact(type: StepType): boolean {
  return 'change' in kindOf(type);
}

/** How a simulation does. */
export const simulateEffect: EffectKind<object, Effect>['simulate'] = (effect, world, now) =>
  effectKindOf(effect.type).simulate(effect, world, now);

/** The types whose steps send mail. */
export const MAILING_TYPES: readonly StepType[] = (Object.keys(STEP_KINDS) as StepType[]).filter(
  (type) => 'mail' in kindOf(type),
);

function effectKindOf(type: StepType): EffectKind<object, object> {
  const kind = kindOf(type);
  if ('effectOf' in kind) return kind;
  throw new Error(`A step of the type ${type} has no effect.`);
}
