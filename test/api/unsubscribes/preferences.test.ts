// The preference page (docs/reference/unsubscribes.md#the-preference-page).
import { expect } from 'chai';
import { LINK_CHANGES_PER_DAY } from '../../../shared/contract/limits.ts';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { useApp } from '../../support/api/app.ts';
import { contentsOf } from '../../support/api/contents.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createTopic, type TopicFields } from '../../support/factories/contact-factories.ts';
import { createPerson, encode, fieldsOf, readPage } from './person.ts';

type Fields = [string, string][];

describe('The preference page', () => {
  const app = useApp();
  const person = useEach(() =>
    createPerson(app, { topic: { name: 'News', description: 'All that is new' } }),
  );
  let ids: Record<string, string>;
  const add = async (name: string, fields: TopicFields = {}) => {
    ids[name] = (await createTopic(app.pool, person.target.accountId, { name, ...fields })).id;
  };
  beforeEach(async () => {
    ids = { News: person.topicId };
    await add('Tips', { defaultSubscription: 'opt_out' });
    await add('Beta', { visibility: 'private', defaultSubscription: 'opt_out' });
    await add('Audit', { visibility: 'private', defaultSubscription: 'opt_in' });
  });
  const open = async () => (await app.bare().get(person.preferences)).text;
  const post = (fields: readonly (readonly [string, string])[]) =>
    app.bare().post(person.preferences).send(encode(fields));
  /** The topics of the page in their order, those that are checked with a plus. */
  const listed = async () =>
    [...(await open()).matchAll(/name="topic" value="[^"]*"( checked)?[^>]*>\s*<span><bdi>([^<]*)/g)].map(
      ([, checked, name]) => `${checked ? '+' : '-'}${name}`,
    );
  /** Saves the form with these topics checked. */
  const save = async (...names: string[]) => {
    const fields = fieldsOf(await open(), 'Save').filter(([name]) => name !== 'topic');
    return await post([...fields, ...names.map((name): [string, string] => ['topic', ids[name] ?? ''])]);
  };
  const choices = async () => {
    const { choices: stored } = await person.decisions();
    return Object.fromEntries(
      Object.entries(ids).flatMap(([name, id]) => (stored[id] ? [[name, stored[id]]] : [])),
    );
  };
  const chooseAsAccount = (name: string, subscription: string) =>
    person.owner.api
      .patch(`/contacts/${person.target.address}/topics`)
      .send([{ id: ids[name], subscription }])
      .expect(200);

  it('Lists the public topics, and those private ones that concern the address, each with its subscription.', async () => {
    expect(await listed()).to.deep.equal(['+Audit', '+News', '-Tips']);
    expect(readPage(await app.bare().get(person.preferences))).to.include('News All that is new');
    await person.owner.add(person.target.address);
    await chooseAsAccount('Audit', 'opt_out');
    expect(await listed()).to.deep.equal(['+News', '-Tips']);
    await chooseAsAccount('Beta', 'opt_in');
    expect(await listed()).to.deep.equal(['+Beta', '+News', '-Tips']);
    await save('News');
    expect(await listed()).to.deep.equal(['-Beta', '+News', '-Tips']);
    const { preferences } = person.pathsOf({ topicId: ids['Audit'] ?? null });
    expect((await app.bare().get(preferences)).text).to.include('<bdi>Audit</bdi>');
  });

  it('Saves the topics that were changed, and leaves those undecided that were not.', async () => {
    const page = await save('Audit', 'Tips');
    expect(readPage(page)).to.include(
      'b•••@c•••.dev now receives Tips. b•••@c•••.dev no longer receives News.',
    );
    expect(await choices()).to.deep.equal({ News: 'opt_out by person', Tips: 'opt_in by person' });
    expect(await listed()).to.deep.equal(['+Audit', '-News', '+Tips']);
    expect(readPage(await save('Audit', 'Tips'))).to.include('Nothing was changed.');
    expect(await choices()).to.deep.equal({ News: 'opt_out by person', Tips: 'opt_in by person' });
  });

  it('Leaves topics alone that were created after the page was opened, and those that the person is not offered.', async () => {
    const fields = fieldsOf(await open(), 'Save');
    await add('Later');
    await post(fields).expect(200);
    const forged: Fields = [
      ['action', 'save'],
      ...['Beta', 'Beta'].map((name): [string, string] => ['shown', ids[name] ?? '']),
      ['topic', ids['Beta'] ?? ''],
      ['shown', 'none'],
      ['shown', "' OR 1=1"],
    ];
    await post(forged).expect(200);
    await post([
      ['action', 'undo'],
      ['opt_in', ids['Beta'] ?? ''],
      ['opt_out', 'x'],
    ]).expect(200);
    expect(await choices()).to.deep.equal({});
    expect(await listed()).to.deep.equal(['+Audit', '+Later', '+News', '-Tips']);
  });

  it('Unsubscribes from everything with its own button; the topics keep their choices and wait until the person receives emails again.', async () => {
    await save('Audit', 'Tips');
    const saved = await choices();
    const left = await post(fieldsOf(await open(), 'Unsubscribe from everything'));
    expect(readPage(left)).to.include('b•••@c•••.dev is now unsubscribed from all emails from this sender.');
    expect(await person.decisions()).to.deep.include({ unsubscribed: 'person' });
    const html = await open();
    expect(html)
      .to.include('<fieldset disabled>')
      .and.not.match(/>(Save|Unsubscribe from everything)</);
    expect(await listed()).to.deep.equal(['+Audit', '-News', '+Tips']);
    const back = await post(fieldsOf(html, 'Receive emails again'));
    expect(readPage(back)).to.include('b•••@c•••.dev receives emails from this sender again.');
    expect((await person.decisions()).unsubscribed).to.equal(null);
    expect([await choices(), await listed()]).to.deep.equal([saved, ['+Audit', '-News', '+Tips']]);
  });

  it('Offers not to measure what the person opens and clicks, and takes that back, also while the person is unsubscribed.', async () => {
    const { owner, target } = person;
    const tracking = async () => (await owner.read(`/people/${target.address}`)).tracking.status;
    for (const unsubscribed of [false, true]) {
      if (unsubscribed) await post(fieldsOf(await open(), 'Unsubscribe from everything'));
      const before = await listed();
      const refused = await post(fieldsOf(await open(), 'Do not track what I open and click'));
      expect(readPage(refused)).to.include('Opens and clicks of b•••@c•••.dev are no longer tracked');
      expect([await tracking(), await listed()]).to.deep.equal(['refused', before]);
      await post(fieldsOf(refused.text, 'Undo'));
      expect(await tracking()).to.equal('allowed');
      await post(fieldsOf(await open(), 'Do not track what I open and click'));
      // A form that was opened before changes nothing.
      const again = await post([
        ['action', 'tracking'],
        ['tracking', 'refused'],
      ]);
      expect(readPage(again)).to.include('Nothing was changed.');
      const allowed = await post(fieldsOf(again.text, 'Allow tracking again'));
      expect(readPage(allowed)).to.include('Opens and clicks of b•••@c•••.dev can be tracked again');
      await post(fieldsOf(allowed.text, 'Undo'));
      expect(await tracking()).to.equal('refused');
      await post(fieldsOf(await open(), 'Allow tracking again'));
      expect((await person.decisions()).unsubscribed).to.equal(unsubscribed ? 'person' : null);
    }
  });

  it('Undoes exactly what was changed: the undo never subscribes the address to more than before.', async () => {
    await person.owner.add(person.target.address, { unsubscribed: true });
    await chooseAsAccount('Beta', 'opt_in');
    await chooseAsAccount('News', 'opt_out');
    // The account has unsubscribed the address already: there is nothing to undo.
    const left = await app.bare().post(person.preferences).send('action=unsubscribe');
    expect(readPage(left)).to.include('Nothing was changed.').and.not.include('Undo');
    await post([['action', 'resubscribe']]).expect(200);
    const before = await listed();
    expect(before).to.deep.equal(['+Audit', '+Beta', '-News', '-Tips']);
    for (const act of [
      () => save('News', 'Tips'),
      () => save('Audit', 'Beta'),
      () => save(),
      async () => post(fieldsOf(await open(), 'Unsubscribe from everything')),
    ]) {
      const page = await act();
      if (page.text.includes('Nothing was changed')) continue;
      const undone = await post(fieldsOf(page.text, 'Undo'));
      expect(readPage(undone)).not.to.include('Undo');
      expect([await listed(), (await person.decisions()).unsubscribed]).to.deep.equal([before, null]);
    }
    expect(await choices()).to.deep.include({ News: 'opt_out by person', Beta: 'opt_in by person' });
  });

  it('Lets a person return 50 times in 24 hours, and leave at any time.', async () => {
    await person.owner.add(person.target.address);
    const announced = await person.owner.listen('contact.*');
    const records = async () =>
      (await app.pool.query('SELECT FROM timeline_records WHERE account_id = $1', [person.target.accountId]))
        .rowCount;
    const before = (await records()) ?? 0;
    const leave = () => post([['action', 'unsubscribe']]).expect(200);
    const comeBack = () => post([['action', 'resubscribe']]).expect(200);
    for (let turn = 0; turn < LINK_CHANGES_PER_DAY; turn += 1) {
      await leave();
      await comeBack();
    }
    const left = await leave();
    expect(readPage(left)).to.include('is now unsubscribed from all emails').and.not.include('too often');
    expect(readPage(await comeBack())).to.include(
      'Nothing was changed. b•••@c•••.dev is unsubscribed from all emails from this sender. You changed this too often. You can still unsubscribe now, or subscribe again tomorrow.',
    );
    await post([
      ['action', 'tracking'],
      ['tracking', 'refused'],
    ]).expect(200);
    const refused = await post([
      ['action', 'tracking'],
      ['tracking', 'allowed'],
    ]);
    expect(readPage(refused)).to.include('Nothing was changed.').and.include('too often');
    const swapped = await post([
      ['action', 'save'],
      ...Object.values(ids).map((id): [string, string] => ['shown', id]),
      ['topic', ids['Tips'] ?? ''],
    ]);
    expect(readPage(swapped)).to.include('b•••@c•••.dev no longer receives Audit, News. You changed this');
    expect(await choices()).to.deep.equal({ Audit: 'opt_out by person', News: 'opt_out by person' });
    const changes = 2 * LINK_CHANGES_PER_DAY + 3;
    expect([(await announced()).length, await records()]).to.deep.equal([changes, before + changes]);
    app.clock.advance(DAY_MS);
    expect(readPage(await comeBack())).to.include('receives emails from this sender again.');
  });

  it('Shows the page and changes nothing for a form that it cannot read.', async () => {
    await save('Audit');
    const before = await contentsOf(app);
    for (const body of [
      '',
      'List-Unsubscribe=One-Click',
      'action=',
      'action=toString',
      'x',
      'action=save',
      'action=undo',
      'action=tracking',
      'action=tracking&tracking=',
      'action=undo&tracking=true',
      `action=save&${'x'.repeat(20_000)}`,
    ]) {
      const page = await app.bare().post(person.preferences).set('Content-Type', 'text/plain').send(body);
      expect(readPage(page), body.slice(0, 40)).to.include('Email preferences');
    }
    expect(await contentsOf(app)).to.deep.equal(before);
  });
});
