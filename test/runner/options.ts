// What a run of the tests is asked for on its command line.
import { parseArgs } from 'node:util';

/** How often a file that failed must pass afterwards, alone, so that the run continues. */
const LOOKS = 3;

/** The options of test/run.ts. */
export interface RunOptions {
  /** Files or directories of the repository; none: everything. */
  narrowTo: string[];
  /** Only tests whose title matches it. */
  grep: string | undefined;
  /** Only what a change since this commit can have reached. */
  since: string | undefined;
  isLong: boolean;
  /** A long run does only what is due, for at most these minutes; 0: without a limit. */
  dueMinutes: number | undefined;
  writesTimes: boolean;
  writesClients: boolean;
  looks: number;
}

/** Reads them; ends with an error on an option that is none. */
export function readOptions(): RunOptions {
  const { values, positionals } = parseArgs({
    options: {
      grep: { type: 'string' },
      since: { type: 'string' },
      long: { type: 'boolean' },
      due: { type: 'string' },
      'write-times': { type: 'boolean' },
      'write-clients': { type: 'boolean' },
      looks: { type: 'string' },
    },
    allowPositionals: true,
  });
  const dueMinutes = values.due === undefined ? undefined : Number(values.due);
  return {
    narrowTo: positionals,
    grep: values.grep,
    since: values.since,
    isLong: values.long === true || dueMinutes !== undefined,
    dueMinutes,
    writesTimes: values['write-times'] === true,
    writesClients: values['write-clients'] === true,
    looks: Number(values.looks ?? LOOKS),
  };
}
