// GET /emails/:id of mail that leaves by several providers (docs/reference/emails.md#recipients).
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { useSender } from '../sender.ts';

describe('GET /emails/:id with several providers', () => {
  const app = useApp();
  const sender = useSender(app);

  it('Names the provider by which a recipient was last tried, and none for a recipient that was not tried or was dropped.', async () => {
    const { id } = await sender.sent();
    const providerAfter = async (set: string) => {
      await app.pool.query(`UPDATE email_recipients SET ${set} WHERE email_id = $1`, [id]);
      return (await sender.read(`/emails/${id}`)).recipients[0].provider;
    };
    expect(await providerAfter("state = 'queued'")).to.equal(null);
    // The first try, which may take any, and its end.
    expect(await providerAfter("state = 'sending', attempts = 1")).to.equal(null);
    expect(await providerAfter("state = 'delivery_delayed', dialogue = '=mx.dev'")).to.equal('default');
    expect(await providerAfter("provider = 'ses', state = 'sending', attempts = 2")).to.equal('ses');
    expect(await providerAfter("provider = NULL, dialogue = NULL, state = 'suppressed'")).to.equal(null);
  });
});
