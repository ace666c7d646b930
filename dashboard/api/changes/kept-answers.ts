// The last answers of the API, with their tags: a read that was done before says which answer is there (If-None-Match), and
// the server answers 304 while it is still the right one. They are in memory only: nothing of an account goes to the disk.
interface KeptAnswer {
  tag: string;
  answer: unknown;
}

/** As many as some pages read. */
const ANSWERS_MAX = 30;
/** Larger ones are read seldom, and would be kept twice. */
const TEXT_MAX_LENGTH = 256 * 1024;

const answers = new Map<string, KeptAnswer>();

/** What was answered to this request before. @param key the session and the path */
export function keptAnswer(key: string): KeptAnswer | undefined {
  return answers.get(key);
}

/** Keeps an answer in place of the one before. @param text as it came */
export function keepAnswer(key: string, text: string, { tag, answer }: KeptAnswer): void {
  // The newest is the last.
  answers.delete(key);
  if (text.length <= TEXT_MAX_LENGTH) answers.set(key, { tag, answer });
  const [oldest] = answers.keys();
  if (answers.size > ANSWERS_MAX && oldest !== undefined) answers.delete(oldest);
}

/** Forgets everything: the page shows another session. */
export function forgetAnswers(): void {
  answers.clear();
}
