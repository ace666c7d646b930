// What the job that judges hits gives to the automations: what people do, once, and to the runs that it concerns.
import { expect } from 'chai';
import { createAutomation, waitFor } from '../../support/factories/automation-factories.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { createRun } from '../../support/factories/run-factories.ts';
import { HOUR_MS, SECOND_MS, SHOP, useHits } from './support/use-hits.ts';

describe('The job that judges hits, for automations', () => {
  const { run, createSent, hit, countsOf, hitsLeft, job: test } = useHits();
  const { clock, query } = test;
  const createBo = () => createContact(test.pool, { accountId: test.accountId, email: 'Bo@customer.dev' });

  it('Gives what people open and click to automations, and nothing that machines do.', async () => {
    const domain = await createDomain(test.pool, test.accountId);
    await createAutomation(test.pool, test.accountId, { domainId: domain.id, trigger: 'email.clicked' });
    await createAutomation(test.pool, test.accountId, { domainId: domain.id, trigger: 'email.opened' });
    const contact = await createBo();
    const email = await createSent({ domainId: domain.id });
    await run([
      await hit(email, { link: SHOP, userAgent: 'curl/8.11.0' }),
      await hit(email, { link: SHOP, ipAddress: '192.0.2.9' }, 30 * SECOND_MS),
    ]);
    const runs = await query(
      'SELECT contact_id, payload FROM automation_runs WHERE account_id = $1 ORDER BY id',
      [test.accountId],
    );
    expect(runs.map(({ contact_id }) => contact_id)).to.deep.equal([contact.id, contact.id]);
    expect(runs[0].payload.open).to.include({ machine: null });
    expect(runs[1].payload).to.deep.include({ email_id: email.id, to: ['bo@customer.dev'] });
    expect(runs[1].payload.click).to.include({ link: SHOP, ipAddress: '192.0.2.9', machine: null });
  });

  it('Gives automations no more of a recipient than the events that are kept.', async () => {
    const domain = await createDomain(test.pool, test.accountId);
    const automation = { domainId: domain.id, trigger: 'email.opened', reentry: 'always' } as const;
    await createAutomation(test.pool, test.accountId, automation);
    await createBo();
    const email = await createSent({ domainId: domain.id });
    const open = (place: number) => hit(email, {}, place * 10 * SECOND_MS);
    await run(await Promise.all(Array.from({ length: 198 }, (_, place) => open(place))));
    await run(await Promise.all(Array.from({ length: 10 }, (_, place) => open(198 + place))));
    const [{ came }] = await query(
      'SELECT count(*)::integer AS came FROM received_events WHERE account_id = $1',
      [test.accountId],
    );
    expect([came, await countsOf(), await hitsLeft(email)]).to.deep.equal([
      200,
      { opened: 208, unique_opened: 1 },
      [],
    ]);
  });

  it('starts an automation once when the worker died after the hit was recorded', async () => {
    const domain = await createDomain(test.pool, test.accountId);
    await createAutomation(test.pool, test.accountId, { domainId: domain.id, trigger: 'email.opened' });
    await createBo();
    const email = await createSent({ domainId: domain.id });
    const judged = await hit(email, { verdict: 'person' });
    await Promise.all([run([judged]), run([judged])]);
    await run([judged]);
    const runs = await query('SELECT id FROM automation_runs WHERE account_id = $1', [test.accountId]);
    expect(runs).to.have.length(1);
    expect(await countsOf()).to.deep.equal({});
  });

  it('Ends a wait for `email.opened` or `email.clicked` by what a person does with the mail of this run, and by no other mail.', async () => {
    const domain = await createDomain(test.pool, test.accountId);
    const automation = await createAutomation(test.pool, test.accountId, {
      domainId: domain.id,
      steps: [waitFor('email.clicked')],
    });
    const contact = await createBo();
    const startedAt = new Date(clock.now().getTime() - HOUR_MS);
    const asked = { automation, contactId: contact.id, startedAt };
    const own = await createRun(test.pool, asked);
    const other = await createRun(test.pool, asked);
    const email = await createSent({
      domainId: domain.id,
      runId: own.id,
      contactId: contact.id,
      automationId: automation.id,
    });
    await run([await hit(email, { link: SHOP })]);
    const inboxes = await query('SELECT id, inbox FROM automation_runs WHERE id = ANY($1::uuid[])', [
      [own.id, other.id],
    ]);
    const reached = inboxes.filter(({ inbox }) => (inbox ?? []).length > 0).map(({ id }) => id);
    expect(reached).to.deep.equal([own.id]);
  });

  it('Starts automations when a person opens or clicks, but no run of the automation whose mail it was.', async () => {
    const domain = await createDomain(test.pool, test.accountId);
    const fields = { domainId: domain.id, trigger: 'email.opened' };
    const own = await createAutomation(test.pool, test.accountId, fields);
    const other = await createAutomation(test.pool, test.accountId, fields);
    const contact = await createBo();
    const email = await createSent({ domainId: domain.id, contactId: contact.id, automationId: own.id });
    await run([await hit(email)]);
    const runs = await query('SELECT automation_id FROM automation_runs WHERE account_id = $1', [
      test.accountId,
    ]);
    expect(runs).to.deep.equal([{ automation_id: other.id }]);
  });
});
