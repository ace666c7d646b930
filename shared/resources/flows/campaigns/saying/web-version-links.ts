// Where what a campaign says has a link to its version on the web (docs/reference/web-version.md).
import { NOTHING_SAID } from '../../../../contract/mail/fields.ts';
import { findUsesOfName } from '../../../../mail/templates/analyse.ts';
import type { TemplateProblem } from '../../../../mail/templates/template.ts';
import { type Computer, defineComputation } from '../../../../platform/sharing/computer.ts';
import type { CampaignSaying } from '../../../messaging/campaign-contents/content.ts';
import { compileContent, refusalOfProblems } from '../../../messaging/templates/check-source.ts';

const NAME = 'WEB_VERSION_URL';

/** What is looked at for links. */
type LinkedSaying = Pick<CampaignSaying, 'html' | 'text' | 'declared'>;

/** Whether there are such links; without a page they are refused. */
export const WEB_VERSION_LINKS = defineComputation(
  'find links to the web version',
  (saying: LinkedSaying, hasPage: boolean): boolean => {
    if (!hasPage) refuseWebVersionLinks(saying);
    return hasPage && findWebVersionUses(saying).length > 0;
  },
);

/**
 * Whether workers have to make such links.
 * @param hasPage whether the campaign has such a page: without one its links would lead nowhere
 * @throws DomainError `validation_error` for faults of the source, and for links without a page
 */
export async function findWebVersionLinks(
  computer: Computer,
  accountId: string,
  { html, text, declared }: LinkedSaying,
  hasPage: boolean,
): Promise<boolean> {
  if (!hasName({ html, text })) return false;
  return await computer.run(accountId, WEB_VERSION_LINKS, { html, text, declared }, hasPage);
}

/** Of a campaign without such a page: its links would lead nowhere. @throws DomainError `validation_error` */
export function refuseWebVersionLinks(saying: LinkedSaying): void {
  const problems = findWebVersionUses(saying);
  if (problems.length > 0) throw refusalOfProblems(problems);
}

/** What does not have the name is not compiled. */
export function findWebVersionUses({ html, text, declared }: LinkedSaying): TemplateProblem[] {
  if (!hasName({ html, text })) return [];
  const compiled = compileContent({ ...NOTHING_SAID, html, text, variables: declared ?? [] });
  return findUsesOfName(compiled, NAME, `\`${NAME}\` has no page to lead to: \`web_version\` is off`);
}

function hasName({ html, text }: Pick<LinkedSaying, 'html' | 'text'>): boolean {
  return Boolean(html?.includes(NAME) || text?.includes(NAME));
}
