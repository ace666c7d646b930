// Durations in milliseconds, for expressions such as `5 * MINUTE_MS`. A day has 24 hours, as in UTC.

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
