// `posthorn suppressions export`: the whole suppression list as CSV, in a file or on stdout.
import type { Connection } from '../call.ts';
import type { ListenProcess } from '../listen-webhooks.ts';
import { download, saveAnswer } from '../transfer/save-answer.ts';

/** The flags. */
export interface ExportInput {
  output?: string;
  origin?: string;
}

const CSV = 'text/csv';

/** Writes the list. @returns what was saved; undefined: it is on stdout @throws CliFailure */
export async function exportSuppressions(
  connection: Connection,
  { output, origin }: ExportInput,
  stdout: ListenProcess['stdout'],
): Promise<object | undefined> {
  const query: Record<string, string> = origin === undefined ? {} : { origin };
  const request = { method: 'GET', path: '/suppressions', query, headers: {} };
  if (output !== undefined) return await saveAnswer(connection, request, CSV, output);
  let leave = () => {};
  const left = new Promise<'left'>((resolve) => {
    leave = () => resolve('left');
  });
  let hasLeft = false;
  // The reader of a pipe may exit first (`| head`).
  stdout.once('error', () => {
    hasLeft = true;
    leave();
  });
  await download(connection, request, CSV, async (chunk) => {
    if (stdout.write(chunk) === false && !hasLeft)
      await Promise.race([left, new Promise<void>((resolve) => stdout.once('drain', resolve))]);
    return !hasLeft;
  });
  return undefined;
}
