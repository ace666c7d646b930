// Parses the command line: the verb and its arguments. Unknown verbs and options are refused before any connection is
// made.
import { parseArgs } from 'node:util';
import { UsageError, type Verb, type Words } from './verb.ts';
import { VERBS } from './verbs.ts';

/** The parsed command. */
export type Command =
  | { kind: 'help'; name?: string; verb?: Verb }
  | { kind: 'run'; name: string; verb: Verb; words: Words };

/** @throws UsageError with a message of one sentence */
export function readCommandLine(args: readonly string[]): Command {
  const [name, ...rest] = args;
  if (name === undefined) throw new UsageError('A verb is missing. --help lists the verbs.');
  if (name === '--help' || name === '-h' || name === 'help') return { kind: 'help' };
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  if (!verb) throw new UsageError(`There is no verb "${name}". --help lists the verbs.`);
  const words = readArguments(verb, rest);
  return words ? { kind: 'run', name, verb, words } : { kind: 'help', name, verb };
}

type Arguments = Pick<Verb, 'options' | 'parameters'>;

/** @returns undefined: help is wanted @throws UsageError with a message of one sentence */
export function readArguments(verb: Arguments, args: readonly string[]): Words | undefined {
  const { values, positionals } = parse(verb, args);
  if (values['help'] === true) return undefined;
  return { ...readOptions(verb, values), ...readParameters(verb, positionals) };
}

type Values = Record<string, string | boolean | undefined>;

function parse({ options }: Arguments, args: readonly string[]): { values: Values; positionals: string[] } {
  const known = Object.entries(options).map(
    ([option, { value }]) => [option, { type: value === undefined ? 'boolean' : 'string' }] as const,
  );
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...Object.fromEntries(known), help: { type: 'boolean', short: 'h' } },
    }) as { values: Values; positionals: string[] };
  } catch (cause) {
    // Node's message, without its advice on how to escape.
    const [sentence = ''] = (cause as Error).message.split(/\.\s|\n/);
    throw new UsageError(`${sentence.replace(/\.$/, '')}.`);
  }
}

function readOptions({ options }: Arguments, values: Values): Words {
  const words: Record<string, string> = {};
  for (const [option, { isRequired }] of Object.entries(options)) {
    const value = values[option];
    if (typeof value === 'string') words[option] = value;
    else if (value === true) words[option] = '';
    else if (isRequired) throw new UsageError(`--${option} is missing.`);
  }
  return words;
}

function readParameters({ parameters }: Arguments, positionals: readonly string[]): Words {
  const missing = parameters[positionals.length];
  if (missing !== undefined) throw new UsageError(`<${missing}> is missing.`);
  const surplus = positionals[parameters.length];
  if (surplus !== undefined) throw new UsageError(`"${surplus}" is an unexpected argument.`);
  return Object.fromEntries(parameters.map((parameter, index) => [parameter, positionals[index] ?? '']));
}
