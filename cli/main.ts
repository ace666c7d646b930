// Entry point of the CLI: reads the API description, runs one command and ends. JSON goes to stdout; errors go to
// stderr as error objects, with exit code 1. Only help, the version and completion scripts are plain text.
import { readFileSync } from 'node:fs';
import { CommanderError } from 'commander';
import { docsUrlOf } from '../shared/contract/errors.ts';
import { type ConnectionOptions, readConnection } from './connection.ts';
import type { ApiDescription } from './description.ts';
import { CLI_ERROR_NAMES, CliFailure, type FailureBody, rejected } from './failure.ts';
import type { ListenProcess } from './listen-webhooks.ts';
import { createProgram, readObjection } from './program.ts';
import type { Stdin } from './read-input.ts';
import { runCommand } from './run-command.ts';
import type { ProgressOutput } from './transfer/progress.ts';

/** What the CLI uses of its process. */
export interface CliProcess extends ListenProcess {
  argv: string[];
  env: Record<string, string | undefined>;
  stdin: Stdin;
  stdout: ListenProcess['stdout'] & { isTTY?: boolean };
  stderr: ListenProcess['stderr'] & ProgressOutput;
}

/**
 * Runs the command line.
 * @param descriptionFile URL of openapi.json
 * @returns the exit code
 */
export async function main(process: CliProcess, descriptionFile: URL): Promise<0 | 1> {
  const { argv, env, stdin, stdout, stderr } = process;
  const description: ApiDescription = JSON.parse(readFileSync(descriptionFile, 'utf8'));
  const print = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  let baseUrl = env['POSTHORN_BASE_URL'];
  const notes = new Set<string>();
  const connect = (options: ConnectionOptions) => {
    baseUrl = options.baseUrl ?? baseUrl;
    const connection = readConnection(options, env, description.info.version);
    baseUrl = connection.baseUrl;
    const onSuspended = (cause: string) => void notes.add(noteOfSuspension(cause));
    const onIgnored = (names: string) => void notes.add(noteOfIgnored(names));
    return { ...connection, onSuspended, onIgnored };
  };
  const program = createProgram(description, {
    write: (text) => void stdout.write(text),
    async run(spec, input, options) {
      stdout.write(print(await runCommand(connect(options), spec, input, process)));
    },
    // Imported on demand: all other commands start without them.
    async verifyWebhook(input) {
      const { verifyWebhook } = await import('./verify-webhooks.ts');
      stdout.write(print(await verifyWebhook(input, stdin, Date.now())));
    },
    async listenToWebhooks(input, options) {
      const { listenToWebhooks } = await import('./listen-webhooks.ts');
      await listenToWebhooks(connect(options), input, process);
    },
    async serveMcp(options) {
      const { serveMcp } = await import('./serve-mcp.ts');
      await serveMcp(connect(options), stdin, (line) => void stdout.write(line));
    },
    async importSuppressions(file, options) {
      const { importSuppressions } = await import('./suppressions/import-suppressions.ts');
      stdout.write(print(await importSuppressions(connect(options), file, process)));
    },
    async exportSuppressions(input, options) {
      const { exportSuppressions } = await import('./suppressions/export-suppressions.ts');
      const saved = await exportSuppressions(connect(options), input, stdout);
      if (saved) stdout.write(print(saved));
    },
  });
  try {
    await program.parseAsync(argv);
    // A refusal says it in its message.
    for (const note of notes) stderr.write(note);
    return 0;
  } catch (error) {
    const isTerminal = stdout.isTTY === true;
    const failure = error instanceof CommanderError ? readObjection(error, program, isTerminal) : error;
    if (typeof failure === 'string') stdout.write(failure);
    if (failure === undefined || typeof failure === 'string') return 0;
    stderr.write(print(withPage(bodyOf(failure), baseUrl)));
    return 1;
  }
}

/** A line for a person; stdout has JSON only. @param cause as the header has it; a newer server may have others */
function noteOfSuspension(cause: string): string {
  const causes: Readonly<Record<string, string>> = {
    operator: ' by the operator of this server',
    deletion: ', because it will be deleted',
  };
  return `The account is suspended${causes[cause] ?? ''}. You can still read its data, and pending work is kept.\n`;
}

function noteOfIgnored(names: string): string {
  return `The server ignored these unknown parameters: ${names}\n`;
}

/** The error object of an error; a bug of the CLI is reported in the same form. */
function bodyOf(error: unknown): FailureBody {
  if (error instanceof CliFailure) return error.body;
  const message = error instanceof Error ? error.message : String(error);
  return rejected(`The command line tool failed: ${message}`).body;
}

/** A name of the CLI has its page on every server, as those of the API have, whose errors name it themselves. */
function withPage(body: FailureBody, baseUrl = ''): FailureBody {
  if (!CLI_ERROR_NAMES.includes(body.name) || !/^https?:\/\//i.test(baseUrl)) return body;
  return { ...body, docs_url: docsUrlOf(baseUrl, body.name) };
}
