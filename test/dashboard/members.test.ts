// What the members page refuses before the server does, and the lists and words of the settings' pages of people.
import { expect } from 'chai';
import { readListView, writeListView } from '../../dashboard/lists/state/list-url.ts';
import { auditedOperations, operationWords } from '../../dashboard/resources/audit-events/operation-words.ts';
import { changeRefusal, inviteRefusal, isLastOwner } from '../../dashboard/resources/members/roles.ts';

describe('The members page', () => {
  it('refuses changes to members and viewers, and those of owners to admins', () => {
    for (const actor of ['viewer', 'member'] as const) {
      expect(changeRefusal({ actor, target: 'viewer', isLastOwner: false })).to.contain(
        `Your role is ${actor}.`,
      );
      expect(inviteRefusal(actor, 'viewer')).to.contain(`Your role is ${actor}.`);
    }
    const byAdmin = { actor: 'admin', target: 'member', isLastOwner: false } as const;
    expect(changeRefusal(byAdmin, 'admin')).to.equal(undefined);
    expect(changeRefusal(byAdmin)).to.equal(undefined);
    expect(changeRefusal(byAdmin, 'owner')).to.contain('Only owners');
    expect(changeRefusal({ ...byAdmin, target: 'owner' })).to.contain('Only owners');
    expect(inviteRefusal('admin', 'admin')).to.equal(undefined);
    expect(inviteRefusal('admin', 'owner')).to.contain('Only owners');
    expect(inviteRefusal('owner', 'owner')).to.equal(undefined);
  });

  it('refuses to leave an account without an owner, once it knows all members', () => {
    const alone = [{ role: 'owner' }, { role: 'admin' }] as const;
    expect(isLastOwner(alone[0], alone)).to.equal(true);
    expect(isLastOwner(alone[1], alone)).to.equal(false);
    expect(isLastOwner(alone[0], [...alone, { role: 'owner' }])).to.equal(false);
    expect(isLastOwner(alone[0], undefined)).to.equal(false);
    const last = { actor: 'owner', target: 'owner', isLastOwner: true } as const;
    expect(changeRefusal(last)).to.contain('needs an owner');
    expect(changeRefusal(last, 'admin')).to.contain('needs an owner');
    expect(changeRefusal({ ...last, isLastOwner: false }, 'admin')).to.equal(undefined);
  });

  it('turns the pages of one of its lists without the other', () => {
    const search = '?invite=yes&members_after=a&invitations_before=b';
    expect(readListView(search, [], 'members_').cursor).to.deep.equal({ after: 'a' });
    expect(readListView(search, [], 'invitations_').cursor).to.deep.equal({ before: 'b' });
    const next = writeListView({ filters: {}, cursor: { after: 'c' } }, { prefix: 'invitations_', search });
    expect(next).to.equal('?invite=yes&members_after=a&invitations_after=c');
  });
});

describe('The audit log', () => {
  it('has the operations in words', () => {
    const ids = ['createTopic', 'createApiKey', 'rotateDomainDkim', 'login', 'ops set-plan', 'constructor'];
    expect(ids.map(operationWords)).to.deep.equal([
      'Create topic',
      'Create API key',
      'Rotate domain DKIM',
      'Sign in',
      'Operator: set plan',
      'Constructor',
    ]);
  });

  it('can be filtered by what leaves events: changes, and no previews', () => {
    const operations = {
      listTopics: { method: 'get' },
      createTopic: { method: 'post' },
      previewSegment: { method: 'post' },
    };
    expect(auditedOperations(operations)).to.deep.equal(['createTopic']);
  });
});
