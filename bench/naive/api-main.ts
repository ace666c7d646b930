// The API of the naive pipeline, as a good tutorial would write it: Express, joi, one insert, one job. It is what
// Posthorn is measured against, so it is kept plain and is never tuned.
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Queue } from 'bullmq';
import express from 'express';
import Joi from 'joi';
import createKnex from 'knex';
import { serveParent } from '../processes/serve-parent.ts';
import { ATTEMPTS, type EmailJob, QUEUE_NAME } from './queue.ts';

const input = Joi.object({
  from: Joi.string().required(),
  to: Joi.string()
    .email({ tlds: { allow: false } })
    .required(),
  subject: Joi.string().max(998).required(),
  html: Joi.string().required(),
});

await serveParent(async () => {
  const knex = createKnex({ client: 'pg', connection: process.env['DATABASE_URL'] ?? '' });
  const queue = new Queue<EmailJob>(QUEUE_NAME, {
    connection: { url: process.env['REDIS_URL'] ?? '' },
    prefix: process.env['QUEUE_PREFIX'] ?? '',
    defaultJobOptions: { attempts: ATTEMPTS, removeOnComplete: true },
  });
  const app = express();
  app.use(express.json());
  app.post('/emails', async (request, response) => {
    const { value, error } = input.validate(request.body);
    if (error) {
      response.status(422).json({ error: error.message });
      return;
    }
    const id = randomUUID();
    const { from, to, subject, html } = value;
    const addresses = { from_address: from, to_address: to };
    await knex('emails').insert({ id, account_id: 1, ...addresses, subject, html, status: 'queued' });
    await queue.add('send', { id });
    response.json({ id });
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
