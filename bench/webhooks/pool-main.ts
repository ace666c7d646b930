// The baseline for the webhook worker: a loop that posts the same bytes through undici's Pool and does nothing else. It
// reads no database, signs nothing, checks no address and records no answers.
import { Pool } from 'undici';
import { monotonicMs } from '../monotonic.ts';
import { serveParent } from '../processes/serve-parent.ts';

/** What to post. */
export interface PoolQuestion {
  port: number;
  path: string;
  body: string;
  requests: number;
  connections: number;
}

/** When it began. */
export interface PoolAnswer {
  startedAtMs: number;
  doneAtMs: number;
}

await serveParent(() => ({ answer: post, stop: () => {} }));

async function post({ port, path, body, requests, connections }: PoolQuestion): Promise<PoolAnswer> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections });
  const startedAtMs = monotonicMs();
  let sent = 0;
  const keepPosting = async () => {
    while (sent < requests) {
      sent += 1;
      const answer = await pool.request({
        path,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`The receiver answered ${answer.statusCode}.`);
    }
  };
  await Promise.all(Array.from({ length: connections }, keepPosting));
  const doneAtMs = monotonicMs();
  await pool.close();
  return { startedAtMs, doneAtMs };
}
