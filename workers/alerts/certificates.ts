// Certificates that end soon: those in the files of `inbound` and `submission`, and the one that browsers see.
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { DAY_MS, SECOND_MS } from '../../shared/platform/time/durations.ts';
import type { AlertCheck } from '../../shared/resources/foundation/operator-alerts/record-alert-check.ts';
import type { AlertDeps } from './alert-deps.ts';

/** A certificate is renewed before its last days, or, if its life is short, before its last third. */
const RENEWED_BEFORE_MS = 14 * DAY_MS;
const RENEWED_BEFORE_PART = 1 / 3;
const TIMEOUT_MS = 10 * SECOND_MS;
const HTTPS_PORT = 443;

/** The certificate that PUBLIC_URL presents, if it is https and answers. */
export async function checkPublicCertificate({ config, now, signal }: AlertDeps): Promise<AlertCheck[]> {
  const { protocol, hostname, port } = new URL(config.publicUrl);
  if (protocol !== 'https:') return [];
  const host = hostname.replace(/^\[|\]$/g, '');
  const ending = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  // Only host names are sent (RFC 6066 §3).
  const name = isIP(host) === 0 ? { servername: host } : {};
  const socket = connect({ host, port: Number(port) || HTTPS_PORT, rejectUnauthorized: false, ...name });
  try {
    await once(socket, 'secureConnect', { signal: ending });
    const certificate = socket.getPeerX509Certificate();
    return certificate ? [checkCertificate(host, certificate, now)] : [];
  } catch {
    // That it does not answer is for others to see: `check` says it.
    return [];
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}

/** @param machine it has the file @returns undefined: it cannot be read from here */
export async function checkCertificateFile(
  file: string,
  machine: string,
  now: Date,
): Promise<AlertCheck | undefined> {
  try {
    return checkCertificate(`${file} (${machine})`, new X509Certificate(await readFile(file)), now);
  } catch {
    return undefined;
  }
}

function checkCertificate(of: string, { validFrom, validTo }: X509Certificate, now: Date): AlertCheck {
  const scope = `certificate ${of}`;
  const endsAt = new Date(validTo);
  const lifeMs = endsAt.getTime() - new Date(validFrom).getTime();
  const renewedBeforeMs = Math.min(RENEWED_BEFORE_MS, lifeMs * RENEWED_BEFORE_PART);
  if (endsAt.getTime() - now.getTime() > renewedBeforeMs) return { scope, found: [] };
  const sentence = `It expires at ${endsAt.toISOString()}. Renew it, and find out why the renewal failed. Posthorn reads a renewed file without a restart.`;
  return { scope, found: [{ name: `The certificate of ${of} ends`, sentence }] };
}
