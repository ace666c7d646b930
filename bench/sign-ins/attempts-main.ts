// A client that guesses passwords from many networks: a fixed number of sign-ins a second, however long the answers
// take, each for another address and from another client network, so that no limit of attempts spares the API the work.
// The process reports how they ended; its parent ends it.
import { Pool } from 'undici';
import { serveParent } from '../processes/serve-parent.ts';
import { logIn } from './log-in.ts';

/** `begin` starts the attempts and is asked once. */
export interface AttemptsQuestion {
  type: 'begin' | 'report';
  url: string;
}

/** Status, or `no answer` → number of attempts. */
export type AttemptsReport = Record<string, number>;

const PER_SECOND = 100;
const STEP_MS = 10;
/** All that the API can leave waiting, and those that it refuses at the same time. */
const CONNECTIONS = 400;
const SECOND_MS = 1_000;
const BYTE = 256;

await serveParent(() => {
  const report: AttemptsReport = {};
  let stop = () => {};
  return {
    answer({ type, url }: AttemptsQuestion) {
      if (type === 'begin') stop = begin(url, report);
      return Promise.resolve(report);
    },
    stop: () => stop(),
  };
});

function begin(url: string, report: AttemptsReport): () => void {
  const pool = new Pool(url, { connections: CONNECTIONS });
  const startedAtMs = performance.now();
  let asked = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAtMs) * PER_SECOND) / SECOND_MS;
    for (; asked < due; asked += 1) void ask(pool, asked, report);
  }, STEP_MS);
  return () => {
    clearInterval(timer);
    void pool.destroy();
  };
}

async function ask(pool: Pool, attempt: number, report: AttemptsReport): Promise<void> {
  const ended = await logIn(pool, {
    email: `person${attempt}@guessed.dev`,
    password: `a guess ${attempt}`,
    network: `10.${Math.floor(attempt / BYTE / BYTE) % BYTE}.${Math.floor(attempt / BYTE) % BYTE}.${attempt % BYTE}`,
  });
  report[ended] = (report[ended] ?? 0) + 1;
}
