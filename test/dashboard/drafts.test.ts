// The drafts of the dashboard (dashboard/editing): what is saved when, what is kept in the browser until then, and that
// nothing overwrites what another person or tab has changed.
import { expect } from 'chai';
import { createDraftKeeper, type DraftKeeper } from '../../dashboard/editing/draft-keeper.ts';
import { conflictsOf, isUnsaved } from '../../dashboard/editing/draft-state.ts';
import { forgetStoredDrafts, placeOf } from '../../dashboard/editing/stored-drafts.ts';
import {
  at,
  faultOf,
  NO_NETWORK,
  RecordServer,
  SIGNED_OUT,
  TabStorage,
  type Values,
} from './draft-server.ts';

describe('A draft', () => {
  let server: RecordServer;
  let storage: TabStorage;
  let nowMs: number;
  let timers: { dueMs: number; run: () => void }[];
  beforeEach(() => {
    server = new RecordServer();
    storage = new TabStorage();
    nowMs = Date.parse(at(1));
    timers = [];
  });

  const open = (): DraftKeeper<Values> => {
    const keeper = createDraftKeeper(server.state, {
      save: server.save,
      read: server.read,
      place: placeOf<Values>(
        'person:account:templates/1',
        () => storage,
        () => nowMs,
      ),
      nowMs: () => nowMs,
      later: (ms, run) => {
        const timer = { dueMs: nowMs + ms, run };
        timers.push(timer);
        return () => {
          timers = timers.filter((other) => other !== timer);
        };
      },
    });
    keeper.enter();
    return keeper;
  };
  /** Time passes, and requests are answered. */
  const pass = async (ms: number) => {
    const endMs = nowMs + ms;
    for (;;) {
      const next = timers.filter(({ dueMs }) => dueMs <= endMs).sort((a, b) => a.dueMs - b.dueMs)[0];
      nowMs = next?.dueMs ?? endMs;
      timers = timers.filter((timer) => timer !== next);
      next?.run();
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      if (!next) return;
    }
  };
  const values = (keeper: DraftKeeper<Values>) => keeper.view().draft.mine;
  const conflicts = (keeper: DraftKeeper<Values>) => conflictsOf(keeper.view().draft);

  it('is saved when one pauses, one request at a time, and then the newest text', async () => {
    const draft = open();
    for (const subject of ['H', 'Ha', 'Hal']) {
      draft.type({ subject });
      await pass(300);
    }
    expect(server.saves).to.deep.equal([]);
    await pass(500);
    expect(server.saves).to.deep.equal([{ changes: { subject: 'Hal' }, ifUpdatedAt: at(1) }]);
    draft.type({ subject: 'Hall' });
    draft.retry();
    await pass(0);
    expect(server.saves.at(-1)).to.deep.equal({ changes: { subject: 'Hall' }, ifUpdatedAt: at(2) });
    expect(isUnsaved(draft.view().draft)).to.equal(false);
    expect(storage.items.size).to.equal(0);
  });

  it('is saved after four seconds by a person who never pauses', async () => {
    const draft = open();
    for (let key = 0; key < 20; key += 1) {
      draft.type({ subject: `Hello ${key}` });
      await pass(400);
    }
    expect(server.saves.length).to.be.within(1, 3);
  });

  it('keeps in the browser what is not saved, for the next look at the record, and not for good', async () => {
    const draft = open();
    server.faults = [SIGNED_OUT];
    draft.type({ subject: 'Typed before the session ended' });
    await pass(10_000);
    expect(server.saves).to.have.length(1);
    expect([draft.view().draft.failure, draft.view().isKept, draft.isAtRisk()]).to.deep.equal([
      SIGNED_OUT,
      true,
      false,
    ]);
    const again = open();
    expect(values(again).subject).to.equal('Typed before the session ended');
    await pass(1_000);
    expect(server.state.values.subject).to.equal('Typed before the session ended');
    // What the first tab still has in its hands is the same text.
    draft.retry();
    await pass(1_000);
    expect([conflicts(draft), storage.items.size]).to.deep.equal([[], 0]);
    expect(server.saves).to.have.length(3);
  });

  it('holds back what is not finished, keeps it in the browser, and lets nothing be overwritten by it', async () => {
    const draft = open();
    draft.type({ subject: 'Half', name: 'Renamed' }, ['subject']);
    await pass(10_000);
    expect(server.saves).to.deep.equal([{ changes: { name: 'Renamed' }, ifUpdatedAt: at(1) }]);
    expect([isUnsaved(draft.view().draft), draft.view().isKept, draft.isAtRisk()]).to.deep.equal([
      true,
      true,
      false,
    ]);
    const again = open();
    await pass(10_000);
    expect([values(again).subject, server.saves.length]).to.deep.equal(['Half', 1]);
    // Another person was faster: the one who finishes is asked.
    again.hear(server.change({ subject: 'Theirs' }));
    again.type({ subject: 'Whole' });
    await pass(10_000);
    expect([conflicts(again), server.state.values.subject]).to.deep.equal([['subject'], 'Theirs']);
    again.resolve({ subject: 'mine' });
    await pass(10_000);
    expect(server.state.values).to.deep.equal({ name: 'Renamed', subject: 'Whole' });
  });

  it('forgets what was kept a month ago or when one signs out, and reads over what is none of ours', async () => {
    storage.items.set('posthorn.draft:person:account:templates/1:x', '{"draft":7}');
    storage.items.set('else', 'x');
    server.faults = [SIGNED_OUT];
    const draft = open();
    draft.type({ subject: 'Old' });
    await pass(1_000);
    nowMs += 31 * 24 * 60 * 60 * 1_000;
    expect(values(open()).subject).to.equal('Hello');
    expect([...storage.items.keys()]).to.deep.equal(['else']);
    server.faults = [SIGNED_OUT];
    draft.type({ subject: 'Again' });
    await pass(1_000);
    expect(storage.items.size).to.equal(2);
    forgetStoredDrafts(() => storage);
    expect([...storage.items.keys()]).to.deep.equal(['else']);
    // The page goes with the session, and keeps nothing then.
    expect(draft.isAtRisk()).to.equal(false);
    expect([...storage.items.keys()]).to.deep.equal(['else']);
  });

  it('is at risk only while something is unsaved that the browser does not keep', async () => {
    storage.isClosed = true;
    const draft = open();
    expect(draft.isAtRisk()).to.equal(false);
    server.faults = [NO_NETWORK];
    draft.type({ subject: 'In danger' });
    expect(draft.isAtRisk()).to.equal(true);
    await pass(1_000);
    expect(draft.isAtRisk()).to.equal(true);
    await pass(5_000);
    expect([server.state.values.subject, draft.isAtRisk()]).to.deep.equal(['In danger', false]);
  });

  it('is tried again while the network is down, later each time, and after it was left sent once', async () => {
    const draft = open();
    server.faults = Array.from({ length: 8 }, () => NO_NETWORK);
    draft.type({ subject: 'Patience' });
    await pass(700 + 2_000 + 4_000 + 8_000);
    expect(server.saves).to.have.length(4);
    await pass(60_000);
    expect(server.saves).to.have.length(6);
    // However fast one types in the meantime, it waits for a pause.
    for (const letter of ' and more') {
      draft.type({ subject: `Patience${letter}` });
      await pass(100);
    }
    expect(server.saves).to.have.length(6);
    draft.leave();
    await pass(600_000);
    expect(server.saves).to.have.length(7);
    expect(storage.items.size).to.equal(1);
  });

  it('takes over what another person has changed in a field that one has not touched', async () => {
    const draft = open();
    draft.type({ subject: 'Mine' });
    server.change({ name: 'Theirs' });
    await pass(1_000);
    expect(server.state.values).to.deep.equal({ name: 'Theirs', subject: 'Mine' });
    expect(values(draft)).to.deep.equal(server.state.values);
    draft.hear(server.change({ subject: 'Later' }));
    expect([values(draft).subject, draft.view().draft.taken]).to.deep.equal(['Later', ['subject']]);
    draft.hear({ values: { name: 'Old', subject: 'Old' }, updatedAt: at(1) });
    expect(values(draft).subject).to.equal('Later');
  });

  for (const side of ['mine', 'theirs'] as const) {
    it(`saves nothing over another change of the same field before one has chosen, as here ${side}`, async () => {
      const draft = open();
      draft.type({ name: 'My name', subject: 'Mine' });
      server.change({ subject: 'Theirs' });
      await pass(20_000);
      expect(conflicts(draft)).to.deep.equal(['subject']);
      expect(server.state.values).to.deep.equal({ name: 'Welcome', subject: 'Theirs' });
      expect([server.saves.length, storage.items.size]).to.deep.equal([1, 1]);
      draft.resolve({ subject: side });
      await pass(0);
      const subject = side === 'mine' ? 'Mine' : 'Theirs';
      expect(server.state.values).to.deep.equal({ name: 'My name', subject });
      expect([values(draft).subject, storage.items.size]).to.deep.equal([subject, 0]);
    });
  }

  it('asks again when a third change comes before one has chosen, and not when both wrote the same', async () => {
    const draft = open();
    draft.type({ subject: 'Mine' });
    server.change({ subject: 'Theirs' });
    await pass(1_000);
    server.change({ subject: 'Third' });
    draft.resolve({ subject: 'mine' });
    await pass(1_000);
    expect(draft.view().draft.theirs?.values.subject).to.equal('Third');
    draft.type({ subject: 'Third' });
    expect([conflicts(draft), isUnsaved(draft.view().draft)]).to.deep.equal([[], false]);
  });

  it('knows its own change again of which the answer was lost, and goes on from it', async () => {
    const draft = open();
    server.faults = ['lost'];
    draft.type({ subject: 'Once' });
    await pass(700);
    draft.type({ subject: 'Once more' });
    await pass(5_000);
    expect([conflicts(draft), server.state.values.subject]).to.deep.equal([[], 'Once more']);
    server.faults = ['lost'];
    draft.type({ subject: 'In a closed tab' });
    draft.leave();
    await pass(1_000);
    expect(storage.items.size).to.equal(1);
    const again = open();
    again.type({ subject: 'In a closed tab, and then here' });
    await pass(5_000);
    expect([conflicts(again), server.state.values.subject]).to.deep.equal([
      [],
      'In a closed tab, and then here',
    ]);
  });

  it('saves the other fields when one is refused, and that one when it has been changed', async () => {
    server.judge = ({ subject }) => (subject?.includes('{{') ? faultOf('subject') : undefined);
    const draft = open();
    draft.type({ name: 'New name', subject: 'Hello {{' });
    await pass(20_000);
    expect(server.state.values).to.deep.equal({ name: 'New name', subject: 'Hello' });
    expect([server.saves.length, draft.view().draft.failure?.field]).to.deep.equal([2, 'subject']);
    draft.type({ subject: 'Hello you' });
    await pass(1_000);
    expect([server.state.values.subject, draft.view().draft.failure]).to.deep.equal(['Hello you', undefined]);
  });
});
