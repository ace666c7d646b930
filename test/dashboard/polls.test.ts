// What the pages say of polls and votes, and what a new campaign is made of.
import { expect } from 'chai';
import { newCampaignBody } from '../../dashboard/resources/campaigns/new/new-campaign.ts';
import { askedBy, questionOf, voterOf, voterPath, votesText } from '../../dashboard/resources/polls/words.ts';

const ASKED_BY_NOTHING = { campaign_id: null, template_id: null, email_id: null };

describe('The words of a poll', () => {
  it('name the mail that asks it', () => {
    expect(askedBy({ ...ASKED_BY_NOTHING, campaign_id: 'c' }).href).to.equal('/campaigns/c');
    expect(askedBy({ ...ASKED_BY_NOTHING, template_id: 't' }).href).to.equal('/templates/t');
    expect(askedBy({ ...ASKED_BY_NOTHING, email_id: 'e' }).href).to.equal('/emails/e');
  });

  it('say what was erased, and lead to the email where there is no contact', () => {
    expect(questionOf({ question: '' })).to.equal('The question was erased');
    expect(voterOf({ email: '' })).to.equal('An erased person');
    expect(voterPath({ contact_id: null, email_id: 'e' })).to.equal('/emails/e');
    expect(voterPath({ contact_id: 'c', email_id: 'e' })).to.equal('/contacts/c');
    expect([1, 2].map((total_votes) => votesText({ total_votes }))).to.deep.equal(['1 vote', '2 votes']);
  });
});

describe('A new campaign', () => {
  const asked = {
    audienceId: 'a',
    segmentId: undefined,
    from: ' ',
    subject: ' News ',
    templateId: undefined,
  };

  it('goes to the segment, or to the whole audience', () => {
    expect(newCampaignBody(asked)).to.include({ audience_id: 'a', subject: 'News' });
    const body = newCampaignBody({ ...asked, segmentId: 's', from: 'ana@acme.dev' });
    expect(body).to.include({ segment_id: 's', from: 'ana@acme.dev' });
    expect(body).to.not.have.property('audience_id');
  });

  it('has a body from its first moment, or that of a template', () => {
    expect(newCampaignBody(asked)).to.have.property('html');
    expect(newCampaignBody(asked)).to.not.have.property('from');
    const body = newCampaignBody({ ...asked, templateId: 't' });
    expect(body.template).to.deep.equal({ id: 't' });
    expect(body).to.not.have.property('html');
  });
});
