// Copies of a campaign for a part of its audience (docs/reference/campaigns.md#follow-ups).
import { expect } from 'chai';
import { CAMPAIGNS_MAX, LIST_NAME_MAX_LENGTH, SEGMENTS_MAX } from '../../../shared/contract/limits.ts';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import {
  type AttemptResult,
  recordOutcomes,
} from '../../../shared/resources/messaging/emails/delivery/record.ts';
import { lockHitRecipients } from '../../../shared/resources/messaging/emails/tracking/lock-recipients.ts';
import { recordHits } from '../../../shared/resources/messaging/emails/tracking/record-hits.ts';
import { claimEmail, outcomeOf } from '../../shared/resources/messaging/emails/delivery/outcomes.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import {
  createCampaign,
  createCampaignEmail,
  createCampaignRecipient,
  type MadeCampaign,
} from '../../support/factories/campaign-factories.ts';
import { createContact, createSegment } from '../../support/factories/contact-factories.ts';
import { SILENT_QUEUES } from '../../support/queues/queues.ts';
import { createCampaignOwner } from './owner.ts';

/** What servers say about the mail, and whether a person has got it. */
const RESULTS: [AttemptResult, boolean][] = [
  ['delivered', true],
  ['sent', true],
  ['complained', true],
  ['bounced', false],
  ['failed', false],
  ['delayed', false],
];
/** What is done with it: by whom, and whether a link is followed. */
const HITS: { machine: 'scanner' | null; isClick: boolean }[][] = [
  [],
  [{ machine: null, isClick: false }],
  [{ machine: null, isClick: true }],
  [
    { machine: 'scanner', isClick: false },
    { machine: 'scanner', isClick: true },
  ],
  [
    { machine: 'scanner', isClick: true },
    { machine: null, isClick: false },
    { machine: null, isClick: true },
  ],
];
const FOLLOW_UPS = ['not_opened', 'not_clicked', 'not_received', 'new'] as const;

describe('POST /campaigns/:id/duplicate', () => {
  const app = useApp();
  const owner = useEach(() => createCampaignOwner(app));
  const ids = createIds(createSystemClock());
  const deps = () => ({ database: app.pool, ids, queues: SILENT_QUEUES });

  const contact = async (segmentIds: string[] = []) =>
    (await createContact(app.pool, { accountId: owner.accountId, segmentIds })).id;

  /** Mails a contact, and does things with the mail. */
  async function mail(
    campaign: MadeCampaign,
    contactId: string,
    result: AttemptResult,
    hits: (typeof HITS)[number],
  ) {
    const email = await createCampaignEmail(app.pool, campaign, { contactId });
    await app.pool.query('UPDATE emails SET tracking = 3 WHERE id = $1', [email.id]);
    const token = await claimEmail(app.pool, email);
    await recordOutcomes(deps(), [outcomeOf({ ...email, token }, { result, nextAttemptAt: new Date() })]);
    const recipientId = email.recipients[0]?.id ?? '';
    const at = app.clock.now();
    await transaction(app.pool, async (client) => {
      const recipients = await lockHitRecipients(client, [recipientId], [email.id]);
      const recorded = hits.map(({ machine, isClick }) => ({
        recipientId,
        machine,
        link: isClick ? 'https://acme.dev' : null,
        at,
        ipAddress: '',
        userAgent: '',
      }));
      await recordHits(client, recorded, recipients, deps());
    });
  }

  /** Mails contacts with every outcome and every use of it. @returns what each of them did */
  async function mailAll(campaign: MadeCampaign) {
    const done = [];
    for (const [result, isReceived] of RESULTS)
      for (const hits of isReceived ? HITS : HITS.slice(0, 1)) {
        const id = await contact();
        await mail(campaign, id, result, hits);
        const people = hits.filter(({ machine }) => machine === null);
        const isClicked = people.some(({ isClick }) => isClick);
        done.push({ id, isReceived, isOpened: people.length > 0, isClicked });
      }
    return done;
  }

  it('Copies a campaign for those who got it and did not open it or follow a link, who did not get it, or who are new in its audience, with a dynamic segment of them.', async () => {
    const { id: segmentId } = await createSegment(app.pool, owner.accountId);
    const name = 'x'.repeat(LIST_NAME_MAX_LENGTH);
    const campaign = await createCampaign(app.pool, owner.accountId, { segmentId, name, status: 'sent' });
    const mailed = await mailAll(campaign);
    const unmailed: string[] = [];
    for (const state of ['left_out', 'pending', 'canceled'])
      unmailed.push(
        await createCampaignRecipient(app.pool, campaign, { contactId: await contact([segmentId]), state }),
      );
    const idsOf = (each: typeof mailed) => each.map(({ id }) => id);
    const received = mailed.filter(({ isReceived }) => isReceived);
    const expected = {
      not_opened: idsOf(received.filter(({ isOpened }) => !isOpened)),
      not_clicked: idsOf(received.filter(({ isClicked }) => !isClicked)),
      not_received: [...unmailed, ...idsOf(mailed.filter(({ isReceived }) => !isReceived))],
      new: [await contact([segmentId])],
    };
    // It is not in the segment of the campaign.
    await contact();
    app.clock.advance(DAY_MS);
    for (const [index, audience] of FOLLOW_UPS.entries()) {
      const path = `/${index % 2 === 0 ? 'campaigns' : 'broadcasts'}/${campaign.id}/duplicate`;
      const { status, body } = await owner.api.post(path).send({ audience });
      expect([status, body.status, body.audience_id]).to.deep.equal([201, 'draft', owner.audienceId]);
      const { data } = await owner.read(`/segments/${body.segment_id}/contacts?limit=100`);
      expect(idsOf(data), audience).to.have.members(expected[audience]);
      const segment = await owner.read(`/segments/${body.segment_id}`);
      expect(segment.contacts_count).to.equal(expected[audience].length);
      expect(segment.name).to.match(/^(?:Not opened|Not clicked|Not received|New since): x{100,}$/);
      expect((await owner.read(`/campaigns/${body.id}/audience`)).total).to.equal(expected[audience].length);
    }
  });

  it('Takes all contacts of the audience that are new for a copy of a campaign without a segment.', async () => {
    const campaign = await createCampaign(app.pool, owner.accountId, { status: 'sent' });
    await createCampaignRecipient(app.pool, campaign, { contactId: owner.contactId });
    const added = [await contact(), await contact()];
    const { body } = await owner.post(campaign.id, 'duplicate', { audience: 'new' }).expect(201);
    const { data } = await owner.read(`/segments/${body.segment_id}/contacts`);
    expect(data.map(({ id }: { id: string }) => id)).to.have.members(added);
  });

  it('Rejects a copy for a part of the audience of a campaign that has not begun with validation_error 422, and of one whose audience or segment was deleted with not_found 404.', async () => {
    const { id: segmentId } = await createSegment(app.pool, owner.accountId);
    const draft = await owner.made();
    const sent = await createCampaign(app.pool, owner.accountId, { segmentId, status: 'sent' });
    const refused = async (id: string, status: 404 | 422, audience = 'new') =>
      expectError(
        await owner.post(id, 'duplicate', { audience }),
        status,
        status === 404 ? 'not_found' : 'validation_error',
      );
    for (const audience of FOLLOW_UPS)
      expect(await refused(draft.id, 422, audience)).to.include('not started');
    // Its recipients have gone with the retention: all contacts would be new.
    await owner.put(sent.id, { dispatch_id: null, total: 1 });
    for (const audience of FOLLOW_UPS) expect(await refused(sent.id, 422, audience)).to.include('so old');
    await owner.put(sent.id, { dispatch_id: sent.dispatchId });
    await owner.api.delete(`/segments/${segmentId}`).expect(200);
    expect(await refused(sent.id, 404)).to.equal('Segment not found.');
    await app.pool.query('UPDATE audiences SET deleted_at = now() WHERE id = $1', [owner.audienceId]);
    expect(await refused(sent.id, 404, 'not_opened')).to.equal('Audience not found.');
    expect([await owner.count('segments'), await owner.count('campaigns')]).to.deep.equal([0, 2]);
  });

  it('Makes neither the copy nor its segment when the account has 500 segments or 10,000 campaigns.', async () => {
    const { id } = await createCampaign(app.pool, owner.accountId, { status: 'sent' });
    const copy = () => owner.post(id, 'duplicate', { audience: 'not_opened' });
    const fill = (table: string, columns: string, values: string, count: number) =>
      app.pool.query(
        `INSERT INTO ${table} (${columns})
         SELECT ${values} FROM generate_series(1, $3::integer)`,
        [owner.accountId, owner.audienceId, count],
      );
    await fill(
      'segments',
      'id, account_id, audience_id, name, created_at',
      `uuid_v7(now()), $1, $2, 'S', now()`,
      SEGMENTS_MAX - 1,
    );
    const answers = await Promise.all([copy(), copy(), copy()]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 422, 422]);
    expect([await owner.count('segments'), await owner.count('campaigns')]).to.deep.equal([SEGMENTS_MAX, 2]);
    await app.pool.query('DELETE FROM segments');
    await fill(
      'campaigns',
      'id, account_id, audience_id, name, status, content_id, created_at, updated_at',
      `uuid_v7(now()), $1, $2, 'C', 'draft', uuid_v7(now()), now(), now()`,
      CAMPAIGNS_MAX - 2,
    );
    expect(expectError(await copy(), 422, 'validation_error')).to.include('campaigns');
    expect(await owner.count('segments')).to.equal(0);
  });
});
