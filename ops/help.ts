// The output of `--help`, for all verbs or for one, generated from their table.
import type { Verb } from './verb.ts';
import { VERBS } from './verbs.ts';

/** A build runs where the service is deployed, and npm need not be there. */
const COMMAND = import.meta.url.endsWith('.js') ? 'node dist/ops/main.js' : 'npm run ops --';

/** The help for all verbs. */
export function describeVerbs(): string {
  const width = Math.max(...Object.keys(VERBS).map((name) => name.length));
  return [
    `Usage: ${COMMAND} <verb> [arguments] [options]`,
    '',
    ...Object.entries(VERBS).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Verbs work on the database of a running npm start, or on the database in DATABASE_URL.',
    'Results are JSON on stdout. Exit codes: 0 success, 1 refused or failed, 2 invalid arguments, 78 invalid configuration.',
    `${COMMAND} <verb> --help explains a verb.`,
    '',
  ].join('\n');
}

/** The help for one verb. */
export function describeVerb(name: string, { summary, parameters, options }: Verb): string {
  const words = parameters.map((parameter) => ` <${parameter}>`).join('');
  const lines = Object.entries(options).map(([option, { value, summary: meaning, isRequired }]) => {
    const form = value === undefined ? `--${option}` : `--${option} <${value}>`;
    return `  ${form.padEnd(20)}  ${meaning}${isRequired ? ' (required)' : ''}`;
  });
  return [
    `Usage: ${COMMAND} ${name}${words}${lines.length > 0 ? ' [options]' : ''}`,
    '',
    summary,
    ...(lines.length > 0 ? ['', ...lines] : []),
    '',
  ].join('\n');
}
