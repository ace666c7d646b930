// A line of the process log without secrets, wherever in it they stand: at any depth, in lists, in what an error says
// and in its stack and causes. The finished line is looked at, since a field that is forgotten cannot be missing in
// it. Most lines hold no sign of a secret and are let through as they are, for 2 µs (docs/performance.md).
import { REDACTED, redactText, SHAPE_SIGNS } from './redact-text.ts';
import { isSecretName, mayBeSecret, NAME_SIGNS } from './secret-names.ts';

/** Redis hangs the command that failed on its error; that of AUTH is the password. */
const COMMAND = 'command';
const ARGUMENTS = 'args';
const SIGNS = new RegExp([NAME_SIGNS, SHAPE_SIGNS, ARGUMENTS].join('|'), 'i');
/** Nobody reads what is deeper. */
const DEPTH_MAX = 32;

/** A line of JSON with its line break. */
export function redactLine(line: string): string {
  return SIGNS.test(line) ? `${JSON.stringify(redactValue(JSON.parse(line), '', 0))}\n` : line;
}

function redactValue(value: unknown, name: string, depth: number): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEPTH_MAX) return REDACTED;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, name, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([field, held]) => [
      redactText(field),
      isSecretField(field, held, name) ? REDACTED : redactValue(held, field, depth + 1),
    ]),
  );
}

function isSecretField(field: string, value: unknown, holder: string): boolean {
  return mayBeSecret(value) && (isSecretName(field) || (field === ARGUMENTS && holder === COMMAND));
}
