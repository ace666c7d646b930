// Checks the templates in what a campaign says when it is saved: the syntax, and the names that nothing has a value for. With a
// stored template the names are checked when the campaign starts, because its variables are declared by then.
import { DomainError } from '../../../../contract/domain-error.ts';
import { findUsesOfName } from '../../../../mail/templates/analyse.ts';
import { type Computer, defineComputation } from '../../../../platform/sharing/computer.ts';
import {
  compileComplete,
  compileContent,
  refusalOfProblems,
} from '../../../messaging/templates/check-source.ts';
import type { CampaignSaying } from './given-campaign.ts';

/**
 * @param variant the key of the variant that says it; undefined: the campaign does
 * @throws DomainError `validation_error` with the line and column of each fault
 */
export async function checkSaying(
  computer: Computer,
  accountId: string,
  said: CampaignSaying,
  variant?: string,
): Promise<void> {
  try {
    await computer.run(accountId, SAYING_CHECK, said);
  } catch (error) {
    if (variant === undefined || !(error instanceof DomainError)) throw error;
    const { name, message, details } = error;
    throw new DomainError(name, `In the variant ${variant}: ${message}`, { details, cause: error });
  }
}

/** The check of what a campaign says. */
export const SAYING_CHECK = defineComputation(
  'check what a campaign says',
  ({ subject, previewText, html, text, templateId, declared }: CampaignSaying): void => {
    const source = {
      ...{ from: null, subject, replyTo: [], previewText, html, text, variables: declared ?? [] },
    };
    const isOpen = templateId !== null && html === null && text === null;
    const compiled = (isOpen ? compileContent : compileComplete)(source);
    const events = findUsesOfName(compiled, 'event', '`event` has a value in the mail of automations only');
    if (events.length > 0) throw refusalOfProblems(events);
  },
);
