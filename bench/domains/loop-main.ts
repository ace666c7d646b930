// The baseline for the checks of domains: a loop over node:dns that asks the same questions and does nothing else. It
// reads no database, judges no answer and keeps no time limit of its own.
import { Resolver } from 'node:dns/promises';
import { type BenchRecord, nameOfDomain } from '../load/domain-names.ts';
import { monotonicMs } from '../monotonic.ts';
import { serveParent } from '../processes/serve-parent.ts';

/** The questions to ask. */
export interface LoopQuestion {
  /** `address:port` */
  server: string;
  /** The records of each domain that are looked up. */
  records: readonly Pick<BenchRecord, 'prefix' | 'type'>[];
  domains: number;
  /** Questions in flight. */
  atATime: number;
}

/** When it began and when it had every answer. */
export interface LoopAnswer {
  startedAtMs: number;
  doneAtMs: number;
}

await serveParent(() => ({ answer: askAll, stop: () => {} }));

async function askAll({ server, records, domains, atATime }: LoopQuestion): Promise<LoopAnswer> {
  const resolver = new Resolver();
  resolver.setServers([server]);
  const questions = domains * records.length;
  const startedAtMs = monotonicMs();
  let asked = 0;
  const keepAsking = async () => {
    while (asked < questions) {
      const number = Math.floor(asked / records.length);
      const { type, prefix } = records[asked % records.length] ?? { type: 'TXT', prefix: '' };
      asked += 1;
      const name = `${prefix}.${nameOfDomain(number)}`;
      await (type === 'TXT' ? resolver.resolveTxt(name) : resolver.resolveMx(name));
    }
  };
  await Promise.all(Array.from({ length: atATime }, keepAsking));
  return { startedAtMs, doneAtMs: monotonicMs() };
}
