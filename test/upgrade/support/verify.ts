// The judge of an upgrade: compares what was asked for while it went on with what came of it, and names each contradiction. It
// is a pure function: verify.test.ts tests it with invented faults of each kind.

/** What was asked for, and what came of it. */
export interface Evidence {
  /** Each mail that was accepted for an address, as `subject to address`. */
  expected: readonly string[];
  /** The same of what the SMTP server got. */
  arrived: readonly string[];
  /** Subjects of the mail that was delivered to us and taken, and those that are stored. */
  taken: readonly string[];
  received: readonly string[];
  /** Requests and deliveries that were not answered as they are without an upgrade. */
  refused: readonly string[];
  /** Ids of webhook messages that are stored, and those that came with a valid signature. */
  announced: readonly string[];
  heard: readonly string[];
  /** What came without one. */
  unsigned: readonly string[];
  /** Each import, campaign and run of an automation that did not end as it should. */
  unfinished: readonly string[];
  /** Lines of logs from ERROR on. */
  errors: readonly string[];
  /** Lines of the database about statements that have waited for a second. */
  waits: readonly string[];
  /** How each record reads in both releases, where the older one says otherwise than the newer one. */
  differences: readonly string[];
}

/** Faults that this upgrade has, each with its reason; docs/upgrade.md or CHANGELOG.md says what operators and clients see. */
const EXPECTED: readonly { fault: RegExp; reason: string }[] = [
  {
    fault: /^waited: .* for ShareUpdateExclusiveLock /,
    reason: 'only migrations and autovacuum take this lock',
  },
  { fault: /^read otherwise: \S+\/file_name: /, reason: 'imports call it filename since 0.3.0' },
  {
    fault: /^read otherwise: \/campaigns\/\S+\/reply_to: \[\], now null$/,
    reason: 'none is null since 0.3.0',
  },
];

/** Judges an upgrade. @returns no faults when it lost, doubled and refused nothing */
export function verify(evidence: Evidence): string[] {
  const { expected, arrived, taken, received, announced, heard } = evidence;
  const faults = [
    ...name('lost', without(expected, arrived)),
    ...name('stray', without(arrived, expected)),
    ...name('mailed twice', repeated(arrived)),
    ...name('not received', without(taken, received)),
    ...name('received twice', repeated(received)),
    ...name('refused', evidence.refused),
    ...name('not heard', without(announced, heard)),
    ...name('unsigned', evidence.unsigned),
    ...name('unfinished', evidence.unfinished),
    ...name('error', evidence.errors),
    ...name('waited', evidence.waits),
    ...name('read otherwise', evidence.differences),
  ];
  return faults.filter((each) => !EXPECTED.some(({ fault }) => fault.test(each)));
}

const name = (fault: string, what: readonly string[]) => what.map((each) => `${fault}: ${each}`);

function without(all: readonly string[], some: readonly string[]): string[] {
  const known = new Set(some);
  return all.filter((each) => !known.has(each));
}

function repeated(all: readonly string[]): string[] {
  const seen = new Set<string>();
  return all.filter((each) => seen.has(each) || !seen.add(each));
}

/**
 * What the release before says of a record, compared with what this one says: it may say less, and nothing else.
 * @returns paths of values that differ
 */
export function findDifferences(before: unknown, now: unknown, at = ''): string[] {
  if (typeof before !== 'object' || before === null || typeof now !== 'object' || now === null)
    return before === now ? [] : [`${at}: ${JSON.stringify(before)}, now ${JSON.stringify(now)}`];
  const values = Array.isArray(before) ? { ...before, length: before.length } : before;
  return Object.entries(values).flatMap(([key, value]) =>
    findDifferences(value, (now as Record<string, unknown>)[key], `${at}/${key}`),
  );
}
