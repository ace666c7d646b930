// STUB until the part about contents is merged.
import type { TemplateContact } from '../../../mail/templates/template.ts';
import { NOTHING_GIVEN, renderContents } from '../templates/rendering/render-email.ts';
import type { CompiledCampaign } from './compiled-contents.ts';

export interface RenderedCampaign {
  subject: string;
  previewText: string | null;
  html: string | null;
  text: string | null;
  data: Readonly<Record<string, unknown>>;
  emptyNames: readonly string[];
}

export function renderCampaign(
  { compiled, variables }: CompiledCampaign,
  { contact, now }: { contact: TemplateContact | undefined; now: Date },
): RenderedCampaign {
  const { subject, previewText, html, text, emptyNames } = renderContents(
    compiled,
    { variables, contact, now },
    NOTHING_GIVEN,
  );
  return { subject: subject ?? '', previewText, html, text, data: {}, emptyNames };
}
