// The people for whom a campaign is rendered before it is sent: the first contacts of its audience that are not left out. They
// are read before anything is locked: with a filter that few meet it may take seconds.
import type { TemplateContact } from '../../../../mail/templates/template.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import { unlessTimeOut, withinTime } from '../../../audience/segments/counts/within-time.ts';
import { countAudience, findSendable } from '../../../messaging/campaign-recipients/count-audience.ts';
import type { Samples } from '../../../messaging/checklist/checked-message.ts';
import { createContactValues } from '../../../messaging/templates/rendering/contact-values.ts';
import { type AudienceDeps, COUNT_MS } from '../audience/find-audience.ts';
import type { Campaign } from '../campaign.ts';

const CONTACTS = 3;
/** The address of an unknown person: each recipient has one. */
const ANY_ADDRESS = 'someone@example.com';

/** The contacts whose mail is rendered. */
export interface CampaignSamples extends Samples {
  /** A person with the fallbacks of properties and nothing else. */
  anyone: TemplateContact | undefined;
  /** False: they could not be found in time, so there may be some. */
  areKnown: boolean;
  /** Without samples: reason why contacts of the audience are left out → number; null: not counted. */
  leftOut: Readonly<Record<string, number>> | null;
}

/** The samples if the audience is not read: an unknown person. */
export const NO_SAMPLES: CampaignSamples = {
  anyone: undefined,
  contacts: [],
  areAll: false,
  areKnown: false,
  leftOut: null,
};

/** Reads the samples of a campaign. */
export async function findSamples(
  { database, simulatorDomains }: AudienceDeps,
  campaign: Campaign,
  now: Date,
): Promise<CampaignSamples> {
  const { accountId } = campaign;
  const audience = { ...campaign, createdUntil: now, simulatorDomains };
  const look = <T>(count: (client: Queryable) => Promise<T>) =>
    unlessTimeOut(withinTime(database, COUNT_MS, count));
  const found = await look((client) => findSendable(client, audience, CONTACTS));
  const counted =
    found?.length === 0
      ? await look((client) => countAudience(client, { ...audience, zones: undefined }))
      : undefined;
  const findValues = createContactValues(database);
  const known = (found ?? []).map(({ id, email }) => ({ accountId, contactId: id, address: email }));
  const [anyone, ...contacts] = await Promise.all([
    findValues({ accountId, contactId: NIL_UUID, address: ANY_ADDRESS }),
    ...known.map(findValues),
  ]);
  const areAll = (found?.length ?? CONTACTS) < CONTACTS;
  return { anyone, contacts, areAll, areKnown: found !== undefined, leftOut: counted?.leftOut ?? null };
}
