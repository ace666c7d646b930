// The checklist of a template: its newest version, rendered with given values. It has no audience and no sender, so only what it
// says is checked.
import { DomainError } from '../../../contract/domain-error.ts';
import type { TemplateValues } from '../../../mail/templates/template.ts';
import { defineComputation } from '../../../platform/sharing/computer.ts';
import { compileComplete, sourceOf } from '../templates/check-source.ts';
import { requireTemplate } from '../templates/find.ts';
import { type PublishDeps, prepareToPublish } from '../templates/publishing/publish.ts';
import { renderContents } from '../templates/rendering/render-email.ts';
import type { CompilableContent, TemplatePath } from '../templates/template.ts';
import { checkBody } from './body-checks.ts';
import { type CheckedMessage, readBodies, renderSamples, type ShownBody } from './checked-message.ts';
import { type Finding, findingsOfSource, sortFindings } from './finding.ts';
import { checkHtmlSize } from './html-size.ts';
import { type FoundTarget, targetsOf } from './link-answers.ts';
import { checkRendering } from './render-checks.ts';
import { checkValues } from './value-checks.ts';

/** The findings, and the links that may be opened. */
export interface TemplateChecklist {
  findings: readonly Finding[];
  targets: readonly FoundTarget[];
}

/** The checked content, with its html as it is sent. */
type CheckedContent = CompilableContent & { sentHtml: string | null };

/** @param values of a sample; without a contact: an unknown person @throws DomainError `not_found` */
export async function checkTemplate(
  deps: PublishDeps,
  path: TemplatePath,
  values: TemplateValues,
): Promise<TemplateChecklist> {
  const { content } = await requireTemplate(deps.database, path);
  const source = sourceOf(content);
  try {
    const sentHtml = (await prepareToPublish(deps, path.accountId, content)) ?? content.html;
    return await deps.computer.run(path.accountId, TEMPLATE_CHECK, { ...source, sentHtml }, values);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { findings: findingsOfSource(error), targets: [] };
  }
}

/** The checks of a content that can be published. */
export const TEMPLATE_CHECK = defineComputation(
  'check a template',
  async ({ sentHtml, ...content }: CheckedContent, values: TemplateValues): Promise<TemplateChecklist> => {
    const checked = render({ ...content, html: sentHtml }, content, values);
    const bodies = await readBodies(checked);
    const { source } = checked;
    return {
      findings: sortFindings([
        ...checkRendering(checked),
        ...checkValues(checked, () => undefined, ''),
        ...bodies.flatMap((body) => [...sizeOf(body), ...checkBody(body, source)]),
      ]),
      targets: targetsOf(bodies, source.html),
    };
  },
);

function render(sent: CompilableContent, source: CompilableContent, values: TemplateValues): CheckedMessage {
  const compiled = compileComplete(sent);
  const samples = { contacts: values.contact ? [values.contact] : [], areAll: false };
  return renderSamples({ source, usesContact: compiled.usesContact }, samples, (contact) =>
    renderContents(compiled, { ...values, contact }),
  );
}

/** Tracking and recipients' links belong to the mail that is made of the template. */
function sizeOf({ rendered }: ShownBody): Finding[] {
  return rendered.html ? checkHtmlSize(rendered) : [];
}
