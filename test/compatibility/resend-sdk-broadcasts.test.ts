// The broadcasts of the Node SDK of Resend, unchanged (docs/reference/clients.md): they are campaigns.
import { expect } from 'chai';
import { createElement } from 'react';
import { Resend } from 'resend';
import { type CampaignOwner, createCampaignOwner } from '../api/campaigns/owner.ts';
import { useApp } from '../support/api/app.ts';
import { createCampaign, createCampaignEmail } from '../support/factories/campaign-factories.ts';
import { createSegment, createTopic } from '../support/factories/contact-factories.ts';
import { recordClicks } from '../support/work/record-clicks.ts';
import { succeed } from './support/succeed.ts';
import { expectError } from './support/use-resend.ts';
import WelcomeEmail from './support/welcome-email.tsx';

describe('Broadcasts of the newest SDK of Resend', () => {
  const app = useApp();
  let resend: Resend;
  let owner: CampaignOwner;
  beforeEach(async () => {
    owner = await createCampaignOwner(app);
    resend = new Resend(owner.token, { baseUrl: app.url });
  });

  it('The newest SDK of Resend creates, lists, gets, updates, sends, cancels, duplicates and removes broadcasts, and reads their recipients and metrics.', async () => {
    const { broadcasts } = resend;
    const { from, audienceId } = owner;
    const segment = await createSegment(app.pool, owner.accountId);
    const topic = await createTopic(app.pool, owner.accountId);
    const { id } = await succeed(
      broadcasts.create({
        name: 'News',
        segmentId: segment.id,
        topicId: topic.id,
        from,
        subject: 'Hi {{{FIRST_NAME|there}}}',
        replyTo: 'help@acme.dev',
        previewText: 'What is new',
        html: '<p>{{{contact.first_name|there}}}</p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a>',
        text: '',
      }),
    );
    expect(await succeed(broadcasts.get(id))).to.deep.include({
      object: 'broadcast',
      id,
      name: 'News',
      segment_id: segment.id,
      audience_id: audienceId,
      topic_id: topic.id,
      from,
      reply_to: ['help@acme.dev'],
      preview_text: 'What is new',
      status: 'draft',
      scheduled_at: null,
      sent_at: null,
      text: '',
    });
    const react = createElement(WelcomeEmail, { name: 'Bo' });
    const changed = { segmentId: audienceId, react, topicId: null, subject: 'Hello' };
    expect(await succeed(broadcasts.update(id, changed))).to.include({ object: 'broadcast', id });
    const shown = await succeed(broadcasts.get(id));
    expect(shown).to.include({ subject: 'Hello', topic_id: null });
    expect(shown.html).to.include('Bo');

    await succeed(broadcasts.send(id, { scheduledAt: 'in 2 hours' }));
    expect((await succeed(broadcasts.list({ limit: 1 }))).data[0]).to.include({ id, status: 'scheduled' });
    expect(await succeed(broadcasts.cancel(id))).to.include({ object: 'broadcast', id });
    await succeed(broadcasts.send(id));
    expect(await succeed(broadcasts.get(id))).to.include({ status: 'queued' });
    await expectError(broadcasts.send(id), 'validation_error', 422);
    const copy = await succeed(broadcasts.duplicate(id));
    expect(await succeed(broadcasts.remove(copy.id))).to.deep.equal({
      object: 'broadcast',
      id: copy.id,
      deleted: true,
    });
    const at = { segmentId: audienceId, from, subject: 'Hi', html: '<p>Hi</p>' };
    const later = await succeed(broadcasts.create({ ...at, send: true, scheduledAt: 'in 1 hour' }));
    expect(await succeed(broadcasts.get(later.id))).to.include({ status: 'scheduled', segment_id: null });

    const sent = await createCampaign(app.pool, owner.accountId, { name: 'Old' });
    const mail = await createCampaignEmail(app.pool, sent, {
      contactId: owner.contactId,
      domainId: owner.domain.id,
    });
    await recordClicks(app.pool, [{ mail, link: 'https://acme.dev/' }]);
    const { data: links } = await succeed(broadcasts.clickedLinks(sent.id, { limit: 1 }));
    const [{ id: _, ...link }] = links as [(typeof links)[number]];
    expect(link).to.deep.equal({ url: 'https://acme.dev/', clicks: 1, unique_clicks: 1 });
    const { data: clicked } = await succeed(broadcasts.recipients(sent.id, { type: 'clicked' }));
    expect(clicked[0]).to.deep.include({
      count: 1,
      clicked_links: [{ url: 'https://acme.dev/', clicks: 1 }],
    });
    await app.pool.query(
      `UPDATE campaign_recipients SET state = 'bounced', bounced_at = now(), bounce_type = 'permanent'`,
    );
    const bounced = { type: 'bounced', bounceType: 'permanent', email: 'bo@customer.dev' } as const;
    const { data: recipients } = await succeed(broadcasts.recipients(sent.id, bounced));
    expect(
      recipients.map(({ contact_id, email, bounce_type }) => [contact_id, email, bounce_type]),
    ).to.deep.equal([[owner.contactId, 'bo@customer.dev', 'permanent']]);
    await app.pool.query(
      `INSERT INTO campaign_metrics VALUES ($1, date_trunc('hour', now()), $2, $3, 'bounced', 0, 1)`,
      [owner.accountId, sent.id, owner.domain.id],
    );
    const metrics = await succeed(
      resend.emails.metrics({
        broadcastId: [sent.id],
        dimensions: ['broadcast'],
        metrics: ['bounced', 'delivered'],
      }),
    );
    expect(metrics.data).to.deep.equal([
      { broadcast_id: sent.id, broadcast_name: 'Old', bounced: 1, delivered: 0 },
    ]);
  });
});
