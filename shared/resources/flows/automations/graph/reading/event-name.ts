// Reads names of events, of triggers and waits. Names that begin with `service:` are the service's own.
import { RESERVED_EVENT_PREFIX, SCHEDULE_TRIGGER } from '../../../../../contract/automations/values.ts';
import { EVENT_NAME_MAX_LENGTH } from '../../../../../contract/limits.ts';
import { checkText, refuseField } from './fields.ts';

/** @returns undefined when the name is absent or blank */
export function readEventName(given: unknown, path: string): string | undefined {
  const name = typeof given === 'string' ? given.trim() : given;
  if (name === undefined || name === null || name === '') return undefined;
  return checkText(name, path, EVENT_NAME_MAX_LENGTH);
}

/** Checks the name of a trigger. @throws DomainError `validation_error` for a reserved one */
export function requireTriggerName(name: string, path: string): void {
  const fault = name === SCHEDULE_TRIGGER ? undefined : findReserved(name);
  if (fault !== undefined) throw refuseField(path, `${fault}, except \`${SCHEDULE_TRIGGER}\``);
}

/** @returns why no event of this name can be sent, to complete "`event_name` …" */
export function findReserved(name: string): string | undefined {
  return name.startsWith(RESERVED_EVENT_PREFIX)
    ? `must not begin with \`${RESERVED_EVENT_PREFIX}\`, which is reserved for the service`
    : undefined;
}
