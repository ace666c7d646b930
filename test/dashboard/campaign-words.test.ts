// What the pages say of a campaign: every state and every reason of the contract has its words.
import { expect } from 'chai';
import {
  CAMPAIGN_STATES,
  campaignBadge,
  campaignRowBadge,
  canBeDeleted,
  PAUSED_REASONS,
  rateText,
  rowTime,
} from '../../dashboard/resources/campaigns/words.ts';
import { CAMPAIGN_PAUSED_REASONS, CAMPAIGN_STATUSES } from '../../shared/contract/campaigns/values.ts';

const counts = (recipients: number, pending: number) => ({
  recipients,
  pending,
  sent: recipients - pending,
  delivered: 0,
  unique_opened: 0,
  unique_clicked: 0,
});

describe('The words of a campaign', () => {
  it('has words for every state and every reason of a pause', () => {
    expect(Object.keys(CAMPAIGN_STATES)).to.have.members(CAMPAIGN_STATUSES);
    expect(Object.keys(PAUSED_REASONS)).to.have.members(CAMPAIGN_PAUSED_REASONS);
    expect(campaignBadge({ status: 'queued' })).to.deep.equal({ status: 'queued', label: 'Starting' });
  });

  it('says each reason and its remedy as whole sentences', () => {
    for (const { sentence, remedy } of Object.values(PAUSED_REASONS)) {
      expect(sentence).to.match(/^[A-Z].*\.$/);
      expect(remedy).to.match(/^[A-Z].*\.$/);
    }
  });

  it('says what share is done, and 100% of all only', () => {
    const label = (recipients: number, pending: number, status: 'sending' | 'sent' | 'paused' = 'sending') =>
      campaignRowBadge({ status, counts: counts(recipients, pending) }).label;
    expect(label(3, 2)).to.equal('Sending, 33%');
    expect(label(100_000, 1, 'paused')).to.equal('Paused, 99%');
    expect(label(0, 0)).to.equal('Sending');
    expect(label(3, 0, 'sent')).to.equal('Sent');
    expect(campaignRowBadge({ status: 'paused', counts: null }).label).to.equal('Paused');
  });

  it('says a rate with its whole, a dash where it is not measured, and nothing without a whole', () => {
    expect(rateText(1246, 4020, true)).to.equal('30% of 4,020');
    expect(rateText(0, 1, true)).to.equal('0% of 1');
    expect(rateText(0, 0, true)).to.equal('');
    expect(rateText(3, 4, false)).to.equal('–');
  });

  it('names the moment of a row', () => {
    const sent_at = '2026-01-03';
    const scheduled_at = '2026-01-02';
    const updated_at = '2026-01-01';
    expect(rowTime({ sent_at, scheduled_at, updated_at })).to.equal(sent_at);
    expect(rowTime({ sent_at: null, scheduled_at, updated_at })).to.equal(scheduled_at);
    expect(rowTime({ sent_at: null, scheduled_at: null, updated_at })).to.equal(updated_at);
  });

  it('lets nothing be deleted that is being sent or is paused', () => {
    const deletable = CAMPAIGN_STATUSES.filter((status) => canBeDeleted({ status }));
    expect(deletable).to.deep.equal(['draft', 'scheduled', 'sent', 'canceled', 'failed']);
  });
});
