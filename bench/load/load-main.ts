// The client of a run: posts a bounded number of mails over keep-alive connections, one request at a time on each,
// and notes how long every answer took.
import { Pool } from 'undici';
import { monotonicMs } from '../monotonic.ts';
import { serveParent } from '../processes/serve-parent.ts';
import { createMailMaker, type LoadMail } from './mail.ts';

/** A load to post. */
export interface LoadQuestion {
  apiUrl: string;
  headers: Record<string, string>;
  /** Number of the first mail; the others follow it. */
  first: number;
  mails: number;
  htmlBytes: number;
}

/** What came of it. Times are milliseconds of the machine's monotonic clock. */
export interface LoadAnswer {
  firstPostAtMs: number;
  lastAnswerAtMs: number;
  p50Ms: number;
  p99Ms: number;
}

const CONNECTIONS = 20;

await serveParent(() => ({ answer: post, stop: () => {} }));

async function post({ apiUrl, headers, first, mails, htmlBytes }: LoadQuestion): Promise<LoadAnswer> {
  const pool = new Pool(apiUrl, { connections: CONNECTIONS, pipelining: 1 });
  const makeMail = createMailMaker(htmlBytes);
  const durationsMs: number[] = [];
  let posted = 0;
  const client = async () => {
    while (posted < mails) {
      const mail = makeMail(first + posted);
      posted += 1;
      const startedAtMs = performance.now();
      await postOne(pool, headers, mail);
      durationsMs.push(performance.now() - startedAtMs);
    }
  };
  const firstPostAtMs = monotonicMs();
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  const lastAnswerAtMs = monotonicMs();
  await pool.close();
  durationsMs.sort((a, b) => a - b);
  return {
    firstPostAtMs,
    lastAnswerAtMs,
    p50Ms: percentile(durationsMs, 0.5),
    p99Ms: percentile(durationsMs, 0.99),
  };
}

/** @throws Error for any other answer than 200: a load that is refused measures nothing. */
async function postOne(pool: Pool, headers: Record<string, string>, mail: LoadMail): Promise<void> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/emails',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(mail),
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`POST /emails was answered ${statusCode}: ${text}`);
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
