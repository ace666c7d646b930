// Deleting messages of the local inbox, as tests and the page do.
import { expect } from 'chai';
import { type SummaryJson, useInbox } from './support/use-inbox.ts';

const UNKNOWN_ID = '01a1f7f9-451c-7000-8000-03106295cd4c';

describe('The local inbox, deleting messages', () => {
  const inbox = useInbox();

  it('deletes one message', async () => {
    await inbox.send({ subject: 'stays' });
    await inbox.send({ subject: 'goes' });
    const [{ id }] = (await inbox.list()) as [SummaryJson];
    const answer = await inbox.http().delete(`/inbox/messages/${id}`).expect(200);
    expect(answer.body).to.deep.equal({ object: 'inbox_message', id, deleted: true });
    expect((await inbox.list()).map(({ subject }) => subject)).to.deep.equal(['stays']);
  });

  it('deletes all messages', async () => {
    await inbox.send({ subject: 'one' });
    await inbox.send({ subject: 'two' });
    const answer = await inbox.http().delete('/inbox/messages').expect(200);
    expect(answer.body).to.deep.equal({ object: 'inbox', deleted: true, count: 2 });
    expect(await inbox.list()).to.deep.equal([]);
  });

  it('answers not_found 404 when the message to delete does not exist', async () => {
    const answer = await inbox.http().delete(`/inbox/messages/${UNKNOWN_ID}`).expect(404);
    expect(answer.body).to.include({ statusCode: 404, name: 'not_found' });
  });
});
