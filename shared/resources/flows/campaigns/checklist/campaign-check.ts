// A check of a campaign (checks.ts lists them): what it looks at, and the moments at which it is made.
import type { DomainError } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { WorkerAbility } from '../../../../platform/work/processes/known-to-all.ts';
import type { CampaignContent } from '../../../messaging/campaign-contents/content.ts';
import type { ShownBody } from '../../../messaging/checklist/checked-message.ts';
import type { Finding, FindingCode } from '../../../messaging/checklist/finding.ts';
import type { MeasuredMail } from '../../../messaging/checklist/html-size.ts';
import type { CountOfLack } from '../../../messaging/checklist/value-checks.ts';
import type { Campaign } from '../campaign.ts';
import type { DispatchedCampaign } from '../dispatch/dispatched-campaign.ts';
import type { AbTest } from '../testing/ab-test.ts';
import type { MadeMessage } from './made-message.ts';
import type { CampaignSamples } from './samples.ts';
import type { Senders } from './senders.ts';

/** When a check is made. */
export type Moment =
  /** It is created or changed: only what is new is looked at, here and at a change. */
  | 'write'
  /** It is changed after it was sent or scheduled. */
  | 'change'
  /** A person asks for the checklist. */
  | 'checklist'
  /** It is sent or scheduled: under the lock of the account, so that nothing that it uses can be deleted. */
  | 'send'
  /** Its dispatch begins: its domains and its template may have changed since it was scheduled. */
  | 'begin'
  /** All of its audience was taken. */
  | 'taken';

/** A check. */
export interface CampaignCheck {
  /** What its findings are about. Absent: each has a code of its own, or it is a refusal that no checklist has. */
  code?: FindingCode;
  /** The field that its findings are about. */
  field?: string;
  /** What is found only by the checklist is a warning, and refuses nothing. */
  at: readonly Moment[];
  /** Looks at the campaign. */
  find?(seen: SeenCampaign): FoundFaults | Promise<FoundFaults>;
  /** Looks at a message. What is found in all variants of a test is said once, the rest with the variants. */
  findIn?(message: SeenMessage, seen: SeenCampaign): FoundFaults | Promise<FoundFaults>;
}

/** What a check finds: sentences, or with more than that; nothing. */
export type FoundFaults = CampaignFault | undefined | readonly (CampaignFault | undefined)[];

/** What is wrong. A refusal that names places of a source is a finding for each place. */
export type CampaignFault = string | DomainError | WordedFault;

/** What is wrong, where and how often. */
export interface WordedFault extends Partial<Finding> {
  message: string;
  /** How it is refused where there are no findings; absent: by its message. */
  refusal?: DomainError;
}

/** Something that a campaign says: all of it, or a variant of its test. */
export interface SeenMessage {
  /** The key of the variant; undefined: it tests nothing. */
  variant: string | undefined;
  content: CampaignContent;
  /** Compiled and rendered for the samples; undefined: it cannot be. */
  made: MadeMessage | undefined;
  /** Why not: its template is gone or has a second poll, or its source is at fault. */
  unmade: CampaignFault | undefined;
}

/** What its dispatch knows of a campaign, too. */
export type CheckedCampaign = Pick<Campaign, keyof Campaign & keyof DispatchedCampaign>;

/** An audience in numbers. */
export interface AudienceNumbers {
  sendable: number;
  countOf: CountOfLack;
  /** Contacts who have got measured mail for two weeks and opened none for long. */
  inactive: number;
}

/** A campaign with all that checks look at. What is not read at a moment is empty (look.ts). */
export interface SeenCampaign {
  database: Queryable;
  now: Date;
  campaign: CheckedCampaign;
  /** Its test, as long as it is not decided. */
  test: AbTest | null;
  messages: readonly SeenMessage[];
  /** The From addresses of its mail. */
  froms: readonly string[];
  /** At a change those that it did not have before, else all. */
  newFroms: readonly string[];
  senders: Senders;
  samples: CampaignSamples;
  /** Contacts that are not left out; undefined: counting took too long. */
  sendable: number | undefined;
  /** Emails of this month that are left to campaigns. */
  month: number;
  /** What it asks of workers. */
  asked: Pick<Campaign, 'ratePerHour' | 'timezoneProperty'> & { utm: object | null; poll: object | null };
  isKnown(ability: WorkerAbility): Promise<boolean>;
  /** Undefined: counting took too long. */
  numbers: AudienceNumbers | undefined;
  /** What its messages show; one that cannot be rendered shows nothing. */
  bodies: ReadonlyMap<SeenMessage, readonly ShownBody[]>;
  checkSize(mail: MeasuredMail): Promise<readonly Finding[]>;
}
