// Formats a line of a process's JSON log for the terminal: what happened, with the stack only for errors; below the
// level of warnings only mail, refusals and failed webhooks (activity.ts).
import { pino } from 'pino';
import { describeActivity } from './activity.ts';

/** Fields of every line that are not shown. */
const FRAME = new Set(['level', 'time', 'process', 'version', 'msg', 'err', 'pid', 'hostname']);
const WARN_LEVEL = 40;
const ERROR_LEVEL = 50;

/**
 * Formats a JSON line of pino; any other line (a crash of Node itself) is returned unchanged.
 * @returns undefined for a line that is not shown
 */
export function describeLogLine(line: string): string | undefined {
  const entry = parse(line);
  if (!entry) return line;
  const { level, msg, err } = entry;
  if (level < WARN_LEVEL) return describeActivity(entry);
  const details = Object.entries(entry)
    .filter(([name]) => !FRAME.has(name))
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const text = [pino.levels.labels[level] ?? level, msg, err && `(${err.message})`, ...details];
  const stack = err?.stack && level >= ERROR_LEVEL ? `\n${err.stack}` : '';
  return text.filter(Boolean).join(' ') + stack;
}

/** The fields of a pino line that we look at. */
interface Entry extends Record<string, unknown> {
  level: number;
  msg?: string;
  err?: { message?: string; stack?: string };
}

function parse(line: string): Entry | undefined {
  try {
    const entry = JSON.parse(line);
    return typeof entry?.level === 'number' ? entry : undefined;
  } catch {
    return undefined;
  }
}
