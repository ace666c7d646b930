// Checks the templates in what a campaign says when it is saved: the syntax, and the names that nothing has a value for. With a
// stored template the names are checked when the campaign starts, because its variables are declared by then.
import { DomainError } from '../../../../contract/domain-error.ts';
import { findUsesOfName } from '../../../../mail/templates/analyse.ts';
import type { FairTurns } from '../../../../platform/sharing/fair-turns.ts';
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
  turns: FairTurns,
  accountId: string,
  saying: CampaignSaying,
  variant?: string,
): Promise<void> {
  try {
    await check(turns, accountId, saying);
  } catch (error) {
    if (variant === undefined || !(error instanceof DomainError)) throw error;
    const { name, message, details } = error;
    throw new DomainError(name, `In the variant ${variant}: ${message}`, { details, cause: error });
  }
}

async function check(
  turns: FairTurns,
  accountId: string,
  { subject, previewText, html, text, templateId, declared }: CampaignSaying,
): Promise<void> {
  const source = {
    ...{ from: null, subject, replyTo: [], previewText, html, text, variables: declared ?? [] },
  };
  const isOpen = templateId !== null && html === null && text === null;
  const compiled = await turns.run(accountId, () => (isOpen ? compileContent : compileComplete)(source));
  const events = findUsesOfName(compiled, 'event', '`event` has a value in the mail of automations only');
  if (events.length > 0) throw refusalOfProblems(events);
}
