// Stops this process from sending while operators have paused all sending (shared/resources/foundation/sending/pause.ts), and
// from sending mail of domains and accounts that are paused because of their reputation, and of campaigns that are stopped. The process reads all of it from the database every two seconds; it sends nothing before the first successful read.
import {
  type CampaignStop,
  findStoppedCampaigns,
} from '../../shared/resources/flows/campaigns/dispatch/stopped-campaigns.ts';
import { findSendingPause } from '../../shared/resources/foundation/sending/pause.ts';
import { findPausedSenders } from '../../shared/resources/messaging/domains/reputation/find-paused.ts';
import type { LoadedEmail } from '../../shared/resources/messaging/emails/delivery/loaded-email.ts';
import { isNotice } from '../../shared/resources/messaging/emails/notices/notice.ts';
import type { WorkerDeps } from '../runtime/job.ts';
import { repeat } from '../runtime/repeat.ts';
import { SEND_TIMES } from '../runtime/send-times.ts';

/** Open while mail may be sent. */
export interface PauseGate {
  isOpen(): boolean;
  /** Whether the domain or the account of an email has been paused. */
  isPaused(email: Pick<LoadedEmail, 'accountId' | 'domain' | 'source'>): boolean;
  /** How the campaign of an email is stopped; undefined: it is not, or there is none. */
  stopOf(email: Pick<LoadedEmail, 'campaign'>): CampaignStop | undefined;
  /** Resolves after the first read, successful or not. */
  looked: Promise<void>;
  stop(): Promise<void>;
}

/** Creates the gate of a process. */
export function createPauseGate({
  database,
  log,
  sendTimes = SEND_TIMES,
}: Pick<WorkerDeps, 'database' | 'log' | 'sendTimes'>): PauseGate {
  let state: 'unknown' | 'open' | 'paused' = 'unknown';
  let pausedSenders: ReadonlySet<string> = new Set();
  let stoppedCampaigns: ReadonlyMap<string, CampaignStop> = new Map();
  const stopOf: PauseGate['stopOf'] = ({ campaign }) =>
    campaign ? stoppedCampaigns.get(campaign.campaignId) : undefined;
  let haveLooked = () => {};
  const looked = new Promise<void>((resolve) => {
    haveLooked = resolve;
  });
  const look = async () => {
    try {
      const [pause, paused, stopped] = await Promise.all([
        findSendingPause(database),
        findPausedSenders(database),
        findStoppedCampaigns(database),
      ]);
      stoppedCampaigns = stopped;
      const added = [...paused].filter((id) => !pausedSenders.has(id));
      if (added.length > 0) log.info({ senders: added }, 'the mail of paused senders is held');
      pausedSenders = paused;
      if (pause && state !== 'paused') log.warn({ reason: pause.reason }, 'all sending is paused');
      if (!pause && state === 'paused') log.info('sending continues');
      state = pause ? 'paused' : 'open';
    } finally {
      haveLooked();
    }
  };
  const looking = repeat({ name: 'pause gate', everyMs: sendTimes.checkEveryMs, log, run: look });
  return {
    isOpen: () => state === 'open',
    isPaused: (email) =>
      !isNotice(email) && (pausedSenders.has(email.domain.id) || pausedSenders.has(email.accountId)),
    stopOf,
    looked,
    stop: () => looking.stop(),
  };
}
