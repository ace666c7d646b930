// The steps that send mail: renders the template for the contact and submits the mail. The move of the run after the step is a
// companion of the mail, so both are stored or neither is: no token, no mail.
import { DomainError } from '../../shared/contract/domain-error.ts';
import type { PassCrashPoint } from '../../shared/platform/process/crash-points.ts';
import type { ByteBudget } from '../../shared/platform/sharing/byte-budget.ts';
import type { FairTurns } from '../../shared/platform/sharing/fair-turns.ts';
import type { Clock } from '../../shared/platform/time/clock.ts';
import type { Ids } from '../../shared/platform/time/ids.ts';
import type { Advance } from '../../shared/resources/flows/automations/engine/advance.ts';
import { mailLaneOf } from '../../shared/resources/flows/automations/runs/lane.ts';
import type { RunTransition } from '../../shared/resources/flows/automations/runs/transitions/transition.ts';
import { writeTransitions } from '../../shared/resources/flows/automations/runs/transitions/write-transitions.ts';
import { taskOf } from '../../shared/resources/flows/automations/step-types/step-types.ts';
import { readMail } from '../../shared/resources/flows/automations/steps/mail-input.ts';
import { resolveRefusedMail } from '../../shared/resources/flows/automations/steps/refused-mail.ts';
import { newMailOf, shownTemplateOf } from '../../shared/resources/flows/automations/steps/step-mail.ts';
import type { Acceptor } from '../../shared/resources/messaging/emails/accept/accept.ts';
import {
  type CompanionKind,
  CompanionLostError,
  companionOf,
} from '../../shared/resources/messaging/emails/accept/companion.ts';
import type { NewEmail } from '../../shared/resources/messaging/emails/email.ts';
import type {
  EmailContents,
  EmailRenderer,
  TemplateEmail,
} from '../../shared/resources/messaging/templates/rendering/render-for-send.ts';
import { warningsOf } from '../../shared/resources/messaging/templates/rendering/warnings.ts';
import { isPassingError } from '../runtime/passing-errors.ts';
import { computeInTurns } from './compute-in-turns.ts';
import type { MovingRun } from './moving-run.ts';
import { failed, type StepResult, type StepResults } from './step-result.ts';

/** The dependencies of sending. */
export interface MailDeps {
  acceptor: Acceptor;
  emailRenderer: EmailRenderer;
  /** Bounds the rendered contents that are not stored yet. */
  renderBudget: ByteBudget;
  turns: FairTurns;
  ids: Ids;
  clock: Clock;
  passCrashPoint: PassCrashPoint;
}

/** A mail that a run is to send. */
interface AskedMail {
  run: MovingRun;
  template: TemplateEmail;
  topicId: string | null;
}

const RUN_MOVES: CompanionKind<RunTransition> = { write: writeTransitions };

/**
 * Sends the mail of runs of one account that are at a step that sends.
 * @throws when the database is unavailable
 */
export async function sendMails(deps: MailDeps, runs: readonly MovingRun[]): Promise<StepResults> {
  const results: StepResults = new Map();
  const asked: AskedMail[] = [];
  for (const run of runs) {
    const mail = tryToRead(run);
    if ('kind' in mail) results.set(run, mail);
    else asked.push(mail);
  }
  await renderAndSubmit(deps, asked, results);
  return results;
}

/** A bug in one mail must not keep the others from being sent. */
function tryToRead(run: MovingRun): AskedMail | StepResult {
  try {
    const task = run.effect && taskOf(run.effect);
    if (task?.kind !== 'mail') throw new Error('The run is at no step that sends.');
    const template = readMail(run.stored, task.mail);
    if (typeof template === 'string') return failed(template);
    return { run, template, topicId: task.mail.topicId ?? null };
  } catch (error) {
    return { kind: 'thrown', error };
  }
}

async function renderAndSubmit(
  deps: MailDeps,
  asked: readonly AskedMail[],
  results: StepResults,
): Promise<void> {
  const submitting: Promise<void>[] = [];
  let next = 0;
  try {
    const parts = deps.emailRenderer.renderAll(
      asked.map(({ template }) => template),
      deps.clock.now(),
    );
    for await (const part of parts) {
      const rendered = part.map((contents) => ({ contents, mail: asked[next++] as AskedMail }));
      submitting.push(...(await submitPart(deps, rendered, results)));
    }
  } catch (error) {
    const left = asked.slice(next);
    const [only] = left;
    if (!only || isPassingError(error)) throw error;
    // A bug in one template must not keep the others from being sent.
    if (left.length === 1) results.set(only.run, { kind: 'thrown', error });
    else for (const mail of left) await renderAndSubmit(deps, [mail], results);
  } finally {
    await Promise.all(submitting);
  }
}

interface RenderedMail {
  mail: AskedMail;
  contents: EmailContents | DomainError;
}

/** A mail and the move of its run after it was sent. */
interface ReadyMail {
  mail: AskedMail;
  email: NewEmail;
  ahead: Advance;
  move: RunTransition;
}

/** @returns what resolves when the results are known; it never rejects */
async function submitPart(
  deps: MailDeps,
  rendered: readonly RenderedMail[],
  results: StepResults,
): Promise<readonly Promise<void>[]> {
  const good = rendered.flatMap(({ mail, contents }) => {
    if (!(contents instanceof DomainError)) return [{ mail, contents }];
    results.set(mail.run, resolveRefusal(contents));
    return [];
  });
  const runs = good.map(({ mail }) => mail.run);
  const ready = await computeInTurns(deps.turns, runs, (_, index) => {
    const { mail, contents } = good[index] as { mail: AskedMail; contents: EmailContents };
    return readyMail(deps, mail, contents);
  });
  const submitting: Promise<void>[] = [];
  for (const [index, each] of ready.entries()) {
    const run = runs[index] as MovingRun;
    if ('thrown' in each) results.set(run, { kind: 'thrown', error: each.thrown });
    else {
      const part = deps.renderBudget.open(each.email.accountId);
      await part.take((each.email.html?.length ?? 0) + (each.email.text?.length ?? 0));
      submitting.push(submit(deps, each, results).finally(() => part.release()));
    }
  }
  return submitting;
}

/** Decides the result of a step whose mail is refused. */
function resolveRefusal(refusal: DomainError): StepResult {
  const outcome = resolveRefusedMail(refusal);
  return outcome === 'passes' ? { kind: 'refused', refusal } : { kind: 'over', outcome };
}

function readyMail({ ids, clock }: MailDeps, mail: AskedMail, contents: EmailContents): ReadyMail {
  const { run, template, topicId } = mail;
  const { automationId, lane, contact, hops } = run.stored;
  const now = clock.now();
  const id = ids.next();
  const warnings = warningsOf(contents);
  const output = {
    to: contact.email,
    email_id: id,
    template: shownTemplateOf(template, contents),
    ...(warnings.length > 0 && { warnings }),
  };
  const ahead = run.finish({ status: 'completed', output }, now);
  const ofRun = { automationId, run: { id: run.stored.id, contactId: contact.id }, lane: mailLaneOf(lane) };
  const email = newMailOf(template, contents, { id, ...ofRun, topicId, hops, now });
  return { mail, email, ahead, move: run.moveTo(ahead, now) };
}

async function submit(deps: MailDeps, ready: ReadyMail, results: StepResults): Promise<void> {
  const { mail, email, ahead, move } = ready;
  results.set(mail.run, await resultOf(deps, { email, move }, ahead));
}

async function resultOf(
  { acceptor, passCrashPoint }: MailDeps,
  { email, move }: Pick<ReadyMail, 'email' | 'move'>,
  ahead: Advance,
): Promise<StepResult> {
  try {
    const companion = companionOf(RUN_MOVES, move);
    await acceptor.submit({ accountId: email.accountId, emails: [email], companion });
    passCrashPoint('automation-moved');
    return { kind: 'written', ahead };
  } catch (error) {
    if (error instanceof CompanionLostError) return { kind: 'lost' };
    return error instanceof DomainError ? resolveRefusal(error) : { kind: 'thrown', error };
  }
}
