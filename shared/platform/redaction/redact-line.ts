// Redaction of the process log: removes secrets from a log line, at any depth, in lists, in the message of an error,
// its stack and its causes. It works on the finished line, so no field can be forgotten. Most lines contain no sign of
// a secret and pass unchanged, which costs 2 µs (docs/performance.md#statements-and-logs). The rules are
// in docs/architecture/request-logs.md#redaction.
import { REDACTED, redactText, SHAPE_SIGNS } from './redact-text.ts';
import { isSecretName, mayBeSecret, NAME_SIGNS } from './secret-names.ts';

/** ioredis adds the failed command with its arguments to an error; the argument of AUTH is the password. */
const COMMAND = 'command';
const ARGUMENTS = 'args';
const SIGNS = new RegExp([NAME_SIGNS, SHAPE_SIGNS, ARGUMENTS].join('|'), 'i');
/** Objects nested deeper than this are replaced as a whole. */
const DEPTH_MAX = 32;

/** Redacts a log line. @param line one JSON object with its line break */
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
