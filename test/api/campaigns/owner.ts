// An account that may send, with a contact, and requests about its campaigns.
import { expect } from 'chai';
import { HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { type Caller, type CallerFields, createCaller } from '../../support/api/account.ts';
import type { TestApp } from '../../support/api/app.ts';
import { createContact, defaultAudienceOf } from '../../support/factories/contact-factories.ts';
import { createDomain } from '../../support/factories/factories.ts';

type Answer = ReturnType<Caller['api']['post']>;

/** A campaign, as the API answers it. */
export interface ShownCampaignRecord {
  id: string;
  name: string;
  status: string;
  updated_at: string;
  [field: string]: unknown;
}

/** An account with a domain and a contact. */
export interface CampaignOwner extends Caller {
  domain: { id: string; name: string };
  from: string;
  audienceId: string;
  contactId: string;
  /** POST /campaigns, by default with all that it needs. */
  create(fields?: object): Answer;
  /** Creates a campaign, which must succeed. */
  made(fields?: object): Promise<ShownCampaignRecord>;
  change(id: string, fields: object): Answer;
  /** POST of a path below the campaign. */
  post(id: string, below: string, body?: object): Answer;
  shown(id: string): Promise<ShownCampaignRecord>;
  /** Puts a campaign into a state, as its dispatch would. */
  put(id: string, columns: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Creates the account. */
export async function createCampaignOwner(app: TestApp, fields: CallerFields = {}): Promise<CampaignOwner> {
  const caller = await createCaller(app, fields);
  const { accountId, api } = caller;
  const domain = await createDomain(app.pool, accountId);
  const from = `Ana <ana@${domain.name}>`;
  const audienceId = await defaultAudienceOf(app.pool, accountId);
  const { id: contactId } = await createContact(app.pool, {
    accountId,
    email: 'bo@customer.dev',
    firstName: 'Bo',
  });
  // An audience has those who were contacts before, and factories know the time of the machine only.
  app.clock.advance(HOUR_MS);
  const create = (given: object = {}) =>
    api
      .post('/campaigns')
      .send({ audience_id: audienceId, from, subject: 'News', html: '<p>Hello</p>', ...given });
  return {
    ...caller,
    domain,
    from,
    audienceId,
    contactId,
    create,
    async made(given) {
      const { status, body } = await create(given);
      expect(status, JSON.stringify(body)).to.equal(201);
      return body;
    },
    change: (id, given) => api.patch(`/campaigns/${id}`).send(given),
    post: (id, below, body) => api.post(`/campaigns/${id}/${below}`).send(body),
    shown: (id) => caller.read(`/campaigns/${id}`),
    async put(id, columns) {
      const names = Object.keys(columns);
      const set = names.map((name, index) => `${name} = $${index + 2}`).join(', ');
      await app.pool.query(`UPDATE campaigns SET ${set} WHERE id = $1`, [id, ...Object.values(columns)]);
    },
  };
}
