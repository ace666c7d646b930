// An automation that is being made: what starts it. Pure.
import { SCHEDULE_TRIGGER } from '../../../../shared/contract/automations/values.ts';
import type { CreateAutomationBody } from '../../../api/generated/types.ts';
import { SERVICE_TRIGGERS } from '../words.ts';

/** An event that a program of the account sends. */
export const OWN_EVENT = 'own';

/** The possible triggers, the account's own event first: most people begin with it. */
export const STARTS: readonly { id: string; label: string }[] = [
  { id: OWN_EVENT, label: 'When your event arrives' },
  ...[...SERVICE_TRIGGERS].map(([id, label]) => ({ id, label })),
];

/** The typed values. */
export interface AskedAutomation {
  name: string;
  domain: string | undefined;
  /** One of `STARTS`. */
  start: string;
  /** The name of the account's own event. */
  event: string;
  /** The time of a schedule; undefined: it cannot be read. */
  at: Date | undefined;
  timezone: string;
}

/** The fields that are empty. The API would speak of formats, or begin with `contact.created`. */
export function missingFields({ name, start, event, at }: AskedAutomation): string[] {
  return [
    ...(name.trim() === '' ? ['name'] : []),
    ...(start === OWN_EVENT && event === '' ? ['trigger'] : []),
    ...(start === SCHEDULE_TRIGGER && !at ? ['trigger_config.at'] : []),
  ];
}

/** The request body. */
export function newAutomationBody(asked: AskedAutomation): CreateAutomationBody {
  const { name, domain, start, event, at, timezone } = asked;
  return {
    name,
    ...(domain !== undefined && { domain }),
    trigger: start === OWN_EVENT ? event : start,
    ...(start === SCHEDULE_TRIGGER && at && { trigger_config: { at: at.toISOString(), timezone } }),
  };
}
