// Converts between an instant and the time that the clocks of a zone show. On two days of the year this is not unique:
// when clocks go forward they skip an hour, when they go back they show one twice. A skipped time is moved forward by
// as much, and of a double one the first is meant, as the API does it (docs/reference/campaign-sending.md). A wall time
// is the milliseconds of what the clocks show, as if it were UTC. Pure.

const DAY_MS = 24 * 60 * 60 * 1_000;
const SECOND_MS = 1_000;

/** An instant at which clocks show a time. */
export interface ZonedInstant {
  at: Date;
  /** How often the clocks show it: `skipped` never, `twice` an hour apart. */
  shown: 'once' | 'skipped' | 'twice';
  /** The second instant of a double time. */
  second?: Date | undefined;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The time that the clocks of a zone show. */
export function wallTimeOf(at: Date, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (at.getTime() % SECOND_MS);
}

/** When the clocks of a zone show it. */
export function instantAt(wall: number, zone: string): ZonedInstant {
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((near) => wallTimeOf(new Date(near), zone) - near);
  const instants = [...new Set(offsets)]
    .map((offset) => new Date(wall - offset))
    .filter((at) => wallTimeOf(at, zone) === wall)
    .sort((one, other) => one.getTime() - other.getTime());
  const [at, second] = instants;
  if (!at) return { at: new Date(wall - (offsets[0] ?? 0)), shown: 'skipped' };
  return second ? { at, shown: 'twice', second } : { at, shown: 'once' };
}

/** Digits of a wall time: `2026-10-25T02:30`, as a field for date and time has it. */
export function wallText(wall: number): string {
  return new Date(wall).toISOString().slice(0, 16);
}

/** An instant that only one zone's clocks show so: `2026-10-25T02:30+01:00`. */
export function textWithOffset(at: Date, zone: string): string {
  const wall = wallTimeOf(at, zone);
  const minutes = Math.round((wall - at.getTime()) / 60_000);
  const digits = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0');
  return `${wallText(wall)}${minutes < 0 ? '-' : '+'}${digits(minutes / 60)}:${digits(minutes % 60)}`;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}
