// Checks the templates in what a campaign says when it is saved: the syntax, and the names that nothing has a value for. With a
// stored template the names are checked when the campaign starts, because its variables are declared by then.
import { DomainError } from '../../../../contract/domain-error.ts';
import { contentOf, type MailContent } from '../../../../contract/mail/fields.ts';
import { findUsesOfName } from '../../../../mail/templates/analyse.ts';
import { type Computer, defineComputation } from '../../../../platform/sharing/computer.ts';
import type { CampaignContentFields } from '../../../messaging/campaign-contents/content.ts';
import {
  compileComplete,
  compileContent,
  refusalOfProblems,
} from '../../../messaging/templates/check-source.ts';

/**
 * @param variant the key of the variant that says it; undefined: the campaign does
 * @throws DomainError `validation_error` with the line and column of each fault
 */
export async function checkCampaignContent(
  computer: Computer,
  accountId: string,
  fields: CheckedCampaignContent,
  variant?: string,
): Promise<void> {
  try {
    const { templateId, declared } = fields;
    await computer.run(accountId, CAMPAIGN_CONTENT_CHECK, { ...contentOf(fields), templateId, declared });
  } catch (error) {
    if (variant === undefined || !(error instanceof DomainError)) throw error;
    const { name, message, details } = error;
    throw new DomainError(name, `In the variant ${variant}: ${message}`, { details, cause: error });
  }
}

/** The parts that are checked. */
type CheckedCampaignContent = MailContent & Pick<CampaignContentFields, 'templateId' | 'declared'>;

/** The check of what a campaign says. */
export const CAMPAIGN_CONTENT_CHECK = defineComputation(
  'check what a campaign says',
  ({ declared, ...fields }: CheckedCampaignContent): void => {
    const isOpen = fields.templateId !== null && fields.html === null && fields.text === null;
    const compile = isOpen ? compileContent : compileComplete;
    const compiled = compile({ ...fields, from: null, replyTo: [], variables: declared ?? [] });
    const events = findUsesOfName(compiled, 'event', '`event` has a value only in emails of automations');
    if (events.length > 0) throw refusalOfProblems(events);
  },
);
