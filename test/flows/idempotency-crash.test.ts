// A web process dies while a request under an idempotency key waits to be stored: the key is not held for longer than its
// lease, and the repetition is stored once (docs/reference/idempotency.md).
import { expect } from 'chai';
import { createSender, type Sender } from '../api/emails/sender.ts';
import { useApp } from '../support/api/app.ts';
import { eventually } from '../support/time/eventually.ts';
import { type Product, prepareProduct } from './support/product.ts';

const LEASE_SECONDS = 10;
/** The API starts once more. */
const REPEATED_MS = 300_000;
/** So long passes for the key. */
const END_LEASE = `UPDATE idempotency_keys SET lease_until = lease_until - interval '${LEASE_SECONDS} seconds'`;

describe('A request with an Idempotency-Key whose web process is killed', () => {
  const app = useApp();
  let product: Product;
  let sender: Sender;
  before(async () => {
    product = await prepareProduct({ databaseUrl: app.deps.config.databaseUrl });
    sender = await createSender(app);
  });
  after(() => product.stop());

  const send = () =>
    fetch(`${product.url}/emails`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${sender.token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': 'order-1',
      },
      body: JSON.stringify(sender.body()),
    });
  const lease = async () => {
    const { rows } = await app.pool.query<{ seconds: number }>(
      `SELECT extract(epoch FROM lease_until - clock_timestamp())::float AS seconds
       FROM idempotency_keys WHERE account_id = $1`,
      [sender.accountId],
    );
    return rows[0];
  };

  it('Frees an Idempotency-Key for the same request within 10 seconds after the API process of its request has died, and stores the email once.', async () => {
    const api = await product.startApi();
    const blocker = await app.pool.connect();
    try {
      await blocker.query('BEGIN; LOCK TABLE emails IN ACCESS EXCLUSIVE MODE');
      const killed = send().then(
        () => 'answered',
        () => 'no answer',
      );
      await eventually('the key is reserved', async () => (await lease()) !== undefined);
      api.kill();
      expect(await killed).to.equal('no answer');
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
    expect((await lease())?.seconds).to.be.at.most(LEASE_SECONDS);
    await app.pool.query(END_LEASE);
    const statuses = new Set<number>();
    const repeat = async () => {
      const answer = await send().catch(() => undefined);
      if (answer) statuses.add(answer.status);
      return answer?.status === 200 ? await answer.text() : undefined;
    };
    let answered: string | undefined;
    await eventually(
      'the repetition is answered',
      async () => {
        answered = await repeat();
        return answered !== undefined;
      },
      REPEATED_MS,
    );
    expect(await repeat()).to.equal(answered);
    expect([...statuses].filter((status) => status !== 200 && status !== 409)).to.deep.equal([]);
    expect(await sender.count('emails')).to.equal(1);
  });
});
