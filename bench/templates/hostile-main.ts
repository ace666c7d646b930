// Clients that save and preview hostile templates, as fast as they are answered. They report how their requests ended;
// their parent ends them.
import { Pool } from 'undici';
import { serveParent } from '../processes/serve-parent.ts';
import { makeHostileBodies } from './hostile-bodies.ts';

/** `begin` starts the clients and is asked once. */
export interface HostileQuestion {
  type: 'begin' | 'report';
  url: string;
  headers: Record<string, string>;
}

/** Status, or `no answer` → number of requests. */
export type HostileReport = Record<string, number>;

const CLIENTS = 25;

await serveParent(() => {
  const report: HostileReport = {};
  let stop = () => {};
  return {
    answer({ type, ...api }: HostileQuestion) {
      if (type === 'begin') stop = begin(api, report);
      return Promise.resolve(report);
    },
    stop: () => stop(),
  };
});

function begin({ url, headers }: Omit<HostileQuestion, 'type'>, report: HostileReport): () => void {
  const pool = new Pool(url, { connections: CLIENTS });
  const bodies = makeHostileBodies();
  let isOver = false;
  /** @returns the id in the answer, if there is one */
  const ask = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body: Buffer | null = null) => {
    const asked = pool.request({
      method,
      path,
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    const [ended, answer] = await asked.then(
      async (got) => [String(got.statusCode), (await got.body.json()) as { id?: string }] as const,
      () => ['no answer', {} as { id?: string }] as const,
    );
    if (!isOver) report[ended] = (report[ended] ?? 0) + 1;
    return answer.id;
  };
  const work = async (client: number) => {
    const own = await ask('POST', '/templates', Buffer.from('{"name":"Own"}'));
    for (let turn = client; !isOver; turn += 1) {
      const { save, preview } = bodies[turn % bodies.length] ?? { save: null, preview: null };
      const saved = await ask('POST', '/templates', save);
      await ask('PATCH', `/templates/${own}`, save);
      await ask('POST', '/templates/preview', preview);
      if (saved !== undefined) await ask('DELETE', `/templates/${saved}`);
    }
  };
  for (let client = 0; client < CLIENTS; client += 1) void work(client);
  return () => {
    isOver = true;
    void pool.destroy();
  };
}
