// STUB until the part about contents is merged.
import type { CompiledTemplate } from '../../../mail/templates/compile.ts';
import type { Database } from '../../../platform/db/connect.ts';
import type { FairTurns } from '../../../platform/sharing/fair-turns.ts';
import { type ParsedMailbox, parseNamedMailbox } from '../emails/email.ts';
import { compileComplete } from '../templates/check-source.ts';
import type { CampaignContent } from './content.ts';
import { requireCampaignContent } from './find-content.ts';

export interface CompiledCampaign {
  id: string;
  templateId: string | null;
  from: ParsedMailbox;
  replyTo: readonly ParsedMailbox[];
  usesContact: boolean;
  variables: Readonly<Record<string, unknown>>;
  compiled: CompiledTemplate;
}

export interface CampaignContents {
  get(accountId: string, contentId: string): Promise<CompiledCampaign>;
}

export function compileCampaignContent(content: CampaignContent): CompiledCampaign {
  const { id, templateId, from, replyTo, variables, declared, subject, previewText, html, text } = content;
  const compiled = compileComplete({
    ...{ from: null, subject, replyTo: [], previewText, html, text, variables: declared ?? [] },
    ...{ inlineCss: false, editor: 'code', document: null },
  });
  const parse = (address: string) => parseNamedMailbox(address) as ParsedMailbox;
  return {
    ...{ id, templateId, from: parse(from), replyTo: (replyTo ?? []).map(parse) },
    ...{ usesContact: compiled.usesContact, variables: variables ?? {}, compiled },
  };
}

export function createCampaignContents(database: Database, _turns: FairTurns): CampaignContents {
  return {
    get: async (accountId, id) =>
      compileCampaignContent(await requireCampaignContent(database, accountId, id)),
  };
}
