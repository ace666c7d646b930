// The API of the naive pipeline, as a good tutorial would write it: Express, joi, one insert, one job. It is the
// baseline that Posthorn is compared with, so it is kept plain and is never tuned.
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Queue } from 'bullmq';
import express from 'express';
import Joi from 'joi';
import createKnex from 'knex';
import { serveParent } from '../processes/serve-parent.ts';
import { ATTEMPTS, type EmailJob, QUEUE_NAME } from './queue.ts';

const mailInput = Joi.object({
  from: Joi.string().required(),
  to: Joi.string()
    .email({ tlds: { allow: false } })
    .required(),
  subject: Joi.string().max(998).required(),
  html: Joi.string().required(),
});
const batchInput = Joi.array().items(mailInput).min(1).max(100).required();
/** 100 mails of 100 KB. */
const BATCH_MAX_SIZE = '10mb';

/** The content of a request. */
interface Mail {
  from: string;
  to: string;
  subject: string;
  html: string;
}

await serveParent(async () => {
  const knex = createKnex({ client: 'pg', connection: process.env['DATABASE_URL'] ?? '' });
  const queue = new Queue<EmailJob>(QUEUE_NAME, {
    connection: { url: process.env['REDIS_URL'] ?? '' },
    prefix: process.env['QUEUE_PREFIX'] ?? '',
    defaultJobOptions: { attempts: ATTEMPTS, removeOnComplete: true },
  });
  const app = express();
  app.post('/emails', express.json(), async (request, response) => {
    const { value, error } = mailInput.validate(request.body);
    if (error) {
      response.status(422).json({ error: error.message });
      return;
    }
    const row = rowOf(value);
    await knex('emails').insert(row);
    await queue.add('send', { id: row.id });
    response.json({ id: row.id });
  });
  app.post('/emails/batch', express.json({ limit: BATCH_MAX_SIZE }), async (request, response) => {
    const { value, error } = batchInput.validate(request.body);
    if (error) {
      response.status(422).json({ error: error.message });
      return;
    }
    const rows = (value as Mail[]).map(rowOf);
    await knex('emails').insert(rows);
    await queue.addBulk(rows.map(({ id }) => ({ name: 'send', data: { id } })));
    response.json({ data: rows.map(({ id }) => ({ id })) });
  });
  await queue.waitUntilReady();
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    announcement: { port: (server.address() as AddressInfo).port },
    async stop() {
      server.closeAllConnections();
      server.close();
      await queue.close();
      await knex.destroy();
    },
  };
});

function rowOf({ from, to, subject, html }: Mail) {
  const addresses = { from_address: from, to_address: to };
  return { id: randomUUID(), account_id: 1, ...addresses, subject, html, status: 'queued' };
}
