// A worker process for the probe queue only. With PROBE_HANGS it claims rows and then never finishes, so that a test
// can kill it while it holds them.
import { type ProcessContext, type Running, runProcess } from '../../../shared/platform/lifecycle/process.ts';
import type { JobHandler } from '../../../workers/runtime/job.ts';
import { withClaims } from '../../../workers/runtime/with-claims.ts';
import { doProbeWork, probeEntry, probeTable } from './probe-work.ts';
import { startTestWorker } from './worker.ts';

const hang: JobHandler = async ({ ids }, deps) => {
  await withClaims(probeTable, ids, deps, () => new Promise(() => {}));
  return 'never';
};

await runProcess('probe worker', start);

async function start({ config, log }: ProcessContext): Promise<Running> {
  const entries = [probeEntry(process.env['PROBE_HANGS'] ? hang : doProbeWork)];
  const servers = { databaseUrl: config.databaseUrl, redisUrl: config.redisUrl };
  const { deps, stop } = await startTestWorker(servers, { entries, schedules: false, log });
  return { announcement: { workerId: deps.lease.workerId }, stop };
}
