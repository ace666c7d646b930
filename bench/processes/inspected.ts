// Processes whose garbage collection the bench can force through Node's inspector, without any code for it in their
// programs. Only the memory that remains after a collection is really in use.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'undici';
import { freePort } from '../../dev/processes/ports.ts';
import type { BenchProcess, StartProcess } from './start.ts';

/** Starts processes and knows how to reach their inspectors. */
export interface InspectedProcesses {
  startProcess: StartProcess;
  /**
   * Memory in bytes (RSS) of each process after a collection, by its name; processes with the same name are added up.
   */
  memoryAfterCollection(): Promise<Record<string, number>>;
}

const COLLECTIONS = 2;
/** Time for the allocator to return freed memory to the system. */
const SETTLE_MS = 500;

/** @param startProcess starts a process as for all other scenarios */
export function createInspectedProcesses(startProcess: StartProcess): InspectedProcesses {
  const started: { process: BenchProcess; port: number }[] = [];
  return {
    async startProcess(options) {
      const port = await freePort();
      // The inspector's address is read over HTTP, so it need not appear in the output.
      const own = [`--inspect=127.0.0.1:${port}`, '--inspect-publish-uid=http'];
      const process = await startProcess({ ...options, flags: [...own, ...(options.flags ?? [])] });
      started.push({ process, port });
      return process;
    },
    async memoryAfterCollection() {
      for (let count = 0; count < COLLECTIONS; count += 1) {
        for (const { port } of started) await collectGarbage(port);
        await pause(SETTLE_MS);
      }
      const sizes: Record<string, number> = {};
      for (const { process } of started) {
        sizes[process.name] = (sizes[process.name] ?? 0) + residentBytes(process.pid);
      }
      return sizes;
    },
  };
}

async function collectGarbage(port: number): Promise<void> {
  const inspector = await openInspector(port);
  await inspector.collectGarbage();
  await inspector.close();
}

/** Reaches the inspector of a process, which waits for its end before it exits. */
export async function openInspector(port: number) {
  const response = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[];
  const inspector = new WebSocket(target?.webSocketDebuggerUrl ?? '');
  await once(inspector, 'open');
  const ask = async (method: string) => {
    inspector.send(JSON.stringify({ id: 1, method }));
    const [answer] = await once(inspector, 'message');
    return JSON.parse(answer.data).result;
  };
  return {
    collectGarbage: () => ask('HeapProfiler.collectGarbage'),
    /** Bytes of the JavaScript heap that are in use after a collection. */
    async heapAfterCollection(): Promise<number> {
      await ask('HeapProfiler.collectGarbage');
      return (await ask('Runtime.getHeapUsage')).usedSize;
    },
    async close() {
      inspector.close();
      await once(inspector, 'close');
    },
  };
}

/** @throws Error where the system does not report it */
function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1_024;
}
