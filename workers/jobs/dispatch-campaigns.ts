// The job that dispatches campaigns: a walk (shared/resources/flows/campaigns/dispatch/walk.ts) with what releasing
// mail needs in a process: an acceptor, compiled contents of campaigns, and turns for rendering.
import { createByteBudget } from '../../shared/platform/sharing/byte-budget.ts';
import { FairTurns } from '../../shared/platform/sharing/fair-turns.ts';
import { isKnownToAllWorkers } from '../../shared/platform/work/processes/known-to-all.ts';
import { leaseTimesOf } from '../../shared/platform/work/processes/lease-times.ts';
import { createReleaseNext } from '../../shared/resources/flows/campaigns/dispatch/release/release-next.ts';
import { createRenderMails } from '../../shared/resources/flows/campaigns/dispatch/release/render-mails.ts';
import { createCampaignWalk } from '../../shared/resources/flows/campaigns/dispatch/walk.ts';
import { createCampaignContents } from '../../shared/resources/messaging/campaign-contents/compiled-contents.ts';
import { createAcceptor } from '../../shared/resources/messaging/emails/accept/accept.ts';
import { createContactValues } from '../../shared/resources/messaging/templates/rendering/contact-values.ts';
import type { OpenHandler } from '../runtime/job.ts';
import { openWalk } from '../runtime/walk-job.ts';

/** The size of rendered mail that is not stored yet. */
const RENDERED_MAX_BYTES = 64 * 1024 * 1024;

export const open: OpenHandler = (deps, kind) => {
  const { database, ids, queues, config, passCrashPoint } = deps;
  const turns = new FairTurns();
  const contents = createCampaignContents(database, turns);
  const acceptor = createAcceptor({
    database,
    ids,
    queues,
    passCrashPoint,
    simulatorDomains: config.simulatorDomains,
    developmentDomain: config.developmentDomain,
  });
  const releaseNext = createReleaseNext({
    database,
    queues,
    acceptor,
    contents,
    passCrashPoint,
    renderMails: createRenderMails({
      contents,
      turns,
      ids,
      findContact: createContactValues(database),
      renderBudget: createByteBudget(RENDERED_MAX_BYTES),
    }),
    isKnownToAll: (ability) =>
      isKnownToAllWorkers(database, ability, leaseTimesOf(config.leaseRenewMs).deadAfterMs),
  });
  const { handle, drain } = openWalk(createCampaignWalk(releaseNext))(deps, kind);
  return {
    handle,
    async drain() {
      await drain?.();
      await acceptor.drain();
    },
  };
};
