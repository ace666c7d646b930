// Many browsers with an open list, as the API sees them: each has a session of its own, reads the stream of changes, and asks for
// the list as a real tab was seen to, with the tag of its last answer: when emails have changed, twice close together and then
// every two seconds, and every minute (dashboard/api/changes/next-ask.ts).
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { serveParent } from '../processes/serve-parent.ts';

/** A request that a real tab has sent. */
export interface SeenRequest {
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
}

/** A session of a browser. */
export interface TabSession {
  cookie: string;
  csrfToken: string;
}

/** `begin` opens a browser for each session and is asked once; both are answered with what has happened so far. */
export interface TabsQuestion {
  type: 'begin' | 'report';
  url: string;
  sessions: readonly TabSession[];
  list: SeenRequest;
  stream: SeenRequest;
}

/** The result of the tabs. */
export interface TabsReport {
  answers: number;
  /** The answers among these that were 304. */
  unchanged: number;
  streams: number;
}

const ASK_MS = 2_000;
const SLOW_MS = 60_000;

const report: TabsReport = { answers: 0, unchanged: 0, streams: 0 };
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
let isStopped = false;

/** The tab of a person who looks at a list. */
class OpenTab {
  readonly #question: TabsQuestion;
  readonly #session: TabSession;
  #tag: string | undefined;
  #askedAt = 0;
  #spentUntil = 0;
  #isAsking = false;
  #hasChanged = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(question: TabsQuestion, session: TabSession) {
    this.#question = question;
    this.#session = session;
    this.#send(question.stream, (answer) => this.#readStream(answer));
  }

  #readStream(answer: IncomingMessage): void {
    if (answer.statusCode !== 200) fail(new Error(`A stream was answered ${answer.statusCode}.`));
    report.streams += 1;
    answer.on('error', fail).setEncoding('utf8');
    answer.on('data', (text: string) => {
      // The first event, or one of emails.
      if (!/"changed":\[(?:\]|.*"emails")/.test(text)) return;
      this.#hasChanged = true;
      this.#schedule();
    });
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isAsking || isStopped) return;
    const at = this.#hasChanged ? this.#spentUntil - ASK_MS : this.#askedAt + SLOW_MS;
    this.#timer = setTimeout(() => this.#ask(), Math.max(0, at - Date.now()));
  }

  #ask(): void {
    this.#askedAt = Date.now();
    this.#spentUntil = Math.max(this.#spentUntil, this.#askedAt) + ASK_MS;
    this.#isAsking = true;
    this.#hasChanged = false;
    this.#send(this.#question.list, (answer) => {
      const { statusCode, headers } = answer;
      if (statusCode !== 200 && statusCode !== 304) fail(new Error(`A list was answered ${statusCode}.`));
      report.answers += 1;
      if (statusCode === 304) report.unchanged += 1;
      this.#tag = headers.etag;
      answer.resume().once('end', () => {
        this.#isAsking = false;
        this.#schedule();
      });
    });
  }

  #send({ path, headers }: SeenRequest, take: (answer: IncomingMessage) => void): void {
    const { cookie, csrfToken } = this.#session;
    request(new URL(path, this.#question.url), {
      agent,
      headers: {
        ...headers,
        cookie,
        'x-csrf-token': csrfToken,
        ...(this.#tag !== undefined && { 'if-none-match': this.#tag }),
      },
    })
      .on('response', take)
      .on('error', fail)
      .end();
  }
}

await serveParent(() => ({
  answer(question: TabsQuestion) {
    if (question.type === 'begin') void openAll(question).catch(fail);
    return Promise.resolve(report);
  },
  stop() {
    isStopped = true;
    agent.destroy();
  },
}));

/** At different times, as people open theirs. */
async function openAll(question: TabsQuestion): Promise<void> {
  for (const session of question.sessions) {
    new OpenTab(question, session);
    await pause(ASK_MS / question.sessions.length);
  }
}

/** A refused request ends the process, and so the bench. */
function fail(error: unknown): void {
  if (!isStopped) throw error;
}
