// What the command line says while the account is suspended (docs/cli.md#output).
import { expect } from 'chai';
import { useApp } from '../support/api/app.ts';
import { createAccount, createApiKey } from '../support/factories/factories.ts';
import { suspend } from '../support/factories/suspension-factories.ts';
import { expectFailure, expectJson, posthorn } from './support/cli.ts';

const NOTES = {
  operator:
    'The account is suspended by the operator of this server. You can still read its data, and pending work is kept.\n',
  deletion:
    'The account is suspended, because it will be deleted. You can still read its data, and pending work is kept.\n',
};

describe('posthorn, while the account is suspended,', () => {
  const app = useApp();

  for (const [cause, note] of Object.entries(NOTES) as [keyof typeof NOTES, string][]) {
    it(`says so after what it has read, and prints refusals alone (${cause})`, async () => {
      const { id: accountId } = await createAccount(app.pool);
      const { token } = await createApiKey(app.pool, { accountId });
      const env = { POSTHORN_API_KEY: token, POSTHORN_BASE_URL: app.url };
      const list = () => posthorn(['contacts', 'list', '--all'], { env });
      expectJson(await list());
      const reason = 'Ask abuse@acme.dev.';
      await suspend(app.pool, accountId, { cause, reason, deletesAt: app.clock.now() });
      const { stderr, ...read } = await list();
      expect(stderr).to.equal(note);
      expect(expectJson({ ...read, stderr: '' })).to.include({ object: 'list' });
      const create = ['contacts', 'create', '--email', 'ana@customer.dev'];
      const message = expectFailure(await posthorn(create, { env }), 403, 'validation_error');
      expect(message).to.contain('The account is suspended').and.to.contain(reason);
    });
  }
});
