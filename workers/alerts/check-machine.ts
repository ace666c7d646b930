// Finds problems of the machine of a worker-schedule: its disk, the disk of Postgres if it runs there, and certificates
// in files.
import { stat, statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { findDataDirectory } from '../../shared/platform/db/data-directory.ts';
import type { AlertCheck } from '../../shared/resources/foundation/operator-alerts/record-alert-check.ts';
import type { AlertDeps } from './alert-deps.ts';
import { checkCertificateFile } from './certificates.ts';

const FULL_FROM = 0.8;

/** @param fullFrom the part of a disk; only tests give another one */
export async function checkMachine(
  { config, database, now }: AlertDeps,
  fullFrom = FULL_FROM,
): Promise<AlertCheck[]> {
  const machine = hostname();
  const { inbound, submission } = config;
  const files = new Set([inbound, submission].flatMap(({ certificate }) => certificate?.certFile ?? []));
  const certificates = [...files].map((file) => checkCertificateFile(file, machine, now));
  const data = await findDataDirectory(database);
  const paths = ['/', ...('path' in data ? [data.path] : [])];
  const disks = new Map(
    await Promise.all(paths.map(async (path) => [(await stat(path)).dev, path] as const)),
  );
  const looks = [...disks.values()].map((path) => checkDisk(path, machine, fullFrom));
  return (await Promise.all([...looks, ...certificates])).flatMap((look) => look ?? []);
}

/** Counts as `df` does: space that only root may use is not free. */
async function checkDisk(path: string, machine: string, fullFrom: number): Promise<AlertCheck> {
  const { blocks, bfree, bavail } = await statfs(path);
  const used = blocks - bfree;
  const part = used / Math.max(1, used + bavail);
  const name = `The disk of ${path} on ${machine} is nearly full`;
  const sentence = `${Math.floor(part * 100)} % is used. When the disk is full, Postgres stops and no mail is accepted. Enlarge the disk or free up space. The verb disk lists what Posthorn stores, and until when.`;
  return { scope: `disk ${machine} ${path}`, found: part >= fullFrom ? [{ name, sentence }] : [] };
}
