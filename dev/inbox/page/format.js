// Formats times, sizes and addresses for the page.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The age from which on a date is shown instead of a number of days. */
const OLDEST_AGE_MS = 7 * DAY_MS;

/** How long ago an instant was, in a short form. */
export function timeAgo(instant, now = Date.now()) {
  const age = now - instant.getTime();
  if (age < MINUTE_MS) return 'now';
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h`;
  if (age < OLDEST_AGE_MS) return `${Math.floor(age / DAY_MS)} d`;
  return instant.toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
}

/** An instant in full, in the reader's time zone. */
export function fullTime(instant) {
  return instant.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** A number of bytes. */
export function byteSize(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** The name of a mailbox, or its address when it has none. */
export function mailboxName(mailbox) {
  const bracket = mailbox.lastIndexOf(' <');
  return bracket > 0 ? mailbox.slice(0, bracket) : mailbox;
}

/** The first mailboxes of a list and the number of the others: a list may contain ten thousand. */
export function mailboxList(mailboxes, shown, format = (mailbox) => mailbox) {
  const first = mailboxes.slice(0, shown).map(format).join(', ');
  const rest = mailboxes.length - shown;
  return rest > 0 ? `${first} and ${rest.toLocaleString('en')} more` : first;
}
