// What the runs of automations cause starts no loops (docs/reference/events.md#what-an-event-starts).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createRunner } from '../automations/runs/runner.ts';

const IN_A_ROW = 5;

describe('What runs cause', () => {
  const app = useApp();
  const runner = useEach(() => createRunner(app));
  const rename = (name: string) =>
    ({ key: 'rename', type: 'contact_update', config: { first_name: name } }) as const;
  /** Moves all runs of the account until none is woken. */
  const moveAll = async () => {
    for (;;) {
      const { rows } = await app.pool.query<{ id: string }>(
        'SELECT id FROM automation_runs WHERE account_id = $1 AND woken_at IS NOT NULL ORDER BY id',
        [runner.accountId],
      );
      if (rows.length === 0) return;
      await runner.advance(...rows.map(({ id }) => id));
    }
  };
  const begin = async () => {
    await runner.sendEvent('begin').expect(202);
    await moveAll();
  };
  /** For each event of the contact, the oldest first: automation → why none started, or null. */
  const outcomes = async () => {
    const { body } = await runner.api.get(`/contacts/${runner.contactId}/events`).query({ limit: 100 });
    const events: { automations: { automation_id: string; reason: string | null }[] }[] = body.data;
    return events
      .toReversed()
      .map(({ automations }) =>
        Object.fromEntries(automations.map(({ automation_id: id, reason }) => [id, reason])),
      );
  };

  it('Starts none of the automations that have caused a run by what the run does, for the reason `loop`.', async () => {
    const trigger = 'contact.updated';
    const first = await runner.automation([rename('First')], { trigger });
    const second = await runner.automation([rename('Second')], { trigger });
    const starting = await runner.automation([rename('Begun')], { trigger: 'begin' });
    await begin();
    expect(await outcomes()).to.deep.equal([
      { [starting.id]: null },
      { [first.id]: null, [second.id]: null },
      { [first.id]: 'loop', [second.id]: null },
      { [first.id]: null, [second.id]: 'loop' },
      // The run of the second one that the first one has caused finds its name already.
      { [first.id]: 'loop', [second.id]: 'loop' },
    ]);
  });

  it('Starts no more automations after five in a row, each caused by the run before, for the reason `loop`.', async () => {
    const made = [];
    for (let number = 1; number <= IN_A_ROW + 1; number += 1) {
      const rule = { field: 'contact.first_name', operator: 'eq', value: `Name ${number - 1}` } as const;
      const isNext = { key: 'next', type: 'condition', config: { type: 'rule', ...rule } } as const;
      const steps = number === 1 ? [rename('Name 1')] : [isNext, rename(`Name ${number}`)];
      const connections = [
        { from: 'trigger', to: 'next', type: 'default' as const },
        { from: 'next', to: 'rename', type: 'condition_met' as const },
      ];
      const trigger = number === 1 ? 'begin' : 'contact.updated';
      made.push(await runner.automation(steps, { trigger, ...(number > 1 && { connections }) }));
    }
    await begin();
    expect((await runner.contact(runner.contactId)).first_name).to.equal(`Name ${IN_A_ROW}`);
    const all = await outcomes();
    expect(all).to.have.length(1 + IN_A_ROW);
    const last = made.slice(1).map(({ id }) => [id, 'loop']);
    expect(all.at(-1)).to.deep.equal(Object.fromEntries(last));
    expect(Object.values(all.at(-2) ?? {})).to.include(null);
  });
});
