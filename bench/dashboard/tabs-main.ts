// Many tabs with an open list, as the API sees them: each has a connection of its own, on which it sends what a
// real tab was seen to send, and again a fixed time after each answer.
import { setTimeout as pause } from 'node:timers/promises';
import { type LoadConnection, openConnection } from '../load/http-connection.ts';
import { serveParent } from '../processes/serve-parent.ts';

/** A request that a tab repeats. */
export interface RepeatedRequest {
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
}

/** `begin` opens the tabs and is asked once; both are answered with what has happened so far. */
export interface TabsQuestion {
  type: 'begin' | 'report';
  url: string;
  tabs: number;
  pauseMs: number;
  requests: readonly RepeatedRequest[];
}

/** What the tabs have done. */
export interface TabsReport {
  answers: number;
}

await serveParent(() => {
  const report: TabsReport = { answers: 0 };
  const connections: LoadConnection[] = [];
  let isStopped = false;
  const keepAsking = async (request: Buffer, url: string, pauseMs: number, delayMs: number) => {
    await pause(delayMs);
    const connection = await openConnection(url);
    connections.push(connection);
    while (!isStopped) {
      await connection.post(request);
      report.answers += 1;
      await pause(pauseMs);
    }
  };
  const begin = ({ url, tabs, pauseMs, requests }: TabsQuestion) => {
    for (const request of requests.map((each) => bytesOf(each, url))) {
      for (let tab = 0; tab < tabs; tab += 1) {
        // Opened at different times, as those of people are. A refused request ends the process, and so the bench.
        void keepAsking(request, url, pauseMs, (tab / tabs) * pauseMs).catch((error: unknown) => {
          if (!isStopped) throw error;
        });
      }
    }
  };
  return {
    answer(question: TabsQuestion) {
      if (question.type === 'begin') begin(question);
      return Promise.resolve(report);
    },
    stop() {
      isStopped = true;
      for (const connection of connections) connection.close();
    },
  };
});

function bytesOf({ path, headers }: RepeatedRequest, url: string): Buffer {
  const fields = { ...headers, host: new URL(url).host, connection: 'keep-alive' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
}
