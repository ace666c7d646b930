// The header fields by which mailbox providers report complaints.
import { expect } from 'chai';
import { createFeedbackFields } from '../../../../shared/mail/feedback/feedback-fields.ts';

const GROUP = { origin: 'api', domain: 'acme.dev', returnPathLabel: 'send', lane: 'transactional' };
const ADDRESS = 'fbl@send.acme.dev; report=arf';

describe('The fields for feedback', () => {
  const add = createFeedbackFields('mail.posthorn.dev');
  const senderIdOf = (mailHostname: string) =>
    createFeedbackFields(mailHostname)({}, GROUP)['Feedback-ID']?.split(':').at(-1);

  it('follow the fields of the client', () => {
    const fields = add({ 'X-Order': '17' }, GROUP);
    expect(Object.keys(fields)).to.deep.equal(['X-Order', 'CFBL-Address', 'Feedback-ID']);
    expect(fields['X-Order']).to.equal('17');
    expect(fields['CFBL-Address']).to.equal(ADDRESS);
    expect(fields['Feedback-ID']).to.match(/^api:acme\.dev:transactional:[a-z]{10}$/);
  });

  it('keep a Feedback-ID of the client, in any case', () => {
    for (const own of [{ 'Feedback-ID': 'a:b:c:senderid' }, { 'feedback-id': '' }])
      expect(add(own, GROUP)).to.deep.equal({ ...own, 'CFBL-Address': ADDRESS });
  });

  it('name no address at a host that is not public', () => {
    for (const host of ['localhost', '127.0.0.1', '::1'])
      expect(Object.keys(createFeedbackFields(host)({}, GROUP)), host).to.deep.equal(['Feedback-ID']);
  });

  it('have letters of their own for each service, which do not change', () => {
    expect(senderIdOf('mail.posthorn.dev')).to.equal('mybimwxjrh');
    expect(senderIdOf('mail.acme.dev')).not.to.equal(senderIdOf('mail.posthorn.dev'));
  });
});
