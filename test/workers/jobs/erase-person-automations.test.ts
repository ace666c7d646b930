// The job that erases a person: what came for the contacts, and their runs of automations.
import { expect } from 'chai';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { deleteContact } from '../../../shared/resources/audience/contacts/delete.ts';
import { erasePerson } from '../../../shared/resources/flows/erasures/erase-person.ts';
import { createAutomation } from '../../support/factories/automation-factories.ts';
import { createAudience, createContact } from '../../support/factories/contact-factories.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { createRun, readRun } from '../../support/factories/run-factories.ts';
import { removeOldRows } from '../../support/work/remove-old-rows.ts';
import { BO, JIM, MINUTE_MS, useErasing } from './support/use-erasing.ts';

describe('the erasure of a person from events and runs', () => {
  const erasing = useErasing();
  const { query, erase, isDone, ids, clock } = erasing;

  const prepare = async () => {
    const { pool, accountId } = erasing;
    const { id: domainId } = await createDomain(pool, accountId);
    const automation = await createAutomation(pool, accountId, { domainId, reentry: 'once' });
    const runOf = async (email: string, status: string) => {
      const { id: contactId } = await createContact(pool, {
        accountId,
        audienceId: (await createAudience(pool, accountId)).id,
        email,
      });
      const { id } = await createRun(pool, { automation, contactId, payload: { email } });
      await query(
        `UPDATE automation_runs SET status = $2, waits = $3, inbox = '[{"at": 1}]', next_attempt_at = NULL, ended_at = now(),
                reason = CASE WHEN $2 = 'failed' THEN 'No ' || $4 ELSE 'contact_deleted' END WHERE id = $1`,
        [id, status, JSON.stringify({ paid: { email } }), email],
      );
      await query(
        `INSERT INTO automation_step_runs (run_id, position, step_id, key, status, output, error, started_at)
         VALUES ($1, 0, $2, 'mail', 'completed', $3, $3, now())`,
        [id, ids.next(), JSON.stringify({ to: email })],
      );
      await query(
        `INSERT INTO received_events (id, account_id, domain_id, contact_id, name, payload, outcomes, waits_resolved, created_at)
         VALUES ($1, $2, $3, $4, 'paid', $5, '[]', 0, now())`,
        [ids.next(), accountId, domainId, contactId, JSON.stringify({ email })],
      );
      await query('INSERT INTO automation_entries VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        automation.id,
        email,
      ]);
      return { id, contactId, status };
    };
    return { automation, runOf };
  };
  const seen = async ({ id, contactId }: { id: string; contactId: string }) =>
    JSON.stringify([
      await query('SELECT payload, waits, inbox, reason FROM automation_runs WHERE id = $1', [id]),
      await query('SELECT output, error FROM automation_step_runs WHERE run_id = $1', [id]),
      await query('SELECT payload FROM received_events WHERE contact_id = $1', [contactId]),
    ]);

  it('Empties the events and runs of a person who is erased.', async () => {
    const { automation, runOf } = await prepare();
    const own = [await runOf(BO, 'failed'), await runOf(BO, 'cancelled')];
    const other = await runOf(JIM, 'failed');
    const before = await seen(other);
    const contactIds = own.map(({ contactId }) => contactId);
    const erasure = await erase({ contactIds });
    expect(await isDone(erasure)).to.equal(true);
    for (const each of own) {
      expect(await seen(each)).to.not.include('bo.s');
      const { waits, inbox, status } = await readRun(erasing.pool, each.id);
      expect({ waits, inbox, status }).to.deep.equal({ waits: {}, inbox: [], status: each.status });
    }
    expect(await seen(other)).to.equal(before);
    const entries = await query('SELECT email_key FROM automation_entries WHERE automation_id = $1', [
      automation.id,
    ]);
    expect(entries).to.deep.equal([{ email_key: JIM }]);
  });

  it('empties those of earlier contacts of the address, which were deleted without being erased', async () => {
    const { runOf } = await prepare();
    const { accountId, deps, pool } = erasing;
    const own = [await runOf(BO, 'completed'), await runOf(BO, 'running')];
    const other = await runOf(JIM, 'failed');
    const before = await seen(other);
    for (const { contactId } of [...own, other])
      await deleteContact(deps, { accountId, id: contactId }, clock.now());
    const unused = await createContact(pool, { accountId, email: BO });
    await deleteContact(deps, { accountId, id: unused.id }, clock.now());
    const kept = async () =>
      (await query('SELECT contact_id FROM contact_former_ids WHERE account_id = $1', [accountId])).map(
        ({ contact_id }) => contact_id,
      );
    expect(await kept()).to.have.members([...own, other].map(({ contactId }) => contactId));
    const { id } = await createContact(pool, { accountId, email: BO });
    clock.set(new Date(Math.max(Date.now(), clock.now().getTime())));
    await erasePerson(deps, { accountId, id }, clock.now());
    // Its wake-up has no worker here; the tick finds the row.
    await query('UPDATE contact_erasures SET woken_at = NULL WHERE account_id = $1', [accountId]);
    await erasing.run();
    clock.advance(2 * MINUTE_MS);
    await erasing.run();
    for (const each of own) expect(await seen(each)).to.not.include('bo.s');
    expect(await seen(other)).to.equal(before);
    expect(await kept()).to.deep.equal([other.contactId]);
  });

  it('keeps ids of deleted contacts as long as their runs and events', async () => {
    const now = clock.now().getTime();
    const days = [30, 31, 32];
    for (const day of days)
      await query("INSERT INTO contact_former_ids VALUES ($1, 'old@x.dev', $2, $3)", [
        erasing.accountId,
        ids.next(),
        new Date(now - day * DAY_MS - 1),
      ]);
    await removeOldRows(erasing.pool, clock.now());
    const left = await query('SELECT deleted_at FROM contact_former_ids WHERE account_id = $1', [
      erasing.accountId,
    ]);
    expect(left).to.deep.equal([{ deleted_at: new Date(now - 30 * DAY_MS - 1) }]);
  });

  it('empties many of them in steps', async () => {
    const { runOf } = await prepare();
    const own = await runOf(BO, 'cancelled');
    await query(
      `INSERT INTO received_events (id, account_id, domain_id, contact_id, name, payload, outcomes, waits_resolved, created_at)
       SELECT uuid_v7(now()), account_id, domain_id, contact_id, name, payload, outcomes, 0, now()
       FROM received_events, generate_series(1, 450) WHERE contact_id = $1`,
      [own.contactId],
    );
    await query(
      `INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id,
         is_exclusive, status, chain, payload, listens, clock, created_at)
       SELECT uuid_v7(now()), account_id, automation_id, version_id, epoch, domain_id, contact_id, uuid_v7(now()),
              false, 'completed', '{}', payload, '{}', clock, created_at
       FROM automation_runs, generate_series(1, 450) WHERE id = $1`,
      [own.id],
    );
    await erase({ contactIds: [own.contactId], now: clock.now() });
    const left = await query(
      `SELECT (SELECT count(*)::integer FROM received_events WHERE contact_id = $1 AND payload IS NOT NULL) AS events,
              (SELECT count(*)::integer FROM automation_runs WHERE contact_id = $1 AND payload IS NOT NULL) AS runs`,
      [own.contactId],
    );
    expect(left).to.deep.equal([{ events: 0, runs: 0 }]);
  });
});
