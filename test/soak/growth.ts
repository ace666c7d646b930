// Judges what was sampled during a long run. The second quarter is compared with the last: in the first one caches and tables
// fill, and what still grows after it would not stop.

/** What was read at one time. */
export interface Sample {
  /** The share of the run that was over. */
  at: number;
  /** `heap web`, `rows emails`, `bytes emails`, or `bytes emails emails_pkey` of an index → a number. */
  values: Readonly<Record<string, number>>;
}

/** How a value went. */
export interface Course {
  what: string;
  /** By quarter: the middle value of heaps, of others the largest. */
  quarters: readonly number[];
  /** Why it is a fault; undefined when it is none. */
  fault: string | undefined;
}

const MOST = 1.1;
/** Smaller growth is that of pages, of a pool that opens connections, or of a few rows. */
const SLACK: Record<string, number> = { heap: 2 ** 20, files: 5, bytes: 2 ** 19, rows: 200 };
const QUARTERS = 4;
/** What is not removed (docs/architecture/database.md#retention) → why it grows in a long run. */
const MAY_GROW: Record<string, string> = {
  campaigns: 'Accounts have made them, and none is deleted.',
  campaign_contents: 'They stay with their campaign.',
  unsubscribes: 'People have decided. There are as many as people in the run.',
  contact_engagement: 'There is one for each contact.',
  email_metrics: 'Counters of each hour.',
  email_usage: 'Counters of each day, as are the next two: they grow at midnight.',
  sending_days: 'See email_usage.',
  automation_usage: 'See email_usage.',
};

/**
 * Judges each value: a heap by its size, all others when they have grown in each quarter too.
 * @param samples of each quarter one at least; a value may be absent
 * @param mustEmpty the run was so long that each table that takes rows has lost some too
 */
export function evaluateGrowth(samples: readonly Sample[], mustEmpty: boolean): Course[] {
  const names = [...new Set(samples.flatMap(({ values }) => Object.keys(values)))].sort();
  return names.map((what) => {
    const [kind = '', table = ''] = what.split(' ');
    const quarters = Array.from({ length: QUARTERS }, (_, quarter) => {
      const within = samples.filter(
        ({ at }) => Math.min(QUARTERS - 1, Math.floor(at * QUARTERS)) === quarter,
      );
      const values = within.flatMap((sample) => sample.values[what] ?? []);
      return kind === 'heap' ? middle(values) : Math.max(0, ...values);
    });
    const [, second = 0, third = 0, last = 0] = quarters;
    const hasGrown = last > MOST * second && last - second > (SLACK[kind] ?? 0);
    const isFault = kind === 'heap' ? hasGrown : hasGrown && second < third && third < last;
    const mayGrow = /^(?:bytes|rows) /.test(what) && table in MAY_GROW;
    const grew = `${what} grew from ${second} in the second quarter to ${last} in the last`;
    const neverFell =
      mustEmpty &&
      kind === 'rows' &&
      last > (SLACK.rows ?? 0) &&
      onlyGrows(samples.flatMap(({ values }) => values[what] ?? []));
    const fault = isFault ? grew : neverFell ? `${what} only grew, to ${last}` : undefined;
    return { what, quarters, fault: mayGrow ? undefined : fault };
  });
}

function onlyGrows(values: readonly number[]): boolean {
  const falls = values.some((value, place) => value < (values[place - 1] ?? value));
  return !falls && (values.at(-1) ?? 0) > (values[0] ?? 0);
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
