// The worker of the naive pipeline: a job selects its row, passes it to nodemailer's pool, which signs and sends it,
// and updates the row. DKIM_KEY_AS is the form in which nodemailer gets the key: PEM text, which is the documented way
// and is parsed again for every mail, or a parsed KeyObject, which it accepts as well.
import { createPrivateKey } from 'node:crypto';
import { Worker } from 'bullmq';
import createKnex from 'knex';
import { createTransport } from 'nodemailer';
import { SENDER_DOMAIN } from '../load/mail.ts';
import { serveParent } from '../processes/serve-parent.ts';
import { type EmailJob, QUEUE_NAME, SMTP_CONNECTIONS } from './queue.ts';
import type { EmailRow } from './schema.ts';

const CONCURRENCY = 50;

await serveParent(async () => {
  const knex = createKnex({ client: 'pg', connection: process.env['DATABASE_URL'] ?? '' });
  const transport = openTransport();
  const send = async ({ id }: EmailJob) => {
    const email = await knex<EmailRow>('emails').where({ id }).first();
    if (!email) throw new Error(`There is no email ${id}.`);
    const { from_address: from, to_address: to, subject, html } = email;
    const { messageId } = await transport.sendMail({ from, to, subject, html });
    const outcome = { status: 'sent', message_id: messageId, sent_at: knex.fn.now() };
    await knex('emails').where({ id }).update(outcome);
  };
  const worker = new Worker<EmailJob>(QUEUE_NAME, ({ data }) => send(data), {
    connection: { url: process.env['REDIS_URL'] ?? '', maxRetriesPerRequest: null },
    prefix: process.env['QUEUE_PREFIX'] ?? '',
    concurrency: CONCURRENCY,
  });
  worker.on('failed', (_job, error) => process.stderr.write(`naive worker: ${error.message}\n`));
  await worker.waitUntilReady();
  return {
    async stop() {
      await worker.close();
      transport.close();
      await knex.destroy();
    },
  };
});

function openTransport() {
  const pem = process.env['DKIM_PRIVATE_KEY'] ?? '';
  const parsed = process.env['DKIM_KEY_AS'] === 'key-object';
  return createTransport({
    pool: true,
    host: '127.0.0.1',
    port: Number(process.env['SMTP_PORT']),
    maxConnections: SMTP_CONNECTIONS,
    maxMessages: Number.POSITIVE_INFINITY,
    dkim: {
      domainName: SENDER_DOMAIN,
      keySelector: 'bench',
      // nodemailer's types allow only text, but `crypto.sign`, which it calls, accepts both.
      privateKey: (parsed ? createPrivateKey(pem) : pem) as string,
    },
  });
}
