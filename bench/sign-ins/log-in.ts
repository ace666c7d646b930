// A sign-in of a client, from the network that it names.
import type { Pool } from 'undici';

/** Lets the API believe the network that a process of the bench names. */
export const TRUSTS_CLIENTS = { TRUST_PROXY: '127.0.0.1' };

/** Who signs in, and from where. */
export interface Attempt {
  email: string;
  password: string;
  /** IPv4 address. */
  network: string;
}

/** Signs in. @returns the status, or `no answer` */
export async function logIn(pool: Pool, { email, password, network }: Attempt): Promise<string> {
  try {
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/auth/login',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'posthorn-bench',
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': network,
      },
      body: JSON.stringify({ email, password }),
    });
    await body.dump();
    return String(statusCode);
  } catch {
    return 'no answer';
  }
}
