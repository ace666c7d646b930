// STUB until the part about contents is merged.
import { DomainError, notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import type { CampaignContent } from './content.ts';
import { insertCampaignContent } from './insert-content.ts';

export async function prepareFrozenContent(
  database: Queryable,
  content: CampaignContent,
  { ids, now }: { ids: Ids; now: Date },
): Promise<CampaignContent | DomainError> {
  const frozen = { ...content, id: ids.next(), createdAt: now };
  if (content.templateId === null) return frozen;
  const { rows } = await database.query(
    `SELECT coalesce(inlined_html, html) AS html, text, variables AS declared FROM templates
     JOIN template_versions AS version ON version.id = published_version_id WHERE templates.id = $1`,
    [content.templateId],
  );
  return rows[0] ? { ...frozen, ...rows[0] } : notFound('Template');
}

export async function freezeCampaignContent(
  database: Queryable,
  content: CampaignContent,
  options: { ids: Ids; now: Date },
): Promise<CampaignContent | DomainError> {
  const frozen = await prepareFrozenContent(database, content, options);
  if (!(frozen instanceof DomainError)) await insertCampaignContent(database, frozen);
  return frozen;
}

export async function requireFreezable(database: Queryable, content: CampaignContent): Promise<void> {
  const frozen = await prepareFrozenContent(database, content, {
    ids: { next: () => '' } as Ids,
    now: new Date(0),
  });
  if (frozen instanceof DomainError) throw frozen;
}
