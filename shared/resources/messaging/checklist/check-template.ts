// The checklist of a template: its newest version, rendered with given values. It has no audience and no sender, so only what it
// says is checked.
import { DomainError } from '../../../contract/domain-error.ts';
import type { TemplateValues } from '../../../mail/templates/template.ts';
import { requireTemplate } from '../templates/find.ts';
import { type PreparedContent, type PublishDeps, prepareToPublish } from '../templates/publishing/publish.ts';
import { NOTHING_GIVEN, renderContents } from '../templates/rendering/render-email.ts';
import type { TemplateContent, TemplatePath } from '../templates/template.ts';
import { checkBody } from './body-checks.ts';
import { type CheckedMessage, readBodies, renderSamples, type ShownBody } from './checked-message.ts';
import { type Finding, findingsOfSource, sortFindings } from './finding.ts';
import { checkHtmlSize } from './html-size.ts';
import { type FoundTarget, targetsOf } from './link-answers.ts';
import { checkRendering } from './render-checks.ts';
import { checkValues } from './value-checks.ts';

/** What was found, and the links that may be opened. */
export interface TemplateChecklist {
  findings: readonly Finding[];
  targets: readonly FoundTarget[];
}

/** @param values of a sample; without a contact: a person of whom nothing is known @throws DomainError `not_found` */
export async function checkTemplate(
  deps: PublishDeps,
  path: TemplatePath,
  values: TemplateValues,
): Promise<TemplateChecklist> {
  const { content } = await requireTemplate(deps.database, path);
  const prepared = await orFindings(() => prepareToPublish(deps, path.accountId, content));
  if (Array.isArray(prepared)) return { findings: prepared, targets: [] };
  const checked = await render(deps, { path, content, prepared }, values);
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
}

async function orFindings(prepare: () => Promise<PreparedContent>): Promise<PreparedContent | Finding[]> {
  try {
    return await prepare();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return findingsOfSource(error);
  }
}

interface Rendering {
  path: TemplatePath;
  content: TemplateContent;
  prepared: PreparedContent;
}

async function render(
  { turns }: PublishDeps,
  { path, content, prepared: { compiled } }: Rendering,
  values: TemplateValues,
): Promise<CheckedMessage> {
  const { subject, previewText, html, text } = content;
  const source = { subject, preview_text: previewText, html, text };
  const samples = { contacts: values.contact ? [values.contact] : [], areAll: false };
  return await renderSamples({ source, usesContact: compiled.usesContact }, samples, (contact) =>
    turns.run(path.accountId, () => renderContents(compiled, { ...values, contact }, NOTHING_GIVEN)),
  );
}

/** What measures a mail, and its own links, are of the mail that is made of the template. */
function sizeOf({ rendered: { html, previewText } }: ShownBody): Finding[] {
  return html ? checkHtmlSize(html, previewText) : [];
}
