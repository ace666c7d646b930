// Reads the file of a flag, or stdin for `-`, as bytes: a signature covers bytes, not text.
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { encodingOfMark } from '../shared/resources/flows/contact-imports/parsing/file-encoding.ts';
import { rejected } from './failure.ts';

/** The standard input. */
export type Stdin = Readable;

/** @param flag for the error message @throws CliFailure when the file cannot be read */
export async function readInput(flag: string, file: string, stdin: Stdin): Promise<Buffer> {
  if (file === '-') return await readStdin(stdin);
  try {
    return await readFile(file);
  } catch (error) {
    throw rejected(`${flag}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** The text of an input: Windows writes UTF-16, and a byte order mark, which is not a part of it. */
export function decodeInput(bytes: Uint8Array): string {
  return new TextDecoder(encodingOfMark(bytes)).decode(bytes);
}

async function readStdin(stdin: Stdin): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
