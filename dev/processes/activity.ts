// What `npm start` shows of the lines that its processes log below the level of warnings: each mail that was tried, each
// refused request and each failed webhook, in one line for people. All other such lines are left out.

/** Fields of a line of the log. */
type Fields = Readonly<Record<string, unknown>>;

/** The descriptions by the message of the line, as the product writes it. */
const DESCRIPTIONS: ReadonlyMap<unknown, (fields: Fields) => string | undefined> = new Map([
  ['request answered', describeRefusal],
  ['mail tried', describeMail],
  ['webhook failed', describeWebhook],
]);
const IS_GOOD: ReadonlySet<unknown> = new Set(['sent', 'delivered']);
/** Line breaks, and what moves the cursor of a terminal: a server and a client may write any text. */
const CONTROL_CHARACTERS = /\p{Cc}+/gu;

/** Describes a line of the log; undefined: it is not shown. */
export function describeActivity(fields: Fields): string | undefined {
  return DESCRIPTIONS.get(fields['msg'])?.(fields)?.replace(CONTROL_CHARACTERS, ' ');
}

function describeRefusal({ method, path, status, error, message }: Fields): string | undefined {
  return error === undefined ? undefined : `refused ${method} ${path}: ${status} ${error}, ${message}`;
}

function describeMail({ result, to, subject, email, reply }: Fields): string {
  const mail = `${result}: ${to} ${JSON.stringify(subject)} (email ${email})`;
  return IS_GOOD.has(result) ? mail : `${mail}: ${reply}`;
}

function describeWebhook({ endpoint, status, reason, next_attempt_at: next }: Fields): string {
  const why = status === null ? reason : `it answered ${status}.`;
  return `webhook ${endpoint} failed: ${why} ${next === null ? 'It is given up.' : `Next attempt at ${next}.`}`;
}
