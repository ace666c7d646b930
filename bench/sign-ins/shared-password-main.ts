// Clients of 60 networks that sign in again and again with the right password of one person, three at a time from each
// network, and next to them people who sign in once each. The process reports how long the latter have waited; its
// parent ends it.
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { percentile } from '../load/percentile.ts';
import { serveParent } from '../processes/serve-parent.ts';
import { logIn } from './log-in.ts';

/** `begin` starts the sign-ins and is asked once. */
export interface SharedPasswordQuestion {
  type: 'begin' | 'report';
  url: string;
  password: string;
  /** Whose password many clients know. */
  shared: string;
  others: readonly string[];
}

/** Status → number of sign-ins, of the many clients and of the others, and how long the others have waited. */
export interface SharedPasswordReport {
  shared: Record<string, number>;
  others: Record<string, number>;
  p50Ms: number;
  p99Ms: number;
}

const NETWORKS = 60;
const PER_NETWORK = 3;
const OTHERS_PAUSE_MS = 100;
const ADDRESSES = 250;

await serveParent(() => {
  const statuses = { shared: {}, others: {} };
  const waitsMs: number[] = [];
  let stop = () => {};
  return {
    answer(question: SharedPasswordQuestion) {
      if (question.type === 'begin') stop = begin(question, statuses, waitsMs);
      return Promise.resolve({
        ...statuses,
        p50Ms: percentile(waitsMs, 0.5),
        p99Ms: percentile(waitsMs, 0.99),
      } satisfies SharedPasswordReport);
    },
    stop: () => stop(),
  };
});

function begin(
  { url, password, shared, others }: SharedPasswordQuestion,
  statuses: Pick<SharedPasswordReport, 'shared' | 'others'>,
  waitsMs: number[],
): () => void {
  const pool = new Pool(url, { connections: NETWORKS * PER_NETWORK + 1, headersTimeout: 0 });
  let isOver = false;
  const signInOften = async (network: string) => {
    while (!isOver) count(statuses.shared, await logIn(pool, { email: shared, password, network }));
  };
  const signInOnceEach = async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const email = others[turn % others.length] ?? '';
      const startedAtMs = performance.now();
      const status = await logIn(pool, { email, password, network: `192.0.2.${turn % ADDRESSES}` });
      if (isOver) return;
      count(statuses.others, status);
      waitsMs.push(performance.now() - startedAtMs);
      await pause(OTHERS_PAUSE_MS);
    }
  };
  for (let client = 0; client < NETWORKS * PER_NETWORK; client += 1)
    void signInOften(`198.51.100.${client % NETWORKS}`);
  void signInOnceEach();
  return () => {
    isOver = true;
    void pool.destroy();
  };
}

function count(statuses: Record<string, number>, status: string): void {
  statuses[status] = (statuses[status] ?? 0) + 1;
}
