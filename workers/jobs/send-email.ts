// The job that sends email to the recipients that it names: it reserves places (back-pressure), claims and loads the
// recipients, and passes them to the sender of the process. The job ends there; the sender takes each message to its
// outcome, so that a slow server blocks no job. Mail that waits for turns is dealt to destinations instead (workers/send/allocation/).

import type { WakeUp } from '../../shared/platform/queues/definition.ts';
import type { WorkTable } from '../../shared/platform/work/work-table.ts';
import { loadClaimed } from '../../shared/resources/messaging/emails/delivery/load.ts';
import { bulkSendingWork } from '../../shared/resources/messaging/emails/delivery/work.ts';
import type { JobDeps, OpenHandler } from '../runtime/job.ts';
import { describeClaims, withClaims } from '../runtime/with-claims.ts';
import { MailAllocation } from '../send/allocation/mail-allocation.ts';
import { releaseOrphans } from '../send/release-orphans.ts';
import { createSender, type Sender } from '../send/sender.ts';

/** Each lane has a sender of its own, with connections of its own; its queues share it. */
export const open: OpenHandler = (deps, { table }) => {
  const lane = table === bulkSendingWork.table ? 'campaign' : 'transactional';
  const sender = createSender(deps, lane);
  const allocation = new MailAllocation(deps, { lane, table, sender });
  return {
    async handle(payload, jobDeps, queue) {
      await sender.ready;
      if (!sender.isPlain()) return await allocation.take(payload.ids);
      return await handle(payload, jobDeps, { queue, table, sender });
    },
    async drain() {
      await allocation.stop();
      await sender.drain();
    },
  };
};

interface OpenLane {
  /** The queue of the job. */
  queue: string | undefined;
  table: WorkTable;
  sender: Sender;
}

async function handle({ ids }: WakeUp, deps: JobDeps, { queue, table, sender }: OpenLane): Promise<string> {
  let claimed = 0;
  for (let start = 0; start < ids.length; ) {
    const places = await sender.reserve(ids.length - start, queue);
    const part = ids.slice(start, start + places.count);
    start += part.length;
    try {
      // The rows that are skipped here stay woken, and the sweeper wakes them again.
      if (!sender.isOpen()) return `${ids.length} woken, ${claimed} claimed; sending is stopped`;
      claimed += await withClaims(table, part, deps, async (claims) => {
        const { simulatorDomains } = deps.config;
        const emails = await loadClaimed(deps.database, claims, { simulatorDomains, now: deps.clock.now() });
        // Before anything is sent: if this fails, all claims are released.
        await releaseOrphans(table, claims, emails, deps);
        for (const email of emails) sender.send(email, places);
      });
    } finally {
      places.end();
    }
  }
  return describeClaims(ids.length, claimed);
}
