// Compiles what a campaign says, and renders it for its samples: a computation, which a process does where it likes.
import { findUsesOfName } from '../../../../mail/templates/analyse.ts';
import type { TemplateProblem } from '../../../../mail/templates/template.ts';
import { defineComputation } from '../../../../platform/sharing/computer.ts';
import { compileCampaignContent } from '../../../messaging/campaign-contents/compiled-contents.ts';
import type { CampaignContent } from '../../../messaging/campaign-contents/content.ts';
import {
  type CampaignAsWritten,
  renderAsWritten,
} from '../../../messaging/campaign-contents/render-campaign.ts';
import { type CheckedMessage, renderSamples } from '../../../messaging/checklist/checked-message.ts';
import type { CampaignSamples } from './samples.ts';

const WEB_VERSION = 'WEB_VERSION_URL';

/** A message that was compiled, and rendered for the samples. */
export interface MadeMessage {
  frozen: CampaignContent;
  /** Whether it has a place for a poll. */
  usesPoll: boolean;
  /** Its links to the version on the web, as faults of a campaign that has none. */
  webVersionLinks: readonly TemplateProblem[];
  checked: CheckedMessage<CampaignAsWritten>;
}

/** Makes a message. @throws DomainError for faults of the source */
export const CAMPAIGN_MESSAGE = defineComputation(
  'make a message of a campaign',
  (
    frozen: CampaignContent,
    { samples, now }: { samples: CampaignSamples; now: Date },
  ): Omit<MadeMessage, 'frozen'> => {
    const content = compileCampaignContent(frozen);
    const { compiled, usesContact } = content;
    const why = `\`${WEB_VERSION}\` has no page to link to: \`web_version\` is off`;
    return {
      usesPoll: compiled.usesPoll,
      webVersionLinks: findUsesOfName(compiled, WEB_VERSION, why),
      checked: renderSamples({ source: frozen, usesContact }, samples, (contact) =>
        renderAsWritten(content, { contact: contact ?? samples.anyone, now }),
      ),
    };
  },
);
