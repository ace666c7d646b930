// The mails of a simulation: they are rendered and tried as the worker does it, and nothing is submitted. What a step
// would send is its output.
import { DomainError } from '../../../../contract/domain-error.ts';
import { SIMULATED_MAILS_MAX_LENGTH } from '../../../../contract/limits.ts';
import { renderedJson } from '../../../../contract/mail/fields.ts';
import { htmlToText } from '../../../../mail/html/html-to-text.ts';
import type { BudgetPart } from '../../../../platform/sharing/byte-budget.ts';
import { tryEmail } from '../../../messaging/emails/accept/try-email.ts';
import { showPoll } from '../../../messaging/polls/show.ts';
import type { EmailContents, TemplateEmail } from '../../../messaging/templates/rendering/render-for-send.ts';
import { warningsOf } from '../../../messaging/templates/rendering/warnings.ts';
import type { EffectOutcome } from '../engine/advance.ts';
import { jsonSize } from '../steps/json-size.ts';
import { type MailTask, readMail } from '../steps/mail-input.ts';
import { resolveRefusedMail } from '../steps/refused-mail.ts';
import { newMailOf, shownTemplateOf } from '../steps/step-mail.ts';
import type { ContactState } from './contact-state.ts';
import type { SimulateDeps } from './simulation.ts';

/** The run whose mails are rendered. */
interface MailsOf {
  accountId: string;
  automationId: string;
  defaultFrom: string | null;
  payload: unknown;
}

/** Renders the mails of one simulation. */
export class SimulatedMails {
  readonly #deps: SimulateDeps;
  readonly #run: MailsOf;
  readonly #held: BudgetPart;
  /** Characters that the answer may still show. */
  #room = SIMULATED_MAILS_MAX_LENGTH;

  /** @param held the budget of rendered mail until the simulation is over */
  constructor(deps: SimulateDeps, run: MailsOf, held: BudgetPart) {
    this.#deps = deps;
    this.#run = run;
    this.#held = held;
  }

  /** Simulates a mail. @param now when the run reaches the step */
  async send(mail: MailTask, contact: ContactState, now: Date): Promise<EffectOutcome> {
    const template = readMail({ ...this.#run, contact: contact.facts }, mail);
    if (typeof template === 'string') return { status: 'failed', message: template };
    const contents = await this.#render({ ...template, contact: contact.templateContact }, now);
    const refusal =
      contents instanceof DomainError
        ? contents
        : await this.#try(mail, template, { contents, contact, now });
    const outcome = refusal && resolveRefusedMail(refusal);
    if (outcome && outcome !== 'passes') return outcome;
    if (contents instanceof DomainError) throw contents;
    return { status: 'completed', output: await this.#show(template, contents, contact) };
  }

  async #render(template: TemplateEmail, now: Date): Promise<EmailContents | DomainError> {
    try {
      return await this.#deps.emailRenderer.render(template, now);
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  }

  async #try(
    { topicId }: MailTask,
    template: TemplateEmail,
    { contents, contact, now }: { contents: EmailContents; contact: ContactState; now: Date },
  ): Promise<DomainError | undefined> {
    const { automationId } = this.#run;
    const id = this.#deps.ids.next();
    const email = newMailOf(template, contents, {
      id,
      automationId,
      lane: 'transactional',
      topicId: topicId ?? null,
      hops: null,
      now,
    });
    return await tryEmail(this.#deps, email, { hasUnsubscribed: contact.facts.unsubscribed });
  }

  /** Without a text of its own, the text is made from the html, as for a mail. */
  async #show(template: TemplateEmail, contents: EmailContents, contact: ContactState) {
    const { html, text: given } = showPoll(contents, contents.poll);
    const { accountId } = this.#run;
    const text = given ?? (html && (await this.#deps.turns.run(accountId, () => htmlToText(html)))) ?? null;
    const shown = shownTemplateOf(template, contents);
    const length = (html?.length ?? 0) + (text?.length ?? 0) + jsonSize(shown.variables, this.#room);
    const isCut = length > this.#room;
    if (!isCut) {
      this.#room -= length;
      await this.#held.take(length);
    }
    return {
      to: contact.facts.email,
      ...renderedJson({ ...contents, ...(isCut ? { html: null, text: null } : { html, text }) }),
      is_cut: isCut,
      template: isCut ? { ...shown, variables: null } : shown,
      warnings: warningsOf(contents),
    };
  }
}
