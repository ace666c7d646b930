// The Procfile, for the tests that hold other files against it or run its processes.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../documents/root.ts';

/** Process type → its command. @param directory of a release; by default this one */
export function readProcfile(directory: string = ROOT): Map<string, string> {
  const lines = readFileSync(path.join(directory, 'Procfile'), 'utf8').trim().split('\n');
  return new Map(
    lines.map((line) => {
      const { type, command } = /^(?<type>[\w-]+): (?<command>.+)$/.exec(line)?.groups ?? {};
      if (!type || !command) throw new Error(`The Procfile has a line without a process: ${line}`);
      return [type, command] as const;
    }),
  );
}
