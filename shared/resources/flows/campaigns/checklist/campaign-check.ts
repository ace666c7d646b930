// A check of a campaign (checks.ts lists them): its inputs, and the moments at which it runs.
import type { DomainError } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { WorkerAbility } from '../../../../platform/work/processes/known-to-all.ts';
import type { CampaignContent } from '../../../messaging/campaign-contents/content.ts';
import type { ShownBody } from '../../../messaging/checklist/checked-message.ts';
import type { Finding, FindingCode } from '../../../messaging/checklist/finding.ts';
import type { MeasuredMail } from '../../../messaging/checklist/html-size.ts';
import type { CountOfLack } from '../../../messaging/checklist/value-checks.ts';
import type { AbTest } from '../ab-test/ab-test.ts';
import type { Campaign } from '../campaign.ts';
import type { DispatchedCampaign } from '../dispatch/dispatched-campaign.ts';
import type { MadeMessage } from './made-message.ts';
import type { CampaignSamples } from './samples.ts';
import type { Senders } from './senders.ts';

/** When a check is made. */
export type Moment =
  /** It is created or changed: only new parts are checked, here and at a change. */
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
  /** The code of its findings. Absent: each has a code of its own, or it is a refusal that no checklist has. */
  code?: FindingCode;
  /** The field that its findings are about. */
  field?: string;
  /** A finding of the checklist alone is a warning, and does not refuse. */
  at: readonly Moment[];
  /** Looks at the campaign. */
  find?(seen: InspectedCampaign): FoundFaults | Promise<FoundFaults>;
  /** Checks a message. A finding in all variants of a test is reported once, the others with their variants. */
  findIn?(message: InspectedMessage, seen: InspectedCampaign): FoundFaults | Promise<FoundFaults>;
}

/** The findings of a check: sentences, or more details; or none. */
export type FoundFaults = CampaignFault | undefined | readonly (CampaignFault | undefined)[];

/** A fault. A refusal that names places of a source is a finding for each place. */
export type CampaignFault = string | DomainError | WordedFault;

/** A fault with its place and number. */
export interface WordedFault extends Partial<Finding> {
  message: string;
  /** The refusal where there are no findings; absent: its message. */
  refusal?: DomainError;
}

/** Something that a campaign says: all of it, or a variant of its test. */
export interface InspectedMessage {
  /** The key of the variant; undefined: it tests nothing. */
  variant: string | undefined;
  content: CampaignContent;
  /** Compiled and rendered for the samples; undefined: it cannot be. */
  made: MadeMessage | undefined;
  /** The reason why it could not be made: its template was deleted or has a second poll, or its source is at fault. */
  unmade: CampaignFault | undefined;
}

/** The parts of a campaign that its dispatch knows, too. */
export type CheckedCampaign = Pick<Campaign, keyof Campaign & keyof DispatchedCampaign>;

/** An audience in numbers. */
export interface AudienceNumbers {
  sendable: number;
  countOf: CountOfLack;
  /** Contacts who have got measured mail for two weeks and opened none for long. */
  inactive: number;
}

/** A campaign with all inputs of checks. Inputs that are not read at a moment are empty (inspect-campaign.ts). */
export interface InspectedCampaign {
  database: Queryable;
  now: Date;
  campaign: CheckedCampaign;
  /** Its test, until it is decided. */
  test: AbTest | null;
  messages: readonly InspectedMessage[];
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
  /** The abilities that it needs from workers. */
  asked: Pick<Campaign, 'ratePerHour' | 'timezoneProperty'> & { utm: object | null; poll: object | null };
  isKnown(ability: WorkerAbility): Promise<boolean>;
  /** Undefined: counting took too long. */
  numbers: AudienceNumbers | undefined;
  /** The visible parts of its messages; one that cannot be rendered has none. */
  bodies: ReadonlyMap<InspectedMessage, readonly ShownBody[]>;
  checkSize(mail: MeasuredMail): Promise<readonly Finding[]>;
}
