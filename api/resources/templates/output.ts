// JSON forms of templates (docs/reference/templates.md#the-template-record).
import { renderedJson, writtenJson } from '../../../shared/contract/mail/fields.ts';
import { variableJson } from '../../../shared/mail/templates/variable-types.ts';
import type { FullVersion } from '../../../shared/resources/messaging/templates/find.ts';
import type { TemplateVersion } from '../../../shared/resources/messaging/templates/list.ts';
import type { RenderedContents } from '../../../shared/resources/messaging/templates/rendering/render-email.ts';
import { warningsOf } from '../../../shared/resources/messaging/templates/rendering/warnings.ts';
import type {
  FullTemplate,
  Template,
  TemplateContent,
} from '../../../shared/resources/messaging/templates/template.ts';
import { variableId } from '../../../shared/resources/messaging/templates/variables.ts';
import { toPollField } from '../emails/poll-field.ts';

/** An item of GET /templates. */
export function toTemplateItem(template: Template) {
  return {
    id: template.id,
    name: template.name,
    alias: template.alias,
    status: template.publishedVersionId === null ? 'draft' : 'published',
    has_unpublished_versions: template.currentVersionId !== template.publishedVersionId,
    published_at: template.publishedAt?.toISOString() ?? null,
    created_at: template.createdAt.toISOString(),
    updated_at: template.updatedAt.toISOString(),
  };
}

/** A template with its newest content. */
export function toTemplate(template: FullTemplate) {
  return {
    object: 'template',
    ...toTemplateItem(template),
    current_version_id: template.currentVersionId,
    published_version_id: template.publishedVersionId,
    ...toContentFields(template, template.content),
  };
}

/** The source of emails. */
function toContentFields({ id, createdAt }: Template, content: TemplateContent) {
  return {
    ...writtenJson(content),
    variables: content.variables.map((variable) => ({
      id: variableId(id, variable.key),
      ...variableJson(variable),
      created_at: variable.createdAt ?? createdAt.toISOString(),
      updated_at: variable.updatedAt ?? createdAt.toISOString(),
    })),
    inline_css: content.inlineCss,
    editor: content.editor,
    document: content.document,
    poll: toPollField(content.poll),
  };
}

/** An item of GET /templates/:id/versions. */
export function toVersionItem(
  { currentVersionId, publishedVersionId }: Template,
  { id, subject, createdAt, updatedAt, publishedAt }: TemplateVersion,
) {
  return {
    id,
    status: statusOf(id, currentVersionId, publishedVersionId),
    subject,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    published_at: publishedAt?.toISOString() ?? null,
  };
}

/** A version with its content. */
export function toVersion(template: Template, version: FullVersion) {
  return {
    object: 'template_version',
    template_id: template.id,
    ...toVersionItem(template, version),
    ...toContentFields(template, version),
  };
}

function statusOf(id: string, currentId: string, publishedId: string | null): string {
  if (id === publishedId) return 'published';
  return id === currentId ? 'draft' : 'superseded';
}

/** The answer of the previews. */
export function toPreview(contents: RenderedContents) {
  return { object: 'template_preview', ...renderedJson(contents), warnings: warningsOf(contents) };
}
