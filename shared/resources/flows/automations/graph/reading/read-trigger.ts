// Reads the trigger of a request: a step of type `trigger`, or the top-level `trigger`, or both if they say the same;
// and when the scheduled trigger starts the automation.
import { DEFAULT_TRIGGER, SCHEDULE_TRIGGER } from '../../../../../contract/automations/values.ts';
import { TRIGGER_MAX_DAYS } from '../../../../../contract/limits.ts';
import { DAY_MS } from '../../../../../platform/time/durations.ts';
import { isTimeZone } from '../../../../../platform/time/time-zones.ts';
import type { Automation, TriggerConfig } from '../../automation.ts';
import { scheduledAt } from '../schedule.ts';
import { readEventName, requireTriggerName } from './event-name.ts';
import { fieldOf, fieldPath, type GivenFields, missingField, refuseField, requireFields } from './fields.ts';
import type { GivenStep } from './read-steps.ts';

/** The trigger of an automation. */
export type Trigger = Pick<Automation, 'trigger' | 'triggerConfig'>;

/**
 * Reads a trigger.
 * @param body the request
 * @param step its step of type `trigger`
 * @param replaced the trigger so far: what the request does not give stays
 * @throws DomainError that names the path of the fault
 */
export function readTrigger(
  body: GivenFields,
  step: GivenStep | undefined,
  replaced: Trigger | undefined,
  now: Date,
): Trigger {
  const trigger = readName(body, step, replaced);
  const parts = readParts(body, step);
  const given = parts.at ?? parts.timezone;
  if (trigger !== SCHEDULE_TRIGGER) {
    if (given) throw refuseField(given.path, `is only for the trigger \`${SCHEDULE_TRIGGER}\``);
    return { trigger, triggerConfig: null };
  }
  const former = replaced?.trigger === SCHEDULE_TRIGGER ? replaced.triggerConfig : null;
  // Null takes it away, which the scheduled trigger does not allow.
  const isAbsent = !given && !(Object.hasOwn(body, 'trigger_config') && body['trigger_config'] === null);
  return { trigger, triggerConfig: isAbsent && former ? former : readSchedule(parts, former, now) };
}

/** Checks that a scheduled time is in the future. @throws DomainError `validation_error` */
export function requireFuture(config: TriggerConfig, now: Date, path: string): void {
  const at = scheduledAt(config)?.getTime() ?? 0;
  if (at <= now.getTime()) throw refuseField(path, 'must be in the future');
}

function readName(body: GivenFields, step: GivenStep | undefined, replaced: Trigger | undefined): string {
  const name = readEventName(fieldOf(body, 'trigger'), 'trigger');
  if (name !== undefined) requireTriggerName(name, 'trigger');
  if (!step) return name ?? replaced?.trigger ?? DEFAULT_TRIGGER;
  const path = fieldPath(step.path, 'config.event_name');
  const config = requireFields(step.config ?? {}, fieldPath(step.path, 'config'));
  const nameOfStep = readEventName(fieldOf(config, 'event_name'), path);
  if (nameOfStep !== undefined) requireTriggerName(nameOfStep, path);
  const found = nameOfStep ?? name;
  if (found === undefined) throw missingField(path);
  if (name !== undefined && name !== found)
    throw refuseField('trigger', `is a different event from \`${path}\``);
  return found;
}

/** A part of a schedule, and where it is. */
interface Part {
  value: unknown;
  path: string;
}

type Parts = Readonly<Record<'at' | 'timezone', Part | undefined>>;

/** `at` and `timezone` may be in `trigger_config` and in the config of the step; in both, they must be the same. */
function readParts(body: GivenFields, step: GivenStep | undefined): Parts {
  const places: [given: unknown, path: string][] = [
    [fieldOf(body, 'trigger_config'), 'trigger_config'],
    [step?.config, fieldPath(step?.path ?? '', 'config')],
  ];
  const find = (name: 'at' | 'timezone'): Part | undefined => {
    const [first, second] = places.flatMap(([given, path]): Part[] => {
      if (given === undefined || given === null) return [];
      const value = fieldOf(requireFields(given, path), name);
      return value === undefined ? [] : [{ value, path: fieldPath(path, name) }];
    });
    if (first && second && first.value !== second.value)
      throw refuseField(first.path, `is not the same as \`${second.path}\``);
    return first;
  };
  return { at: find('at'), timezone: find('timezone') };
}

/** @param former a time that is given again may have passed: that matters when the automation is enabled */
function readSchedule({ at, timezone }: Parts, former: TriggerConfig | null, now: Date): TriggerConfig {
  if (!at && !timezone)
    throw refuseField(
      'trigger_config',
      `is required, with \`at\` and \`timezone\`: the trigger is \`${SCHEDULE_TRIGGER}\``,
    );
  const zonePath = timezone?.path ?? 'trigger_config.timezone';
  const zone = timezone?.value;
  if (typeof zone !== 'string' || !isTimeZone(zone))
    throw refuseField(zonePath, 'must be the IANA name of a time zone, such as `Europe/Berlin`');
  const atPath = at?.path ?? 'trigger_config.at';
  const text = at?.value;
  const config = typeof text === 'string' ? { at: text, timezone: zone } : undefined;
  const instant = config && scheduledAt(config);
  if (!config || !instant)
    throw refuseField(atPath, 'must be a time in ISO 8601, such as `2026-11-20T09:00:00`');
  if (former?.at === config.at && former.timezone === config.timezone) return config;
  requireFuture(config, now, atPath);
  if (instant.getTime() - now.getTime() > TRIGGER_MAX_DAYS * DAY_MS)
    throw refuseField(atPath, `must be at most ${TRIGGER_MAX_DAYS} days ahead`);
  return config;
}
