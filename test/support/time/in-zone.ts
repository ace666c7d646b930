// What a program does for a person in a time zone.

/** Runs something in a zone, such as `Europe/Berlin`; it must not wait. */
export function inZone<Result>(zone: string, run: () => Result): Result {
  const before = process.env['TZ'];
  process.env['TZ'] = zone;
  try {
    return run();
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  }
}
