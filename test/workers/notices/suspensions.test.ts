// The notice to the owners of an account that was suspended, through our own send path.
import { expect } from 'chai';
import { notifyOfSuspensions } from '../../../workers/notices/suspensions.ts';
import { createAccount, createDomain } from '../../support/factories/factories.ts';
import { createMember } from '../../support/factories/people-factories.ts';
import { resume, suspend } from '../../support/factories/suspension-factories.ts';
import { useJob } from '../support/use-job.ts';

const AT = new Date('2026-11-20T10:00:00.000Z');
const DELETES_AT = new Date('2026-11-27T10:00:00.000Z');

describe('the notice of a suspended account', () => {
  const job = useJob();
  before(async () => {
    const { id } = await createAccount(job.pool);
    await createDomain(job.pool, id);
  });
  afterEach(() => job.query('TRUNCATE emails, email_recipients, account_suspensions'));

  const createOwned = async () => {
    const { id } = await createAccount(job.pool, { name: 'Acme' });
    const { email } = await createMember(job.pool, { accountId: id });
    return { id, email };
  };
  const emails = () =>
    job.query(
      `SELECT to_addresses, subject, text FROM emails
       JOIN email_contents ON email_contents.id = content_id ORDER BY emails.id`,
    );

  it('says once to its own people that an operator has suspended it, when and why, also when two workers send it', async () => {
    await createOwned();
    const { id, email } = await createOwned();
    await suspend(job.pool, id, { reason: 'Too much spam.', at: AT });
    await Promise.all(Array.from({ length: 5 }, () => notifyOfSuspensions(job.deps)));
    const [sent, ...others] = await emails();
    expect(others).to.deep.equal([]);
    expect(sent).to.deep.include({ to_addresses: [email], subject: 'Your account Acme is suspended' });
    expect(sent?.text).to.contain('Too much spam.').and.to.contain(AT.toISOString()).and.to.contain(id);
    await suspend(job.pool, id, { reason: 'More.', at: AT });
    await notifyOfSuspensions(job.deps);
    expect(await emails(), 'suspended again').to.have.length(1);
  });

  it('says when a deletion begins, and how it is taken back', async () => {
    const { id } = await createOwned();
    await suspend(job.pool, id, { cause: 'deletion', at: AT, deletesAt: DELETES_AT });
    await notifyOfSuspensions(job.deps);
    const [sent] = await emails();
    expect(sent?.subject).to.equal('Your account Acme will be deleted');
    expect(sent?.text).to.contain(DELETES_AT.toISOString()).and.to.contain('POST /account/keep');
  });

  it('is not sent for a suspension that has ended', async () => {
    const { id } = await createOwned();
    await suspend(job.pool, id, { at: AT });
    await resume(job.pool, id, { now: AT });
    await notifyOfSuspensions(job.deps);
    expect(await emails()).to.deep.equal([]);
  });
});
