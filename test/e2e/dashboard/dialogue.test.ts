// What was said to mail servers, on the page of an email: folded by recipient, as text and nothing else.

import { expect } from 'chai';
import { createSender } from '../../api/emails/sender.ts';
import { useApp } from '../../support/api/app.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { type DialoguePart, storedDialogue } from '../../support/stored-dialogue.ts';
import { useTabs } from './tab.ts';

const TLS = { version: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384', verified: true };
const PARTS: DialoguePart[] = [
  {
    server: 'mx1.customer.dev',
    address: null,
    source: null,
    mails_before: 0,
    tls: null,
    opened_at: '2026-11-20T12:00:00.000Z',
    lines: [[15_000, 'x', 'connect ETIMEDOUT 192.0.2.7:25']],
  },
  {
    server: 'mx2.customer.dev',
    address: '192.0.2.8',
    source: '203.0.113.5',
    mails_before: 3,
    tls: TLS,
    opened_at: '2026-11-20T12:00:15.000Z',
    lines: [
      [0, 'c', 'MAIL FROM:<b-0123456789abcdefghijklmnop@send.acme.dev> SIZE=1904'],
      [0, 'c', 'RCPT TO:<bo@customer.dev>'],
      [0, 'c', 'DATA'],
      [41, 's', '250 2.1.0 Ok'],
      [120, 's', `550 5.1.1 <img src=x onerror="document.title='taken'"> ${'no such user '.repeat(20)}`],
      [120, 's', '503 5.5.1 no valid recipients'],
    ],
  },
  {
    server: 'relay.customer.dev',
    opened_at: '2026-11-20T12:00:20.000Z',
    lines: [[3, 's', '220 relay ready']],
  },
];

describe('The dialogue of an email in the dashboard', () => {
  const app = useApp();
  const { openTab } = useTabs(app);

  it('is folded by recipient, and has a block for each server', async () => {
    const { accountId, sent } = await createSender(app);
    const { id } = await sent({ to: ['bo@customer.dev', 'cy@customer.dev'] });
    await app.pool.query('UPDATE email_recipients SET dialogue = $2 WHERE email_id = $1', [
      id,
      storedDialogue(...PARTS),
    ]);
    const session = await signIn(app.pool, { accountId, now: app.clock.now() });
    const tab = await openTab({ session });
    const { page } = tab;
    await tab.open(`/emails/${id}`);
    await page.getByRole('tab', { name: 'Trace' }).click();
    const said = page.getByText('250 2.1.0 Ok').first();
    await page.getByRole('heading', { name: 'Dialogue' }).waitFor();
    expect(await said.isVisible()).to.equal(false);
    await page.locator('summary', { hasText: 'bo@customer.dev' }).click();
    await said.waitFor();
    await page.getByText('No connection was made.').first().waitFor();
    await page.getByText('Through the relay, in the clear.').first().waitFor();
    await page.getByText('The connection had carried 3 mails before.').first().waitFor();
    await said.scrollIntoViewIfNeeded();
    expect(await page.title()).not.to.equal('taken');
    await tab.expectNoSidewaysScroll('the dialogue');
    expect(await tab.findFaults()).to.deep.equal([]);
    await tab.shoot('email-dialogue');
    expect(tab.problems).to.deep.equal([]);
  });
});
