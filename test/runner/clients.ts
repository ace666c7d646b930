// What clients of Resend have done in a run: each operation that one has called and that was answered with success, by the
// name and version in its User-Agent. `npm test -- test/compatibility --write-clients` writes it, with the table of
// docs/reference/clients.md; a whole run compares.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { markdownTable, writeBlocks } from '../../shared/contract/site/blocks.ts';
import { ROOT } from '../support/documents/root.ts';

/** `resend-node 6.38.0` → ids of operations. */
export type CalledOperations = Readonly<Record<string, readonly string[]>>;

/** The written record. */
interface ClientsRecord {
  /** The day on which it was written. */
  date: string;
  clients: CalledOperations;
}

const FILE = path.join(ROOT, 'test/compatibility/clients.json');
const PAGE = path.join(ROOT, 'docs/reference/clients.md');
/** `resend-python:2.45.0`, `resend-go/4.6.0` */
const AGENT = /^(resend-[a-z]+)[:/](\d+\.\d+\.\d+)$/;

/** The client that a User-Agent names; undefined: it is none of Resend's. */
export function clientOf(userAgent: string | undefined): string | undefined {
  const [, name, version] = AGENT.exec(userAgent ?? '') ?? [];
  return name && `${name} ${version}`;
}

/** @param directory of what the run has seen (test/support/seen.ts) */
export function readCalled(directory: string): CalledOperations {
  const called = new Map<string, Set<string>>();
  for (const [client, operation] of readdirSync(directory).flatMap((file) => readCalls(directory, file)))
    called.set(client, new Set([...(called.get(client) ?? []), operation]));
  return Object.fromEntries(
    [...called]
      .sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
      .map(([client, operations]) => [client, [...operations].sort()]),
  );
}

function readCalls(directory: string, file: string): [client: string, operation: string][] {
  const lines = readFileSync(path.join(directory, file), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, client, operation] = /^client (\S+ \S+) (\S+)$/.exec(line) ?? [];
    return client && operation ? [[client, operation]] : [];
  });
}

/** Writes the record and the table. */
export function writeClients(directory: string): void {
  const record: ClientsRecord = {
    date: new Date().toISOString().slice(0, 10),
    clients: readCalled(directory),
  };
  writeFileSync(FILE, `${JSON.stringify(record, undefined, 1)}\n`);
  writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8')));
}

/** The page with the table of the written record. */
export function withTable(page: string): string {
  const { date, clients } = readRecord();
  const rows = Object.entries(clients).map(([client, operations]) => {
    const [name = '', version = ''] = client.split(' ');
    return [`\`${name}\``, version, String(operations.length), date];
  });
  const table = markdownTable(['client', 'version', 'operations called, all answered', 'tested on'], rows);
  return writeBlocks(page, 'clients', () => table);
}

/** @returns a failure for each client that has called other operations than the record says */
export function findOtherCalls(directory: string): string[] {
  const clients = readWritten();
  const called = readCalled(directory);
  return [...new Set([...Object.keys(clients), ...Object.keys(called)])]
    .filter((client) => String(clients[client]) !== String(called[client]))
    .map((client) => `${client} called other operations: npm test -- test/compatibility --write-clients`);
}

/** The operations of the written record. */
export function readWritten(): CalledOperations {
  return readRecord().clients;
}

function readRecord(): ClientsRecord {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}
