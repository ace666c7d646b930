// docs/deploy.md and other pages as tests walk them: their blocks of code, and a shell that runs them on a test machine.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../support/documents/root.ts';

const run = promisify(execFile);
const FENCE = /^```(?<language>\w+)\n(?<text>[\s\S]*?)^```$/gm;

/** A block of code. */
export interface Block {
  /** The heading above it. */
  heading: string;
  language: string;
  text: string;
}

/** All blocks of a page, in their order. */
export function readGuide(file = 'docs/deploy.md'): Block[] {
  const page = readFileSync(path.join(ROOT, file), 'utf8');
  return page.split(/^#+ /m).flatMap((section) => {
    const heading = section.slice(0, section.indexOf('\n'));
    return [...section.matchAll(FENCE)].map(({ groups }) => ({
      heading,
      language: groups?.['language'] ?? '',
      text: groups?.['text'] ?? '',
    }));
  });
}

/** The words of a command, as a shell splits it. */
export function wordsOf(command: string): string[] {
  const words = command.replaceAll('\\\n', ' ').match(/'[^']*'|\S+/g) ?? [];
  return words.map((word) => word.replaceAll("'", ''));
}

/** A test machine in place of the one of the page. */
export interface Machine {
  /** Text of the page → what stands for it here, such as a directory. */
  replacements: Readonly<Record<string, string>>;
  environment: Record<string, string | undefined>;
}

/** Replaces what is different on the test machine. */
export function adapt(text: string, { replacements }: Machine): string {
  return Object.entries(replacements).reduce((adapted, [from, to]) => adapted.replaceAll(from, to), text);
}

/**
 * Runs a command of the page; it may fail.
 * @param values variables of the shell, such as the id that an earlier command has printed
 * @returns its exit code and what it printed
 */
export async function tryCommand(
  text: string,
  machine: Machine,
  values: Record<string, string> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  // What the page says that `ops` stands for.
  const script = `ops() { posthorn-ops "$@"; }\n${adapt(text, machine)}`;
  const options = { env: { ...machine.environment, ...values }, cwd: machine.environment['HOME'] };
  try {
    const { stdout, stderr } = await run('/bin/bash', ['--norc', '-euo', 'pipefail', '-c', script], options);
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

/** Runs a command of the page. @returns what it printed. @throws when it fails */
export async function runCommand(
  text: string,
  machine: Machine,
  values: Record<string, string> = {},
): Promise<string> {
  const { code, stdout, stderr } = await tryCommand(text, machine, values);
  if (code !== 0)
    throw new Error(`This command of the page ended with ${code}:\n${text}\n${stdout}${stderr}`);
  return stdout;
}
