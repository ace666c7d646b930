// Reads and writes /etc/posthorn/environment, which systemd, Node and posthorn-ops read in the same way
// (deploy/env.example). Whatever has a value in it stays; a kill leaves the old file or the new one.
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { UsageError } from '../verb.ts';

/** Variables by name; one without a value is not set. */
export type EnvironmentValues = Readonly<Record<string, string | undefined>>;

/** The readers agree on these without quotes. */
const PLAIN = /^[\w+,./:=@?&%~[\]-]+$/;
/** The readers do not agree on these even in quotes. */
const UNWRITABLE = /['\p{Cc}]/u;

/** A file that is not there has no text and no values. */
export async function readEnvironmentFile(
  file: string,
): Promise<{ text: string; values: EnvironmentValues }> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const set = Object.entries(parseEnv(text)).filter(([, value]) => value !== '');
  return { text, values: Object.fromEntries(set) };
}

/** The value in the words of the file. @param what names it in the refusal @throws UsageError */
export function quoteValue(value: string, what: string): string {
  if (UNWRITABLE.test(value)) {
    throw new UsageError(`${what} cannot have a ' or a line break: in a URL, write ' as %27.`);
  }
  return PLAIN.test(value) ? value : `'${value}'`;
}

/** The text with more variables: in their empty line if it has one, else at its end. */
export function addValues(text: string, added: EnvironmentValues): string {
  return Object.entries(added).reduce((result, [name, value]) => {
    if (value === undefined) return result;
    const line = `${name}=${quoteValue(value, name)}`;
    const empty = new RegExp(`^${name}=[ \\t]*(?:''|"")?[ \\t]*$`, 'm');
    if (empty.test(result)) return result.replace(empty, () => line);
    return `${result}${result === '' || result.endsWith('\n') ? '' : '\n'}${line}\n`;
  }, text);
}

/** Writes the file: to be read by root alone, on the disk before it replaces the old one. */
export async function writeEnvironmentFile(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o750 });
  const draft = `${file}.new`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.chmod(0o600);
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}
