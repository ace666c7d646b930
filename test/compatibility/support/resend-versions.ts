// The Node SDKs of Resend under test: three versions, unchanged from the package registry, each in the way in which its
// users configure it.
import { createRequire } from 'node:module';
import type { ReactElement } from 'react';
import type { Resend } from 'resend';

/** A version of the SDK, and what it has. */
export interface ResendVersion {
  version: string;
  /** URL of its module. */
  module: string;
  /** `emails.list`, and pages in `domains.list`. */
  lists: boolean;
  /** The option `batchValidation`. */
  permissive: boolean;
}

/** The last of version 4, one of the first of version 6, and the newest. */
export const RESEND_VERSIONS: readonly ResendVersion[] = [
  { version: '4.8.0', module: import.meta.resolve('resend-4'), lists: false, permissive: false },
  { version: '6.1.3', module: import.meta.resolve('resend-6.1'), lists: true, permissive: true },
  { version: '6.38.0', module: import.meta.resolve('resend'), lists: true, permissive: true },
];

/**
 * Creates a client with a key and a base URL. Older versions read the base URL from the environment, once, when they
 * are imported; a query makes each import a new copy, because other tests of this process have other servers. The type
 * is that of the newest version: a test calls only what its version has.
 */
export async function createResend(
  { module }: ResendVersion,
  token: string,
  baseUrl: string,
): Promise<Resend> {
  process.env['RESEND_BASE_URL'] = baseUrl;
  try {
    const sdk: { Resend: typeof Resend } = await import(`${module}?base-url=${encodeURIComponent(baseUrl)}`);
    return new sdk.Resend(token);
  } finally {
    delete process.env['RESEND_BASE_URL'];
  }
}

/** The function with which a version renders React elements: that of the package that it imports. */
export function findRender({ module }: ResendVersion): (element: ReactElement) => Promise<string> {
  return createRequire(module)('@react-email/render').render;
}
