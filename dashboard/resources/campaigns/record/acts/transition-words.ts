// What can be done with a campaign in its state, and what is asked before. Pure.
import type { Campaign } from '../../../../api/generated/types.ts';
import { peopleText } from '../../edit/audience/audience-words.ts';
import { canBeDeleted } from '../../words.ts';

/** A move that a person asks for. */
export type Move = 'pause' | 'resume' | 'cancel';

type Moved = Pick<Campaign, 'status' | 'paused_reason' | 'stats'>;

/** The words for a move. */
export interface MoveWords {
  title: string;
  lost: string;
  confirmLabel: string;
  done: string;
}

const MOVES: Readonly<Partial<Record<Campaign['status'], readonly Move[]>>> = {
  scheduled: ['cancel'],
  queued: ['pause', 'cancel'],
  testing: ['pause', 'cancel'],
  sending: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
};

/** The moves that its state allows. */
export function movesOf({ status }: Pick<Campaign, 'status'>): readonly Move[] {
  return MOVES[status] ?? [];
}

/** The state alone decides what can be edited and deleted; the server refuses the rest. */
export function canEdit({ status }: Pick<Campaign, 'status'>): boolean {
  return ['draft', 'scheduled', 'paused'].includes(status);
}

/** Why it cannot be deleted; undefined: it can. */
export function deletionRefusal(campaign: Pick<Campaign, 'status'>): string | undefined {
  return canBeDeleted(campaign) ? undefined : 'The campaign is in progress. Cancel it first.';
}

/** Whether it has an audience that was taken, by which a copy can be for a part of it. */
export function hasBegun({ status }: Pick<Campaign, 'status'>): boolean {
  return !['draft', 'scheduled', 'failed'].includes(status);
}

/** The question, and the notice afterwards. */
export function moveWords(move: Move, campaign: Moved): MoveWords {
  if (move === 'resume') return resumeWords(campaign);
  if (move === 'pause')
    return {
      title: 'Pause this campaign?',
      lost: `Sending stops within 5 seconds. ${waiting(campaign, 'get', 'it after you resume')}`,
      confirmLabel: 'Pause campaign',
      done: 'Campaign paused.',
    };
  if (campaign.status === 'scheduled')
    return {
      title: 'Unschedule this campaign?',
      lost: 'The campaign becomes a draft again. Nothing is sent until you send or schedule it.',
      confirmLabel: 'Unschedule campaign',
      done: 'The campaign is a draft again.',
    };
  return {
    title: 'Cancel this campaign?',
    lost: `Sending stops within 5 seconds. ${waiting(campaign, 'never get', 'it')} Their share of the quota is refunded. You cannot resume a canceled campaign.`,
    confirmLabel: 'Cancel campaign',
    done: 'Campaign canceled.',
  };
}

function resumeWords(campaign: Moved): MoveWords {
  const hasBrake = ['bounces', 'complaints'].includes(campaign.paused_reason ?? '');
  const brake = ' The same reason does not pause it again.';
  return {
    title: 'Resume this campaign?',
    lost: `Sending resumes at once. ${waiting(campaign, 'get', 'it')}${hasBrake ? brake : ''}`,
    confirmLabel: 'Resume campaign',
    done: 'Campaign resumed.',
  };
}

/** "2,816 people still waiting never get it." */
function waiting({ stats }: Moved, verb: 'get' | 'never get', it: string): string {
  if (stats === null) return 'The audience has not been counted yet.';
  const { pending } = stats;
  const one = verb.replace('get', 'gets');
  return `${peopleText(pending)} still waiting ${pending === 1 ? one : verb} ${it}.`;
}
