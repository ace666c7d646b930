// What campaigns say, compiled. It never changes, so a process keeps what it has compiled; it is looked up by its id, once
// for all who ask at the same time.
import type { Utm } from '../../../mail/links/utm.ts';
import type { CompiledTemplate } from '../../../mail/templates/compile.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { ByteCache, type Weighed } from '../../../platform/sharing/byte-cache.ts';
import type { FairTurns } from '../../../platform/sharing/fair-turns.ts';
import { type ParsedMailbox, parseStoredNamedMailbox } from '../emails/email.ts';
import type { PollDefinition } from '../polls/poll.ts';
import { compileComplete } from '../templates/check-source.ts';
import type { CampaignContent } from './content.ts';
import { requireCampaignContent } from './find-content.ts';

/** A content that can be rendered. */
export interface CompiledCampaign extends Weighed {
  id: string;
  templateId: string | null;
  from: ParsedMailbox;
  replyTo: readonly ParsedMailbox[];
  /** Whether it shows values of the contact. */
  usesContact: boolean;
  variables: Readonly<Record<string, unknown>>;
  postalAddress: string | null;
  /** Parameters that the links of its html get; null: none. */
  utm: Utm | null;
  /** The poll of its mail; null: none. */
  poll: PollDefinition | null;
  compiled: CompiledTemplate;
}

/** The contents that a process has compiled. */
export interface CampaignContents {
  get(accountId: string, contentId: string): Promise<CompiledCampaign>;
}

/** Compiled contents that stay in memory. */
const CACHE_MAX_BYTES = 64 * 1024 * 1024;

/** Creates the contents of a process. @param turns compiling a hostile source takes about ten milliseconds */
export function createCampaignContents(database: Database, turns: FairTurns): CampaignContents {
  const cache = new ByteCache<CompiledCampaign>(CACHE_MAX_BYTES);
  const load = async (accountId: string, id: string): Promise<CompiledCampaign> => {
    const content = await requireCampaignContent(database, accountId, id);
    return await turns.run(accountId, () => compileCampaignContent(content));
  };
  return { get: (accountId, id) => cache.getOrLoad(id, () => load(accountId, id)) };
}

/** Compiles a content. @throws DomainError `validation_error` for faults of the source */
export function compileCampaignContent(content: CampaignContent): CompiledCampaign {
  const { id, templateId, declared } = content;
  const compiled = compileComplete({ ...content, from: null, replyTo: [], variables: declared ?? [] });
  return {
    id,
    templateId,
    ...addressesOf(content),
    usesContact: compiled.usesContact,
    variables: content.variables ?? {},
    postalAddress: content.postalAddress,
    utm: content.utm,
    poll: content.poll,
    compiled,
    bytes: compiled.bytes,
  };
}

/** Its senders and reply addresses. */
export function addressesOf({ from, replyTo }: Pick<CampaignContent, 'from' | 'replyTo'>): {
  from: ParsedMailbox;
  replyTo: ParsedMailbox[];
} {
  return { from: parseStored(from), replyTo: replyTo.map(parseStored) };
}

/** Parses a stored address, which was valid when it was given. */
function parseStored(text: string): ParsedMailbox {
  const mailbox = parseStoredNamedMailbox(text);
  if (!mailbox) throw new Error('A stored address of a campaign cannot be parsed.');
  return mailbox;
}
