// The development DNS over HTTP: publishes records in the DNS server of `npm start` (dev/dns/), so that a domain can be
// verified without the internet. It takes what Posthorn answers: a domain, its CSV, or its zone file.
import express, { type NextFunction, type Request, type Response, Router } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';
import type { DnsRecord } from '../dns/dns-record.ts';
import { checkRecords } from '../dns/record-input.ts';
import type { RecordStore } from '../dns/record-store.ts';
import { readRecordsCsv, readZoneFile } from '../dns/record-text.ts';

const BODY_MAX = '2mb';
const FORMS =
  'Send a domain as GET /domains/:id answers it, {"records": [{"name", "type", "value", "priority"}]}, or the text of ' +
  'records-csv (text/csv) or of a zone file (text/plain).';

/** Creates the routes under /dns/records. */
export function createDnsRouter(store: RecordStore): Router {
  const router = Router();
  router.get('/', (_request, response) => sendList(response, store.list()));
  router.post(
    '/',
    express.json({ limit: BODY_MAX }),
    express.text({ limit: BODY_MAX, type: ['text/csv', 'text/plain'] }),
    refuseUnreadable,
    async (request: Request, response: Response) => {
      const records = checkRecords(readBody(request));
      await store.publish(records);
      sendList(response, records);
    },
  );
  router.delete('/', async (request, response) => {
    const { name } = request.query;
    if (name !== undefined && typeof name !== 'string') {
      throw new DomainError('validation_error', '"name" must be one name.');
    }
    const count = await store.withdraw(name?.toLowerCase().replace(/\.$/, ''));
    if (name !== undefined && count === 0) {
      throw new DomainError('not_found', 'Nothing is published under this name.');
    }
    response.json({ object: 'dns_records', deleted: true, count });
  });
  return router;
}

/** The records in the body; they are checked later. */
function readBody(request: Request): unknown {
  const body: unknown = request.body;
  const isCsv = request.is('text/csv') !== false;
  const records = typeof body === 'string' ? readText(body, isCsv) : readObject(body);
  if (records === undefined) throw new DomainError('validation_error', FORMS);
  return records;
}

function readText(text: string, isCsv: boolean) {
  return isCsv ? readRecordsCsv(text) : readZoneFile(text);
}

/** A domain, or the answer of `records-csv` or `zone-file` as JSON. */
function readObject(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return undefined;
  const { records, csv, zone_file: zoneFile } = body as Record<string, unknown>;
  if (typeof csv === 'string') return readRecordsCsv(csv);
  if (typeof zoneFile === 'string') return readZoneFile(zoneFile);
  return records;
}

/** The errors of Express' body parsers. */
function refuseUnreadable(error: unknown, _request: Request, _response: Response, next: NextFunction): void {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  const message = status === 413 ? `The body may have ${BODY_MAX}.` : 'The body cannot be read.';
  next(status < 500 ? new DomainError('validation_error', message, { statusCode: status }) : error);
}

function sendList(response: Response, records: readonly DnsRecord[]): void {
  const data = records.map(({ name, type, value, priority = null }) => ({ name, type, value, priority }));
  response.json({ object: 'list', has_more: false, data });
}
