// Releases the next mail of a campaign: renders it for its contacts and submits it as permissive batches, each with the move
// of its recipients (release-part.ts). A release asks for what fits: the quota and capacity that are left, and the share
// of its account in the lane, which it has with the bulk mail of automations (docs/architecture/turns.md).

import { DomainError } from '../../../../../contract/domain-error.ts';
import type { Database } from '../../../../../platform/db/connect.ts';
import { transaction } from '../../../../../platform/db/transaction.ts';
import type { PassCrashPoint } from '../../../../../platform/process/crash-points.ts';
import type { QueueProducer } from '../../../../../platform/queues/connect.ts';
import { SECOND_MS } from '../../../../../platform/time/durations.ts';
import type { WalkActed } from '../../../../../platform/work/walk.ts';
import type { Claim } from '../../../../../platform/work/work-table.ts';
import type {
  CampaignContents,
  CompiledCampaign,
} from '../../../../messaging/campaign-contents/compiled-contents.ts';
import {
  findPendingRecipients,
  type PendingRecipient,
} from '../../../../messaging/campaign-recipients/release.ts';
import type { Acceptor } from '../../../../messaging/emails/accept/accept.ts';
import { CompanionLostError, companionOf } from '../../../../messaging/emails/accept/companion.ts';
import { AllRefusedError } from '../../../../messaging/emails/accept/decide.ts';
import { findRoomForBulkMail } from '../../../../messaging/emails/delivery/waiting-mail.ts';
import { type Brake, checkBrakes } from '../../timing/brakes.ts';
import { findDueMails, lastDueAt } from '../../timing/pace.ts';
import { pauseClaimed } from '../../transitions/pause-claimed.ts';
import { findBudget } from '../budget.ts';
import { type DispatchedCampaign, lastOfTestGroup, releasedContentIds } from '../dispatched-campaign.ts';
import { RESUMED_FOR_MS } from '../end.ts';
import type { ReleaseNext } from '../walk.ts';
import { RELEASE_PARTS, type ReleasePart, writeReleases } from './release-part.ts';
import type { RenderedPart, RenderMails } from './render-mails.ts';
import { leftOutReasonOf, pauseOfRefusal, type ReleasePause } from './resolve-refusal.ts';

/** The dependencies of releasing. */
export interface ReleaseDeps {
  database: Database;
  queues: QueueProducer;
  acceptor: Acceptor;
  contents: CampaignContents;
  renderMails: RenderMails;
  /** Whether every worker process can send what campaigns say; one of a release before would send nothing, or no poll. */
  isKnownToAll(ability: 'renders_contents' | 'knows_polls'): Promise<boolean>;
  passCrashPoint: PassCrashPoint;
}

/** Mails of a step. A pause is obeyed after them at the latest. */
const STEP_MAILS = 500;
/** Mails of a submission, as many as a batch may have. */
const PART_MAILS = 100;
/** How long a campaign waits for room, and for processes of the release before to end. */
const NO_ROOM_MS = SECOND_MS;
const OLD_WORKERS_MS = 5 * SECOND_MS;
/** Refusals of what `findBudget` reads (../budget.ts). */
const OF_STANDING: ReadonlySet<string> = new Set([
  'daily_quota_exceeded',
  'monthly_quota_exceeded',
  'reputation_limit_exceeded',
]);

/** Creates the releaser of a process. */
export function createReleaseNext(deps: ReleaseDeps): ReleaseNext {
  return (campaign, claim, now) => releaseNext(deps, campaign, claim, now);
}

async function releaseNext(
  deps: ReleaseDeps,
  campaign: DispatchedCampaign,
  claim: Claim,
  now: Date,
): Promise<WalkActed | undefined> {
  const { database, contents } = deps;
  const { accountId, dispatchId, resumedAt } = campaign;
  if (dispatchId === null) throw new Error('A campaign has no dispatch.');
  if (resumedAt && now.getTime() >= resumedAt.getTime() + RESUMED_FOR_MS) return undefined;
  const said = await readContents(contents, campaign);
  if (said instanceof DomainError)
    return await pause(deps, campaign, { claim, pause: pauseOfRefusal(said), now });
  const ability = said.some(({ poll }) => poll !== null) ? 'knows_polls' : 'renders_contents';
  if (!(await deps.isKnownToAll(ability))) return waitFor(OLD_WORKERS_MS, now);
  const room = await findRoomForBulkMail(database, accountId, now);
  const due = findDueMails(campaign, now);
  const pending = await findPending(
    database,
    { ...campaign, dispatchId },
    { now, limit: Math.min(STEP_MAILS, room || 1, due.count || 1) },
  );
  const [first] = pending;
  if (!first) return undefined;
  // Mail that a pause has held is due some seconds after the resume, even if the next mail is due much later.
  const heldMs = resumedAt ? resumedAt.getTime() + RESUMED_FOR_MS : Number.POSITIVE_INFINITY;
  if (due.count === 0) return { waitUntil: new Date(Math.min(due.firstMs, heldMs)) };
  if (room === 0) return waitFor(NO_ROOM_MS, now);
  const brake = await checkProgress(deps, campaign, claim);
  if (brake) return await pause(deps, campaign, { claim, pause: { ...brake, until: null }, now });
  const domains = said.map(({ from }) => from.mailbox.domain);
  const budget = await findBudget(database, { accountId, domains }, now);
  if (budget.pause) return await pause(deps, campaign, { claim, pause: budget.pause, now });
  const released = pending.slice(0, budget.fits);
  const pacedAt = lastDueAt(due, released.length);
  const release: Release = { campaign: { ...campaign, dispatchId }, claim, now, cursor: first, pacedAt };
  return await releaseParts(deps, release, released);
}

/** A decided result is not decided again: a later step could see other outcomes. */
async function checkProgress(
  { database }: ReleaseDeps,
  campaign: DispatchedCampaign,
  { id, token }: Claim,
): Promise<Brake | undefined> {
  const brake = await checkBrakes(database, campaign);
  if (brake !== 'passed') return brake;
  await database.query({
    name: 'prove-campaign',
    text: 'UPDATE campaigns SET is_proven = true WHERE id = $1 AND claim_token = $2',
    values: [id, token],
  });
  return undefined;
}

function findPending(
  database: Database,
  campaign: DispatchedCampaign & { dispatchId: string },
  { now, limit }: { now: Date; limit: number },
): Promise<PendingRecipient[]> {
  const { cursorAt, cursorKey } = campaign;
  const cursor = cursorAt && cursorKey !== null ? { dueAt: cursorAt, sortKey: cursorKey } : null;
  const lastOfTest = lastOfTestGroup(campaign);
  return findPendingRecipients(database, campaign, { cursor, lastOfTest, now, limit });
}

/** A fault in the frozen content would be our own, and the owner must see it. */
async function readContents(
  contents: CampaignContents,
  campaign: DispatchedCampaign,
): Promise<CompiledCampaign[] | DomainError> {
  const ids = releasedContentIds(campaign);
  try {
    return await Promise.all(ids.map((id) => contents.get(campaign.accountId, id)));
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** A step of a release. */
interface Release extends Pick<ReleasePart, 'claim' | 'now' | 'cursor' | 'pacedAt'> {
  campaign: DispatchedCampaign & { dispatchId: string };
}

/** While one part is stored the next is rendered. All that was submitted has ended before this does. */
async function releaseParts(
  deps: ReleaseDeps,
  release: Release,
  pending: readonly PendingRecipient[],
): Promise<WalkActed> {
  const submitting: Promise<PromiseSettledResult<WalkActed>>[] = [];
  try {
    for (let from = 0; from < pending.length; from += PART_MAILS) {
      const { campaign, now } = release;
      const part = await deps.renderMails(campaign, pending.slice(from, from + PART_MAILS), now);
      submitting.push(settle(submitPart(deps, release, part).finally(() => part.free())));
    }
  } finally {
    await Promise.all(submitting);
  }
  const ends = await Promise.all(submitting);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return (
    ends.flatMap((end) => (end.status === 'fulfilled' && end.value !== 'more' ? [end.value] : []))[0] ??
    'more'
  );
}

/** A part may fail while the next one is rendered: it must not go unhandled until then. */
async function settle<Value>(work: Promise<Value>): Promise<PromiseSettledResult<Value>> {
  const [settled] = await Promise.allSettled([work]);
  return settled;
}

async function submitPart(deps: ReleaseDeps, release: Release, part: RenderedPart): Promise<WalkActed> {
  const { claim, now, cursor, pacedAt } = release;
  const { accountId, dispatchId } = release.campaign;
  const { emails, leftOut } = part;
  const mails = emails.map(({ id: emailId, campaign: { contactId }, variant }) => ({
    contactId,
    variant,
    emailId,
  }));
  const move: ReleasePart = { claim, dispatchId, mails, leftOut, cursor, pacedAt, now };
  if (emails.length === 0) return await leaveOut(deps, move);
  try {
    await deps.acceptor.submit({
      accountId,
      emails,
      batch: { mode: 'permissive', indexes: emails.map((_, index) => index), refused: [] },
      companion: companionOf(RELEASE_PARTS, move),
    });
    deps.passCrashPoint('campaign-released');
    return 'more';
  } catch (error) {
    // The next step reads the new state of the campaign.
    if (error instanceof CompanionLostError) return 'more';
    if (!(error instanceof DomainError)) throw error;
    return await resolveRefusal(deps, release, move, error);
  }
}

async function resolveRefusal(
  deps: ReleaseDeps,
  { campaign, claim, now }: Release,
  move: ReleasePart,
  error: DomainError,
): Promise<WalkActed> {
  // Others have used what the step has seen: the next one looks again.
  if (OF_STANDING.has(error.name)) return waitFor(NO_ROOM_MS, now);
  const refused = error instanceof AllRefusedError ? error.refused : [];
  const leftOut = refused.flatMap(({ index, error: refusal }) => {
    const mail = move.mails[index];
    const reason = leftOutReasonOf(refusal);
    return mail && reason ? [{ contactId: mail.contactId, variant: mail.variant, reason }] : [];
  });
  if (leftOut.length > 0 && leftOut.length === refused.length)
    return await leaveOut(deps, { ...move, mails: [], leftOut: [...move.leftOut, ...leftOut] });
  // The walk waits as long as the refusal says.
  if (error.retryAfterSeconds !== undefined && error.name !== 'reputation_paused') throw error;
  const ofAll = refused.map((item) => item.error).find((refusal) => !leftOutReasonOf(refusal)) ?? error;
  return await pause(deps, campaign, { claim, pause: pauseOfRefusal(ofAll), now });
}

/** A part without an email has nothing to accept. */
async function leaveOut({ database }: ReleaseDeps, move: ReleasePart): Promise<WalkActed> {
  await transaction(database, async (client) => {
    const [isWritten] = await writeReleases(client, [move], [[]]);
    if (isWritten !== true) throw new CompanionLostError('The claim of a campaign was lost.');
  }).catch((error: unknown) => {
    if (!(error instanceof CompanionLostError)) throw error;
  });
  return 'more';
}

async function pause(
  deps: ReleaseDeps,
  { accountId }: Pick<DispatchedCampaign, 'accountId'>,
  { claim, pause: why, now }: { claim: Claim; pause: ReleasePause; now: Date },
): Promise<WalkActed> {
  await pauseClaimed(deps, { claim, accountId, ...why }, now);
  return 'done';
}

function waitFor(ms: number, now: Date): WalkActed {
  return { waitUntil: new Date(now.getTime() + ms) };
}
