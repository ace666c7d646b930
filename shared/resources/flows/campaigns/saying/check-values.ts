// Whether what a campaign says can be rendered at all: a fault of its source, a variable without a value, or a place for a poll
// that there is not, fails in the mail of each recipient, and all of them would be left out for good.
import { DomainError } from '../../../../contract/domain-error.ts';
import { TemplateRenderError } from '../../../../mail/templates/template.ts';
import { defineComputation } from '../../../../platform/sharing/computer.ts';
import { compileCampaignContent } from '../../../messaging/campaign-contents/compiled-contents.ts';
import type { CampaignContent } from '../../../messaging/campaign-contents/content.ts';
import { renderCampaign, requirePollOf } from '../../../messaging/campaign-contents/render-campaign.ts';

/** `requireVariableValues`. */
export const VARIABLE_VALUES_CHECK = defineComputation(
  'check the values of variables',
  requireVariableValues,
);

/** @param content as it is frozen @throws DomainError `validation_error` when none of its mail can be rendered */
export function requireVariableValues(content: CampaignContent, now: Date): void {
  const compiled = compileCampaignContent(content);
  requirePollOf(compiled);
  try {
    renderCampaign(compiled, { contact: undefined, now });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // What is empty or too long for a person of whom nothing is known may be right for others.
    const { cause } = error;
    if (cause instanceof TemplateRenderError && cause.variable !== null) throw error;
  }
}
