// Where what a campaign says has a link to its version on the web (docs/reference/web-version.md).
import { findUsesOfName } from '../../../../mail/templates/analyse.ts';
import type { TemplateProblem } from '../../../../mail/templates/template.ts';
import { compileContent, refusalOfProblems } from '../../../messaging/templates/check-source.ts';
import type { CampaignSaying } from './given-campaign.ts';

const NAME = 'WEB_VERSION_URL';

/** Whether workers have to make such links. @throws DomainError `validation_error` for faults of the source */
export function hasWebVersionLink(saying: CampaignSaying): boolean {
  return findLinks(saying).length > 0;
}

/** Of a campaign without such a page: its links would lead nowhere. @throws DomainError `validation_error` */
export function refuseWebVersionLinks(saying: CampaignSaying): void {
  const problems = findLinks(saying);
  if (problems.length > 0) throw refusalOfProblems(problems);
}

/** What does not have the name is not compiled. */
function findLinks({ html, text, declared }: CampaignSaying): TemplateProblem[] {
  if (!html?.includes(NAME) && !text?.includes(NAME)) return [];
  const compiled = compileContent({
    ...{ from: null, subject: null, replyTo: [], previewText: null, html, text, variables: declared ?? [] },
    ...{ inlineCss: false, editor: 'code', document: null },
  });
  return findUsesOfName(compiled, NAME, `\`${NAME}\` has no page to lead to: \`web_version\` is off`);
}
