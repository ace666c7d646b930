// POST /suppressions (docs/reference/suppressions.md#post-suppressions).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createSuppression } from '../../support/factories/factories.ts';
import { createSender } from '../emails/sender.ts';
import { createOwner } from './owner.ts';

const AT_A_TIME = 20;

describe('POST /suppressions', () => {
  const app = useApp();
  const owner = useEach(() => createOwner(app));

  it('Answers an address that is new on the list with 201 and its record, with the origin `manual`.', async () => {
    const { status, body } = await owner.add('bo@customer.dev');
    const { id, ...rest } = body;
    expect(status).to.equal(201);
    expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(rest).to.deep.equal({
      object: 'suppression',
      email: 'bo@customer.dev',
      origin: 'manual',
      source_id: null,
      smtp_reply: null,
      report_id: null,
      report: null,
      created_at: app.clock.now().toISOString(),
    });
  });

  it('Answers an address that is on the list already with 200 and its record, unchanged.', async () => {
    const emailId = app.deps.ids.next();
    const cause = { origin: 'bounce', emailId, smtpReply: '550 5.1.1 no such user' } as const;
    const { id } = await createSuppression(app.pool, owner.accountId, 'bo@customer.dev', cause);
    const before = await owner.read(`/suppressions/${id}`);
    expect(before).to.include({ origin: 'bounce', source_id: emailId, smtp_reply: '550 5.1.1 no such user' });
    const { status, body } = await owner.add('BO@customer.dev');
    expect([status, body]).to.deep.equal([200, before]);
    expect(await owner.read(`/suppressions/${id}`)).to.deep.equal(before);
    expect(await owner.addresses()).to.deep.equal(['bo@customer.dev']);
  });

  it('Answers requests that add the same address at the same time with the same entry.', async () => {
    const announced = await owner.listen('suppression.*');
    const answers = await Promise.all(
      Array.from({ length: AT_A_TIME }, (_, index) =>
        owner.add(index % 2 ? 'bo@customer.dev' : 'Bo@Customer.dev'),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).to.deep.equal([...Array(AT_A_TIME - 1).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).to.equal(1);
    expect(await owner.addresses()).to.deep.equal(['bo@customer.dev']);
    expect(await announced()).to.have.length(1);
  });

  it('Suppresses an address from the next email on.', async () => {
    const { token, send } = await createSender(app);
    expect((await send()).status).to.equal(200);
    await app.as(token).post('/suppressions').send({ email: 'Bo@customer.dev' }).expect(201);
    expectError(await send(), 422, 'validation_error');
    expect((await send({ to: 'cy@customer.dev' })).status).to.equal(200);
  });

  it('Allows the same address on the lists of several accounts.', async () => {
    const other = await createOwner(app);
    const first = await owner.add('bo@customer.dev');
    const second = await other.add('bo@customer.dev');
    expect([first.status, second.status]).to.deep.equal([201, 201]);
    expect(first.body.id).not.to.equal(second.body.id);
  });
});
