// The last answers of the API, with their tags: a repeated read names the cached answer (If-None-Match), and the server
// answers 304 while it is still current. They are in memory only: no data of an account is written to the disk.
interface CachedAnswer {
  tag: string;
  answer: unknown;
}

/** The number of answers that some pages read. */
const ANSWERS_MAX = 30;
/** Larger ones are rarely read, and would be in memory twice. */
const TEXT_MAX_LENGTH = 256 * 1024;

const answers = new Map<string, CachedAnswer>();

/** Returns the cached answer to this request. @param key the session and the path */
export function cachedAnswer(key: string): CachedAnswer | undefined {
  return answers.get(key);
}

/** Caches an answer, which replaces the one before. @param text exactly as received */
export function keepAnswer(key: string, text: string, { tag, answer }: CachedAnswer): void {
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
