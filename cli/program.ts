// The command-line parser: `posthorn <resource> <action> [id…] [flags]`, built from the API description. Commander
// parses the words and writes the help; its errors are converted to error objects.
import { Command, type CommanderError, Option } from 'commander';
import { completionScript, SHELLS } from './completion.ts';
import type { ConnectionOptions } from './connection.ts';
import type { ApiDescription, CommandSpec, Field } from './description.ts';
import { listCommands } from './description.ts';
import { type CliFailure, rejected } from './failure.ts';
import { choicesOf, type FlagKind, kindOf, readFlag } from './flag-value.ts';
import type { ListenInput } from './listen-webhooks.ts';
import type { CommandInput } from './run-command.ts';
import type { ExportInput } from './suppressions/export-suppressions.ts';
import type { VerifyInput } from './verify-webhooks.ts';

/** The functions that commands call. */
export interface ProgramActions {
  /** Runs an operation of the API. */
  run(spec: CommandSpec, input: CommandInput, options: ConnectionOptions): Promise<void>;
  /** Prints text for people and shells: help, version, completion. */
  write(text: string): void;
  verifyWebhook(input: VerifyInput): Promise<void>;
  listenToWebhooks(input: ListenInput, options: ConnectionOptions): Promise<void>;
  serveMcp(options: ConnectionOptions): Promise<void>;
  /** @param file a path, or `-` for stdin */
  importSuppressions(file: string, options: ConnectionOptions): Promise<void>;
  exportSuppressions(input: ExportInput, options: ConnectionOptions): Promise<void>;
}

/** Creates the parser. */
export function createProgram(description: ApiDescription, actions: ProgramActions): Command {
  const specs = listCommands(description);
  const program = new Command('posthorn')
    .description('Sends and receives email through a Posthorn server. Responses are JSON on stdout.')
    .version(description.info.version, '--version', 'Show the version')
    .helpOption('-h, --help', 'Show help')
    .helpCommand('help [command]', 'Show help for a command')
    .exitOverride()
    .configureOutput({ writeOut: actions.write, writeErr: () => {}, outputError: () => {} })
    // Options of the connection come anywhere between the words of a command, never inside the values of a flag.
    .enablePositionalOptions();
  addConnectionOptions(program);
  for (const spec of specs) addCommand(program, spec, actions);
  addVerify(findOrAddGroup(program, 'webhooks'), actions);
  addListen(findOrAddGroup(program, 'webhooks'), actions);
  addSuppressionFiles(findOrAddGroup(program, 'suppressions'), actions);
  addMcp(program, actions);
  program
    .command('completion')
    .description('Print a completion script for your shell')
    .argument('<shell>', SHELLS.join(', '))
    .action((shell: string) => actions.write(completionScript(program, shell)));
  return program;
}

function addConnectionOptions(command: Command): void {
  command
    .option('--api-key <key>', 'API key (default: POSTHORN_API_KEY)')
    .option('--base-url <url>', 'URL of the server (default: POSTHORN_BASE_URL or http://localhost:3000)')
    .option('--dev', 'Use the URL and key of the `npm start` running in this directory');
}

function addCommand(program: Command, spec: CommandSpec, actions: ProgramActions): void {
  const words = spec.name.split(' ');
  const action = words.pop() ?? '';
  const command = words.reduce(findOrAddGroup, program).command(action).description(spec.summary);
  for (const id of spec.ids) command.argument(`<${id}>`);
  const flags = spec.fields.flatMap((field) => addFlag(command, field));
  if (spec.takesBody) command.option('--data <file>', 'JSON body from a file, or from stdin with -');
  if (spec.hasPages) command.option('--all', 'Read all pages');
  if (spec.fileType)
    command.option('--output <file>', `Save the whole response to a file (${spec.fileType})`);
  if (spec.startsJob) command.option('--wait', 'Wait until it ends, and print the final record');
  addConnectionOptions(command);
  command.action(async (...parameters: unknown[]) => {
    const options = command.optsWithGlobals<Record<string, unknown> & ConnectionOptions>();
    const input: CommandInput = {
      ids: parameters.slice(0, spec.ids.length).map(String),
      query: readFields(flags, 'query', options),
      header: readFields(flags, 'header', options),
      body: readFields(flags, 'body', options),
      files: readFields(flags, 'file', options),
      ...(typeof options['data'] === 'string' && { data: options['data'] }),
      ...(typeof options['output'] === 'string' && { output: options['output'] }),
      all: options['all'] === true,
      wait: options['wait'] === true,
    };
    await actions.run(spec, input, options);
  });
}

/** This command works without a server, so an API key on its command line is an error (docs/cli.md). */
function addVerify(webhooks: Command, actions: ProgramActions): void {
  const command = webhooks
    .command('verify')
    .description('Verify the signature of a webhook request, without a server')
    .requiredOption('--secret <text>', 'Signing secret of the webhook')
    .requiredOption('--timestamp <seconds>', 'The header X-Service-Timestamp')
    .requiredOption('--signature <hex>', 'The header X-Service-Signature')
    .option('--payload <file>', 'Raw body from a file, or from stdin with -', '-')
    .option(
      '--tolerance <seconds>',
      'Maximum difference between the timestamp and now, in seconds (default: 300)',
    );
  command.action(async () => {
    const options = command.optsWithGlobals<VerifyInput & ConnectionOptions>();
    if (options.apiKey !== undefined) throw rejected('`webhooks verify` needs no API key: remove --api-key.');
    await actions.verifyWebhook(options);
  });
}

function addListen(webhooks: Command, actions: ProgramActions): void {
  const command = webhooks
    .command('listen')
    .description('Print events of a server on this machine as they happen, and forward them to a program')
    .requiredOption('--forward-to <url>', 'URL that receives the raw body and the signature headers')
    .option('--events <text...>', 'Event types to receive', ['*']);
  addConnectionOptions(command);
  command.action(async () => {
    const options = command.optsWithGlobals<ListenInput & ConnectionOptions>();
    await actions.listenToWebhooks(options, options);
  });
}

function addMcp(program: Command, actions: ProgramActions): void {
  const command = program
    .command('mcp')
    .description('Serve Model Context Protocol tools on stdin and stdout, for programs that use a model');
  addConnectionOptions(command);
  command.action(async () => await actions.serveMcp(command.optsWithGlobals<ConnectionOptions>()));
}

function addSuppressionFiles(suppressions: Command, actions: ProgramActions): void {
  const imported = suppressions
    .command('import')
    .description('Add the addresses in a file (CSV, or one per line) to the suppression list')
    .argument('<file>', 'The file, or - for stdin');
  addConnectionOptions(imported);
  imported.action(async (file: string) => {
    await actions.importSuppressions(file, imported.optsWithGlobals<ConnectionOptions>());
  });
  const exported = suppressions
    .command('export')
    .description('Write the whole suppression list as CSV to stdout or a file')
    .option('--output <file>', 'Save to a file')
    .option('--origin <text>', 'Only entries with this origin');
  addConnectionOptions(exported);
  exported.action(async () => {
    const options = exported.optsWithGlobals<ExportInput & ConnectionOptions>();
    await actions.exportSuppressions(options, options);
  });
}

function findOrAddGroup(parent: Command, name: string): Command {
  const known = parent.commands.find((command) => command.name() === name);
  if (known) return known;
  const group = parent.command(name).helpCommand(false).enablePositionalOptions();
  addConnectionOptions(group);
  return group.description(`Commands of ${pathOf(group)}`);
}

/** The words that name a group, without the program: `webhooks events`. */
function pathOf(group: Command): string {
  const parent = group.parent?.parent ? `${pathOf(group.parent)} ` : '';
  return `${parent}${group.name()}`;
}

/** A field with the option that sets it. */
interface Flag {
  field: Field;
  kind: FlagKind;
  option: Option;
}

/** Placeholder of each kind in the help. */
const PLACEHOLDERS: Readonly<Record<FlagKind, string>> = {
  file: '<file>',
  text: '<text>',
  number: '<number>',
  boolean: '[true|false]',
  texts: '<text...>',
  objects: '<json...>',
  json: '<json>',
  any: '<value>',
};

function addFlag(command: Command, field: Field): Flag[] {
  const kind = field.place === 'file' ? 'file' : kindOf(field.schema);
  if (!kind) return [];
  const name = field.name.toLowerCase().replaceAll('_', '-');
  const choices = choicesOf(field.schema);
  const help = [field.schema.description, choices.length > 0 && `(${choices.join(', ')})`].filter(Boolean);
  const option = new Option(`--${name} ${PLACEHOLDERS[kind]}`, help.join(' '));
  // A boolean flag without a value is true; values stay text until all flags are known.
  if (kind === 'boolean') option.preset('true');
  command.addOption(option);
  return [{ field, kind, option }];
}

function readFields(
  flags: readonly Flag[],
  place: Field['place'],
  options: Record<string, unknown>,
): Record<string, unknown> {
  const given = flags.filter(
    ({ field, option }) => field.place === place && option.attributeName() in options,
  );
  return Object.fromEntries(
    given.map(({ field, kind, option }) => {
      const value = options[option.attributeName()];
      return [field.name, readFlag(option.long ?? '', kind, [value].flat().map(String))];
    }),
  );
}

/**
 * Converts an error of commander.
 * @param isTerminal a person reads the output: without an action, the help is more useful than an error
 * @returns the failure; text to print instead of one; undefined if commander has only shown help or the version
 */
export function readObjection(
  error: CommanderError,
  program: Command,
  isTerminal: boolean,
): CliFailure | string | undefined {
  if (error.exitCode === 0) return undefined;
  // Commander reports this when a group is given without an action.
  if (error.code === 'commander.help') {
    const group = findGroup(program);
    return isTerminal ? group.command.helpInformation() : rejected(nameWhatIsMissing(group));
  }
  const sentence = error.message
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\.$/, '');
  const words = ['posthorn', ...findGroup(program).words, '--help'].join(' ');
  return rejected(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. See \`${words}\`.`);
}

interface Group {
  command: Command;
  /** The words that name it; none: the program. */
  words: readonly string[];
}

/** The group that the command line names, without an action. */
function findGroup(program: Command): Group {
  const words: string[] = [];
  let group = program;
  for (const word of program.args) {
    const child = group.commands.find((command) => command.name() === word);
    if (!child) break;
    words.push(word);
    group = child;
  }
  return { command: group, words };
}

function nameWhatIsMissing({ command, words }: Group): string {
  const names = command.commands.map((child) => child.name()).join(', ');
  return words.length > 0
    ? `An action is missing. Actions of \`${words.join(' ')}\`: ${names}.`
    : `A resource is missing. Resources: ${names}.`;
}
