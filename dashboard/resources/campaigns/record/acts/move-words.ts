// What can be done with a campaign in its state, and what is asked before. Pure.
import type { Campaign } from '../../../../api/generated/types.ts';
import { peopleText } from '../../edit/who/audience-words.ts';
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
  return canBeDeleted(campaign) ? undefined : 'It is under way. Cancel it first.';
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
      lost: `Within five seconds no more mail leaves. ${waiting(campaign, 'get', 'it once you resume it')}`,
      confirmLabel: 'Pause the campaign',
      done: 'The campaign is paused.',
    };
  if (campaign.status === 'scheduled')
    return {
      title: 'Take its time away?',
      lost: 'It becomes a draft again, and nothing is sent before you say so.',
      confirmLabel: 'Make it a draft',
      done: 'The campaign is a draft again.',
    };
  return {
    title: 'Cancel this campaign?',
    lost: `Within five seconds no more mail leaves. ${waiting(campaign, 'never get', 'it')} What was charged for their mail is refunded, and the campaign cannot be resumed.`,
    confirmLabel: 'Cancel the campaign',
    done: 'The campaign was canceled.',
  };
}

function resumeWords(campaign: Moved): MoveWords {
  const hasBrake = ['bounces', 'complaints'].includes(campaign.paused_reason ?? '');
  const brake = ' You decide about it now: the same reason does not pause it again.';
  return {
    title: 'Resume this campaign?',
    lost: `It goes on at once. ${waiting(campaign, 'get', 'it')}${hasBrake ? brake : ''}`,
    confirmLabel: 'Resume the campaign',
    done: 'The campaign goes on.',
  };
}

/** "2,816 people wait, and never get it." */
function waiting({ stats }: Moved, verb: 'get' | 'never get', it: string): string {
  if (stats === null) return 'Its audience is not counted yet.';
  const { pending } = stats;
  const one = verb.replace('get', 'gets');
  return `${peopleText(pending)} ${pending === 1 ? 'waits' : 'wait'}, and ${pending === 1 ? one : verb} ${it}.`;
}
