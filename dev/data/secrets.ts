// The secrets of `npm start`, generated once and kept in the data directory, so that keys and links stay valid across
// starts. In production they come from the environment.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createApiKeyToken, createBase62 } from '../../shared/platform/security/tokens.ts';
import { StartError } from '../start-error.ts';
import { writePrivateJson } from './private-file.ts';

/** Secrets of a data directory. */
export interface Secrets {
  /** Encryption key for stored secrets: 32 bytes in base64. */
  secretKey: string;
  /** Token for /ops and /metrics. */
  opsToken: string;
  /** The first account's full-access key. */
  apiKey: string;
  /** The password of the owner of the first account. */
  ownerPassword: string;
}

const SECRET_KEY_BYTES = 32;
const OPS_TOKEN_BYTES = 24;
const OWNER_PASSWORD_LENGTH = 20;

/** Reads the secrets and generates the missing ones. */
export async function openSecrets(dataDir: string): Promise<Secrets> {
  const file = path.join(dataDir, 'secrets.json');
  const known = await readKnown(file);
  const secrets: Secrets = {
    secretKey: known.secretKey ?? randomBytes(SECRET_KEY_BYTES).toString('base64'),
    opsToken: known.opsToken ?? randomBytes(OPS_TOKEN_BYTES).toString('hex'),
    apiKey: known.apiKey ?? createApiKeyToken(),
    ownerPassword: known.ownerPassword ?? createBase62(OWNER_PASSWORD_LENGTH),
  };
  await writePrivateJson(file, secrets);
  return secrets;
}

async function readKnown(file: string): Promise<Partial<Secrets>> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new StartError(
      `${file} is not JSON: repair it, or delete it to get new secrets, a new API key and a new password.`,
      {
        cause,
      },
    );
  }
}
