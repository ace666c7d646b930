// The people for whom a campaign is rendered before it is sent: the first contacts of its audience that are not left out. They
// are read before anything is locked: with a filter that few meet it may take seconds.
import type { TemplateContact } from '../../../../mail/templates/template.ts';
import type { Database, Queryable } from '../../../../platform/db/connect.ts';
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import { isTimeOut, withinTime } from '../../../audience/segments/counts/within-time.ts';
import {
  countAudience,
  findSendable,
  type SendableContact,
} from '../../../messaging/campaign-recipients/count-audience.ts';
import type { Samples } from '../../../messaging/checklist/checked-message.ts';
import { createContactValues } from '../../../messaging/templates/rendering/contact-values.ts';
import type { Campaign } from '../campaign.ts';

const CONTACTS = 3;
/** A person waits for it. */
const LOOK_MS = 5_000;
/** The address of a person of whom nothing is known: each recipient has one. */
const ANY_ADDRESS = 'someone@example.com';

/** What reading them needs. */
export interface SampleDeps {
  database: Database;
  simulatorDomains: readonly string[];
}

/** Whose mail is rendered. */
export interface CampaignSamples extends Samples {
  /** With the fallbacks of properties and nothing else. */
  anyone: TemplateContact;
  /** False: they could not be found in time, so there may be some. */
  areKnown: boolean;
  /** Where there are none: why contacts of the audience are left out → how many; null: not counted. */
  leftOut: Readonly<Record<string, number>> | null;
}

/** Reads the samples of a campaign. */
export async function findSamples(deps: SampleDeps, campaign: Campaign, now: Date): Promise<CampaignSamples> {
  const { accountId } = campaign;
  const found = await findFirst(deps, campaign, now);
  const findValues = createContactValues(deps.database);
  const known = (found ?? []).map(({ id, email }) => ({ accountId, contactId: id, address: email }));
  const leftOut = found?.length === 0 ? await findLeftOut(deps, campaign, now) : null;
  const [anyone, ...contacts] = await Promise.all([
    findValues({ accountId, contactId: NIL_UUID, address: ANY_ADDRESS }),
    ...known.map(findValues),
  ]);
  const areAll = (found?.length ?? CONTACTS) < CONTACTS;
  return { anyone, contacts, areAll, areKnown: found !== undefined, leftOut };
}

/** @returns undefined: it took too long */
async function findFirst(
  { database, simulatorDomains }: SampleDeps,
  campaign: Campaign,
  now: Date,
): Promise<SendableContact[] | undefined> {
  return await inTime(database, (client) =>
    findSendable(client, { ...campaign, createdUntil: now, simulatorDomains }, CONTACTS),
  );
}

async function findLeftOut(
  { database, simulatorDomains }: SampleDeps,
  campaign: Campaign,
  now: Date,
): Promise<CampaignSamples['leftOut']> {
  const counted = await inTime(database, (client) =>
    countAudience(client, { ...campaign, createdUntil: now, simulatorDomains, zones: undefined }),
  );
  return counted?.leftOut ?? null;
}

/** @returns undefined: it took too long */
async function inTime<Result>(
  database: Database,
  look: (client: Queryable) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await withinTime(database, LOOK_MS, look);
  } catch (error) {
    if (isTimeOut(error)) return undefined;
    throw error;
  }
}
